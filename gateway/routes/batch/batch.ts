import { z } from 'zod';
import { accountExists } from '#contracts/cart-owners.ts';
import { refuseNumbers } from '../../identity/customer-keys.ts';
import type { Call } from '../../routing/call.ts';
import { type Fields, readFields } from '../../routing/fields.ts';
import { type Answer, commonQuery, type Route, route } from '../../routing/route.ts';
import { RouteTable } from '../../routing/route-table.ts';
import { cartHeaders } from '../cart/cart-headers.ts';
import { writeErrors } from '../cart/cart-route.ts';
import { keyInRequests, numbersInRequests } from './address.ts';
import { BatchBody, type BatchRequest } from './batch-body.ts';
import { type Changed, changedTogether } from './change.ts';
import { RequestChecker } from './checked-request.ts';
import { type Done, doneOf, hasFailed, oneCartOf, responsesOf } from './responses.ts';

/**
 * Answers a batch that changed nothing: the responses of the failed requests, with status 207 as in
 * WordPress.
 */
async function notDone(
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

/** Headers and query of the batch itself. */
interface Asked {
  readonly allOrNone: boolean;
  readonly fields: Fields | null;
}

async function answered(
  requests: readonly BatchRequest[],
  { allOrNone, fields }: Asked,
  call: Call,
  table: RouteTable,
): Promise<Answer<'batch' | 'batchRefused'>> {
  const checked = await new RequestChecker(call, table).all(requests);
  const isBad = allOrNone && checked.some(({ kind }) => kind === 'refused');
  if (isBad) return notDone(doneOf(checked, null, call), null, call);
  const ofCart = checked.filter((request) => request.kind === 'cart');
  const changed = ofCart.length > 0 ? await changedTogether(ofCart, allOrNone, call) : null;
  const all = doneOf(checked, changed, call);
  if (allOrNone && changed?.results.some((result) => !result?.ok)) return notDone(all, changed, call);
  const cart = changed && oneCartOf(all, changed, fields);
  const data = cart ?? (await responsesOf(all, call));
  return { view: { name: 'batch', data }, headers: headersOf(changed) };
}

/**
 * POST /batch (docs/reference/batch.md#send-several-requests): several requests as one, all about one cart.
 *
 * - The cart is the one in the batch's header or query, else the one that its requests name. Other names in
 * the requests are ignored, except a customer id of somebody else, which is refused
 * (docs/reference/cart.md#whose-cart-it-is).
 * - Commands run in order and in one commit, so every response shows the saved cart; notices are per request.
 * Catalogue reads run first, at most five of them uncached. At most ten requests only read the cart, and all
 * together name at most 500 items.
 * - The answer is the cart itself if all requests are about the v2 cart, none failed and the last one shows
 * the whole cart; it has all notices, and `fields` of the batch applies. Otherwise it is `{responses:
 * [{status, headers, body}]}` in order. Cart responses have no headers; the batch carries them.
 * - With `require-all-validate` nothing is done if a path, a parameter or a cart rule fails one request. The
 * answer is `{failed: 'validation', responses}` with the failures, null for the others, and status 207. A
 * read that finds nothing is not a failure.
 * - `Idempotency-Key` and `If-Match` apply to the batch as a whole; those of its requests are ignored. A
 * server fault fails the whole batch, so that the client can repeat it.
 */
export function batchRoute(routes: readonly Route[]): Route {
  const made: Route = route({
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
      await refuseNumbers(
        numbersInRequests(requests),
        call.cartKey,
        async (key) => (await call.ask(accountExists, { key })).exists,
      );
      const fields = readFields(query.fields, query._fields);
      return answered(requests, { allOrNone: validation === 'require-all-validate', fields }, call, table);
    },
  });
  // A nested batch is a known route, but it is refused.
  const table = new RouteTable([...routes, made]);
  return {
    ...made,
    prepare(sources) {
      const prepared = made.prepare(sources);
      const { requests } = prepared.declared.body as { requests: readonly BatchRequest[] };
      return { ...prepared, cartKey: (carried) => carried ?? keyInRequests(requests) };
    },
  };
}
