import { z } from 'zod';
import type { Cart } from '#contracts/cart.ts';
import { beginCheckout, readCheckout } from '#contracts/checkouts.ts';
import { readOwnAccount } from '#contracts/own-account.ts';
import { refusal, ServiceError, unavailable } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { noticeSentence } from '#platform/sentences/notices.ts';
import { noStore } from '../../http/answer.ts';
import { isAllowed } from '../../http/cors.ts';
import { presented } from '../../routing/answer.ts';
import { cartHeaders, currentCart, readOutcome } from '../../routing/carts.ts';
import { text, wholeNumber } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { type Route, route } from '../../routing/route.ts';

/** Error codes of the routes of a shop without a checkout. */
export const unconfigured: readonly ErrorCode[] = ['service_checkout_not_configured'];

/** Checks that the shop has a checkout. @throws ServiceError `service_checkout_not_configured` */
export function requireCheckout({ deps }: Pick<Request, 'deps'>): void {
  if (deps.returnOrigins === null) throw refusal('service_checkout_not_configured', {});
}

/** Checks an address to which the shopper returns. @throws ServiceError `rest_invalid_param` */
function requireReturnUrl(given: string, { deps: { returnOrigins } }: Pick<Request, 'deps'>): void {
  if (given === '') return;
  const found = URL.parse(given);
  const isPage = found !== null && ['http:', 'https:'].includes(found.protocol);
  if (!isPage || found.username !== '' || !isAllowed(found.origin, returnOrigins ?? []))
    throw invalidParameter('return_url', 'return_url');
}

/**
 * Begins a checkout with the cart of a request. `total` is the total that the shopper agreed to; null for any.
 *
 * @throws ServiceError `service_cart_empty`, `service_checkout_changed`, and the refusals of `beginCheckout`
 */
async function begun(
  request: Request,
  cart: Cart,
  { total, returnUrl }: { readonly total: number | null; readonly returnUrl: string },
) {
  const { once } = request.writeConditions;
  const isCustomer = request.identity.account !== null && !request.identity.trusted;
  const email = isCustomer ? (await request.ask(readOwnAccount, {})).account.email : null;
  return request.ask(beginCheckout, { once, cart, total, returnUrl, email });
}

/** Notices that do not concern what is bought. */
const ofNoConcern: readonly string[] = ['success', 'info'];

/** Returns the changes since the shopper looked, as sentences with their codes. */
function changesIn({ notices }: Cart) {
  return notices
    .filter(({ kind }) => !ofNoConcern.includes(kind))
    .map((notice) => ({ code: 'code' in notice ? notice.code : 'notice', message: noticeSentence(notice) }));
}

/**
 * Returns whether a cart is not what the shopper saw: something was dropped just now, or is not in stock. A changed price
 * counts unless the shopper has agreed to the total.
 */
function isChanged({ notices }: Cart, isAgreed: boolean): boolean {
  return notices.some(
    (one) => one.kind === 'error' || (!isAgreed && 'code' in one && one.code === 'price_changed'),
  );
}

/** Returns the refusal that shows the cart and what has changed in it. */
function changedCart(cart: Cart, request: Request): ServiceError {
  const view = { name: 'cartV2', data: { cart, pictures: true, amounts: 'usual' } } as const;
  return refusal('service_checkout_changed', {
    total: cart.totals.total,
    changes: changesIn(cart),
    cart: presented(view, request, null),
  });
}

/** POST /v2/checkout: begins a checkout, or returns the open one (docs/reference/checkout.md#begin-a-checkout). */
const beginRoute = route({
  method: 'POST',
  path: '/v2/checkout',
  summary: 'Begin a checkout',
  dialect: 'service',
  answers: { 200: { checkout: '' }, 202: { checkout: 'if the shop has not answered in time' } },
  kind: 'cart',
  body: z.object({
    return_url: text(2_000)
      .default('')
      .describe('The page to which the shopper returns after the order, of an origin in `CORS_ORIGINS`.'),
    total: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("The total in minor units that the shopper agreed to; by default the cart's."),
  }),
  errors: [
    ...unconfigured,
    'service_cart_error',
    'service_cart_empty',
    'service_checkout_changed',
    'service_checkout_total_changed',
    'service_revision_mismatch',
    'service_idempotency_key_reused',
  ],
  async handle(request) {
    const { body, writeConditions } = request;
    requireCheckout(request);
    requireReturnUrl(body.return_url, request);
    const cart = await currentCart(request);
    const { ifRevision } = writeConditions;
    if (ifRevision !== null && ifRevision !== cart.revision)
      throw refusal('service_revision_mismatch', { revision: cart.revision });
    if (cart.notices.some((one) => 'code' in one && one.code === 'data_stale')) throw unavailable();
    if (isChanged(cart, body.total !== undefined)) throw changedCart(cart, request);
    if (cart.lines.length === 0) throw refusal('service_cart_empty', {});
    const agreed = { total: body.total ?? cart.totals.total, returnUrl: body.return_url };
    const { checkout, url, confirmed, replayed } = await begun(request, cart, agreed).catch(
      (error: unknown) => {
        const isOther = error instanceof ServiceError && error.code === 'service_checkout_changed';
        throw isOther ? changedCart(cart, request) : error;
      },
    );
    return {
      view: { name: 'checkout', data: { checkout, url } },
      ...(!confirmed && { status: 202 as const }),
      headers: cartHeaders({ ...readOutcome(cart), replayed }),
    };
  },
});

/** GET /v2/checkout/{id}: returns a checkout of the caller (docs/reference/checkout.md#read-a-checkout). */
const readRoute = route({
  method: 'GET',
  path: '/v2/checkout/:id',
  summary: 'A checkout of the caller',
  dialect: 'service',
  answers: { 200: { checkout: '' } },
  kind: 'cart',
  params: z.object({ id: z.string().max(64).describe('The ID of the checkout.') }),
  errors: [...unconfigured, 'service_checkout_not_found'],
  async handle(request) {
    requireCheckout(request);
    const { checkout } = await request.ask(readCheckout, { id: request.params.id });
    return { view: { name: 'checkout', data: { checkout, url: null } }, headers: noStore };
  },
});

export const checkoutRoutes: readonly Route[] = [beginRoute, readRoute];
