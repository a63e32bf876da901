import type { Cart, Notice } from '#contracts/cart.ts';
import type { Answer } from '../http/route.ts';

/** How a cart is shown in one answer. */
interface Shown {
  readonly pictures: boolean;
  /** Whether the write was done by an earlier request with the same key. */
  readonly replayed?: boolean;
  /** What the gateway has to say beside the cart's own notices. */
  readonly notices?: readonly Notice[];
}

/** Headers of every answer about a cart (contract 2.9). Both names of the key: SDKs read one or the other. */
function cartHeaders(cart: Cart, replayed: boolean): Record<string, string> {
  return {
    'Cart-Key': cart.key,
    'CoCart-API-Cart-Key': cart.key,
    'CoCart-API-Cart-Expiring': String(cart.renewsAt),
    'CoCart-API-Cart-Expiration': String(cart.expiresAt),
    ETag: `"${cart.revision}"`,
    'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
    ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
  };
}

/** The answer of a route that gives the whole cart. */
export function cartAnswer(cart: Cart, { pictures, replayed = false, notices = [] }: Shown): Answer {
  const shown = notices.length === 0 ? cart : { ...cart, notices: [...cart.notices, ...notices] };
  return {
    view: { name: 'cartV2', data: { cart: shown, pictures } },
    headers: cartHeaders(cart, replayed),
  };
}

/** The answer of a route that gives one line; the whole cart where a replay finds the line gone. */
export function lineAnswer(cart: Cart, lineKey: string, shown: Shown): Answer {
  const line = cart.lines.find(({ key }) => key === lineKey);
  if (!line) return cartAnswer(cart, shown);
  const { pictures, replayed = false } = shown;
  return {
    view: { name: 'cartItemV2', data: { cart, line, pictures } },
    headers: cartHeaders(cart, replayed),
  };
}
