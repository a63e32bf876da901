import type { Cart } from '#contracts/cart.ts';
import type { WriteRate } from '#contracts/cart-commands.ts';
import { rateHeaders } from '../../edge/rate-headers.ts';
import { keyHeaders } from '../../identity/guest-key.ts';

/** The data of which the headers are made: the cart, whether the answer is repeated, and the rate limit. */
interface CartAnswer {
  readonly cart: Cart;
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/**
 * Returns the headers of every answer about a cart (docs/reference/README.md#headers). Each of the cart's two
 * times is in two headers with different names.
 */
export function cartHeaders({ cart, replayed, rate }: CartAnswer): Record<string, string> {
  const [expiring, expiration] = [String(cart.renewsAt), String(cart.expiresAt)];
  const now = Date.now();
  return {
    ...keyHeaders(cart.key),
    'Cart-Expiring': expiring,
    'CoCart-API-Cart-Expiring': expiring,
    'Cart-Expiration': expiration,
    'CoCart-API-Cart-Expiration': expiration,
    'CoCart-Timestamp': String(Math.floor(now / 1_000)),
    ETag: `"${cart.revision}"`,
    ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    ...(rate && rateHeaders(rate, now)),
  };
}
