import { z } from 'zod';
import { accountExists } from '#contracts/cart-owners.ts';
import { refuseCustomerIds } from '../../identity/customer-keys.ts';
import type { Call } from '../../routing/call.ts';
import { type Fields, readFields } from '../../routing/fields.ts';
import { type Answer, commonQuery, type Route, route } from '../../routing/route.ts';
import { RouteTable } from '../../routing/route-table.ts';
import { cartHeaders } from '../cart/cart-headers.ts';
import { writeErrors } from '../cart/cart-route.ts';
import { customerIdKeysInRequests, keyInRequests } from './address.ts';
import { BatchBody, type BatchRequest } from './batch-body.ts';
import { type Changed, changedTogether } from './change.ts';
import { RequestChecker } from './checked-request.ts';
import { type Done, doneOf, hasFailed, oneCartOf, responsesOf } from './responses.ts';

/**
 * Returns the answer for a batch that changed nothing because requests failed. The answer has the errors of
 * these requests and status 207, as in WordPress.
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

/** Options of a batch: whether nothing is done if one request fails, and the fields of the answer. */
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
 * POST /batch (docs/reference/batch.md#send-several-requests): runs several requests about one cart
 * as one request.
 *
 * - The cart key in the header or query of the batch determines the cart. Keys in the requests are
 * then ignored, except the id of another customer, which is refused
 * (docs/reference/cart.md#whose-cart-it-is). If the batch has no cart key, the key in the requests
 * is used.
 * - Commands run in order and in one commit, so every response contains the saved cart. Each
 * response has the notices of its own request.
 * - Catalogue reads run before the commands. At most five of these reads may be uncached. At most
 * ten requests may only read the cart, and all requests together may name at most 500 items.
 * - The answer is one cart if all requests are about the v2 cart, no request failed, and the last
 * request returns the whole cart. This cart has the notices of all requests, and the parameter
 * `fields` of the batch selects its members. Otherwise the answer is
 * `{responses: [{status, headers, body}]}` in the order of the requests. Responses about the cart
 * have no headers, because the headers of the batch apply to them.
 * - With `require-all-validate`, nothing is done if one request has a wrong path or parameter, or
 * breaks a rule of the cart. The answer is then `{failed: 'validation', responses}` with status 207.
 * `responses` has the errors of the failed requests, and null for the other requests. A read that
 * finds nothing is not a failure.
 * - The headers `Idempotency-Key` and `If-Match` of the batch apply to all requests. The same
 * headers inside the requests are ignored. A server fault fails the whole batch, so that the client
 * can repeat the batch.
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
  // The table also contains the batch route, so that a batch inside a batch is refused with
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
