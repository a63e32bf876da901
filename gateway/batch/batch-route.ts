import { z } from 'zod';
import { accountExists } from '#contracts/cart-owners.ts';
import { cartHeaders } from '../cart/cart-headers.ts';
import { writeErrors } from '../cart/cart-route.ts';
import type { Call } from '../http/call.ts';
import { refuseNumbers } from '../http/customers-key.ts';
import { type Fields, readFields } from '../http/fields.ts';
import { type Answer, commonQuery, type Route, route } from '../http/route.ts';
import { RouteTable } from '../http/route-table.ts';
import { keyInRequests, numbersInRequests } from './address.ts';
import { BatchBody, type BatchRequest } from './batch-body.ts';
import { type Changed, changedTogether } from './change.ts';
import { RequestChecker } from './checked-request.ts';
import { type Done, doneOf, hasFailed, oneCartOf, responsesOf } from './responses.ts';

/** What a batch answers that did nothing: those of its requests that could not be done. 207 is WordPress' status. */
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

/** What is asked of a batch as a whole. */
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
 * POST /batch (docs/reference/batch.md#send-several-requests): several requests to these routes as one, all about one
 * cart.
 *
 * - That cart is the one that the batch itself names in its header or query; else the one that its requests name. What
 *   a request names besides is ignored, but for a customer's number, which is refused as anywhere
 *   (docs/reference/cart.md#whose-cart-it-is).
 * - What they ask of the cart is done in their order and in one commit, so every body shows the cart as it was saved,
 *   not as it was after that request; its notices are its own. Questions to the catalogue are answered before, at most
 *   five of them with an answer that is not kept. At most ten requests only look at the cart, and all together name at
 *   most 1,000 items.
 * - If all are about the cart of v2, none failed and the last one answers the whole cart, that cart is the answer, with
 *   the notices of all, and `fields` of the batch cut it. Otherwise `{responses: [{status, headers, body}]}` in their
 *   order, each as it would have been by itself; those about the cart have no headers, which are the batch's.
 * - With `require-all-validate` nothing is done if one of them cannot be, by its path, its parameters, or the cart's
 *   rules: then `{failed: 'validation', responses}` with those that cannot, null for the others, and status 207, as
 *   WordPress answers. What a reading request does not find in the cart is its own answer.
 * - `Idempotency-Key` and `If-Match` of the batch hold for it as a whole; those of its requests mean nothing. Faults of
 *   ours are the batch's own answer, so that it can be sent again.
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
  // A batch within a batch is found, and cannot be part of it.
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
