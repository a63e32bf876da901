import type { CartStanding } from '#contracts/cart.ts';
import type { WriteRate } from '#contracts/cart-commands.ts';
import { rateHeaders } from '../../edge/rate-headers.ts';
import { keyHeaders } from '../../identity/guest-key.ts';

/**
 * Data for the headers: the cart, the rate limit, and whether the answer repeats the stored outcome of an
 * earlier write.
 */
interface CartAnswer {
  readonly cart: CartStanding;
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/**
 * Returns the headers of every answer about a cart (docs/reference/README.md#headers). The renewal time is in
 * two headers with different names, and so is the expiry time.
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
