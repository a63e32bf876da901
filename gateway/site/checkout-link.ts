import { refusal } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import { usableKey } from '../caller/cart-keys.ts';
import { isVersion, type Mounts, normalizedPath } from '../http/mounts.ts';
import type { GatewayContext, GatewayMiddleware } from '../http/request-state.ts';
import type { Route } from '../routing/route.ts';

const parameter = 'cocart-load-cart';
/** The text in `CHECKOUT_URL` that is replaced with the cart key. */
export const keyPlace = '{cart_key}';

/** First segments of paths that are no pages of a shop, beside those of routes. */
const ownSegments = ['wp-json', 'docs', 'health', 'media', 'openapi.json', 'placeholder.svg', '.well-known'];

const firstSegment = (path: string) => path.split('/', 2)[1] ?? '';

/** Dependencies of `checkoutLink`. */
interface CheckoutLinkDeps {
  readonly checkoutUrl?: string | undefined;
  /** Begins a checkout with a cart, and returns its link; absent without a connection to WooCommerce. */
  readonly begin?: ((key: string, ctx: GatewayContext) => Promise<string>) | undefined;
  readonly mounts: Mounts;
  readonly routes: readonly Route[];
}

/**
 * Answers `GET /?cocart-load-cart=KEY` with a redirect to the checkout of the shop (docs/checkout.md). The same is true
 * for every path outside the interface, because shops translate and rename their pages: `/de/warenkorb/`. With a
 * connection to WooCommerce, the request begins a checkout. Otherwise the address is that of `CHECKOUT_URL` with the cart
 * key. Both are secrets, so caches do not store the answer and browsers send no referrer.
 *
 * @throws ServiceError `rest_no_route` without a connection and `CHECKOUT_URL`, `rest_invalid_param` for an invalid key
 */
export function checkoutLink({ checkoutUrl, begin, mounts, routes }: CheckoutLinkDeps): GatewayMiddleware {
  const own = new Set([...ownSegments, ...routes.map(({ path }) => firstSegment(path))]);
  const isPage = (path: string) => {
    const { mount, inside } = mounts.of(path);
    const isOfMount = inside !== null && mount.prefix !== '';
    const segment = firstSegment(path);
    return !isOfMount && !own.has(segment) && !isVersion(segment);
  };
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || !ctx.querystring.includes(parameter) || !isPage(normalizedPath(ctx.path))) return next();
    const given = new URLSearchParams(ctx.querystring).get(parameter);
    if (given === null) return next();
    ctx.state.route = '/checkout-link';
    if (checkoutUrl === undefined && begin === undefined)
      throw refusal('rest_no_route', { reason: 'checkout' });
    const key = usableKey(given);
    if (key === null) throw invalidParameter(parameter, 'cart_key');
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    const location = begin
      ? await begin(key, ctx)
      : (checkoutUrl ?? '').replaceAll(keyPlace, encodeURIComponent(key));
    ctx.set('Location', location);
    ctx.status = 302;
    ctx.body = '';
  };
}
