import { invalidParameter, refusal } from '#platform/errors/errors.ts';
import type { GatewayMiddleware } from '../edge/request-state.ts';
import { usableKey } from '../identity/guest-key.ts';

const parameter = 'cocart-load-cart';
/** The text in `CHECKOUT_URL` that is replaced with the cart key. */
export const keyPlace = '{cart_key}';

/** The paths to which CoCart storefronts send shoppers who want to check out. */
const paths: ReadonlySet<string> = new Set(['/', '/index.php', '/cart', '/cart/', '/checkout', '/checkout/']);

/**
 * Answers `GET /?cocart-load-cart=KEY` with a redirect to the checkout of the shop (docs/checkout.md). The
 * answer contains a cart key, which is a secret, so caches do not store the answer and browsers send no
 * referrer.
 *
 * @throws ServiceError `rest_no_route` without `CHECKOUT_URL`, `rest_invalid_param` for an invalid key
 */
export function checkoutLink(checkoutUrl: string | undefined): GatewayMiddleware {
  return (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || !paths.has(ctx.path) || !ctx.querystring.includes(parameter)) return next();
    const given = new URLSearchParams(ctx.querystring).get(parameter);
    if (given === null) return next();
    ctx.state.route = '/checkout-link';
    if (checkoutUrl === undefined) {
      const message = 'This shop has no checkout. Its operator sets the address in CHECKOUT_URL.';
      throw refusal('rest_no_route', {}, { message });
    }
    const key = usableKey(given);
    if (key === null) throw invalidParameter(parameter, 'is no key of a cart.');
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('Location', checkoutUrl.replaceAll(keyPlace, encodeURIComponent(key)));
    ctx.status = 302;
    ctx.body = '';
    return Promise.resolve();
  };
}
