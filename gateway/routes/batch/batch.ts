import { accountExists } from '#contracts/cart-owners.ts';
import { carriedKey, refuseCustomerIds } from '../../caller/cart-keys.ts';
import { cartHeaders } from '../../routing/carts.ts';
import type { Request } from '../../routing/request.ts';
import { type Answer, type Route, route } from '../../routing/route.ts';
import { RouteTable } from '../../routing/router.ts';
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
  request: Request,
): Promise<Answer<'batchRefused'>> {
  const failed = all.map((one) => (hasFailed(one) ? one : null));
  const data = await responsesOf(failed, request, { failed: 'validation' });
  return { view: { name: 'batchRefused', data }, headers: headersOf(changed), status: 207 };
}

function headersOf(changed: Changed | null): Readonly<Record<string, string>> {
  return changed ? cartHeaders(changed.outcome) : { 'Cache-Control': 'no-store' };
}

async function answerBatch(
  requests: readonly BatchRequest[],
  allOrNone: boolean,
  request: Request,
  table: RouteTable<Route>,
): Promise<Answer<'batch' | 'batchRefused'>> {
  const checked = await new RequestChecker(request, table).all(requests);
  const isBad = allOrNone && checked.some(({ kind }) => kind === 'refused');
  if (isBad) return answerFailed(doneOf(checked, null), null, request);
  const ofCart = checked.filter((request) => request.kind === 'cart');
  const changed = ofCart.length > 0 ? await changedTogether(ofCart, allOrNone, request) : null;
  const all = doneOf(checked, changed);
  if (allOrNone && changed?.results.some((result) => !result?.ok)) return answerFailed(all, changed, request);
  const cart = changed && oneCartOf(all, changed, request.fields);
  const data = cart ?? (await responsesOf(all, request));
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
    body: BatchBody,
    errors: [
      'service_cart_error',
      'service_already_authenticating_user',
      'service_must_authenticate_user',
      ...writeErrors,
    ],
    cartKey: ({ sent, body }) => carriedKey(sent) ?? keyInRequests(body.requests),
    async handle(request) {
      const { requests, validation } = request.body;
      await refuseCustomerIds(
        customerIdKeysInRequests(requests),
        request.cartKey,
        async (key) => (await request.ask(accountExists, { key })).exists,
      );
      return answerBatch(requests, validation === 'require-all-validate', request, table);
    },
  });
  // The table also contains the batch route, so that the gateway refuses a batch inside a batch with
  // `rest_batch_not_allowed` instead of `rest_no_route`.
  const table = new RouteTable([...routes, batch]);
  return batch;
}
