import { z } from 'zod';
import { accountExists } from '#contracts/cart-owners.ts';
import { refuseCustomerIds } from '../../caller/cart-keys.ts';
import { type Fields, readFields } from '../../http/fields.ts';
import type { Call } from '../../routing/call.ts';
import { type Answer, commonQuery, type Route, route } from '../../routing/route.ts';
import { RouteTable } from '../../routing/router.ts';
import { cartHeaders } from '../cart/cart-answer.ts';
import { writeErrors } from '../cart/cart-route.ts';
import {
  BatchBody,
  type BatchRequest,
  type Changed,
  changedTogether,
  customerIdKeysInRequests,
  keyInRequests,
  RequestChecker,
} from './requests.ts';
import { type Done, doneOf, hasFailed, oneCartOf, responsesOf } from './responses.ts';

/**
 * Returns the answer for a batch that changed nothing because a request failed. The answer contains the errors of
 * the failed requests. The status is 207, as in WordPress.
 */
async function answerFailed(
  all: readonly Done[],
  changed: Changed | null,
  call: Call,
): Promise<Answer<'batchRefused'>> {
  const failed = all.map((one) => (hasFailed(one) ? one : null));
  const data = await responsesOf(failed, call, { failed: 'validation' });
  return { view: { name: 'batchRefused', data }, headers: headersOf(changed), status: 207 };
}

function headersOf(changed: Changed | null): Readonly<Record<string, string>> {
  return changed ? cartHeaders(changed.outcome) : { 'Cache-Control': 'no-store' };
}

/**
 * Options of a batch: whether one failed request stops the whole batch, and which fields of the cart the
 * answer contains.
 */
interface BatchOptions {
  readonly allOrNone: boolean;
  readonly fields: Fields | null;
}

async function answerBatch(
  requests: readonly BatchRequest[],
  { allOrNone, fields }: BatchOptions,
  call: Call,
  table: RouteTable,
): Promise<Answer<'batch' | 'batchRefused'>> {
  const checked = await new RequestChecker(call, table).all(requests);
  const isBad = allOrNone && checked.some(({ kind }) => kind === 'refused');
  if (isBad) return answerFailed(doneOf(checked, null, call), null, call);
  const ofCart = checked.filter((request) => request.kind === 'cart');
  const changed = ofCart.length > 0 ? await changedTogether(ofCart, allOrNone, call) : null;
  const all = doneOf(checked, changed, call);
  if (allOrNone && changed?.results.some((result) => !result?.ok)) return answerFailed(all, changed, call);
  const cart = changed && oneCartOf(all, changed, fields);
  const data = cart ?? (await responsesOf(all, call));
  return { view: { name: 'batch', data }, headers: headersOf(changed) };
}

/**
 * POST /batch (docs/reference/batch.md#send-several-requests): runs several requests about one cart as one
 * request.
 *
 * Catalogue reads run first. Then all commands run in order and in one commit, so every cart response
 * contains the saved cart. A server fault fails the whole batch, so that the client can repeat the batch.
 */
export function batchRoute(routes: readonly Route[]): Route {
  const batch: Route = route({
    method: 'POST',
    path: '/batch',
    summary: 'Several requests as one',
    answers: {
      200: { batch: '' },
      207: { batchRefused: 'with `require-all-validate`, when a request cannot be done' },
    },
    kind: 'cart',
    query: z.object(commonQuery),
    body: BatchBody,
    errors: [
      'service_cart_error',
      'service_already_authenticating_user',
      'service_must_authenticate_user',
      ...writeErrors,
    ],
    async handle({ query, body: { requests, validation } }, call) {
      await refuseCustomerIds(
        customerIdKeysInRequests(requests),
        call.cartKey,
        async (key) => (await call.ask(accountExists, { key })).exists,
      );
      const fields = readFields(query.fields, query._fields);
      return answerBatch(requests, { allOrNone: validation === 'require-all-validate', fields }, call, table);
    },
  });
  // The table also contains the batch route, so that the gateway refuses a batch inside a batch with
  // `rest_batch_not_allowed` instead of `rest_no_route`.
  const table = new RouteTable([...routes, batch]);
  return {
    ...batch,
    prepare(sources) {
      const prepared = batch.prepare(sources);
      const { requests } = prepared.declared.body as { requests: readonly BatchRequest[] };
      return { ...prepared, cartKey: (carried) => carried ?? keyInRequests(requests) };
    },
  };
}
