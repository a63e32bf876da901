import type { Cart } from '#contracts/cart.ts';
import type { WriteRate } from '#contracts/cart-commands.ts';
import { rateHeaders } from '../http/rate-headers.ts';

/** What headers tell of: a cart, whether a write was done before, how many more may be made. */
interface Told {
  readonly cart: Cart;
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/**
 * Headers of every answer about a cart (contract 2.9). Both names of its key and its times: SDKs read one or the other.
 */
export function cartHeaders({ cart, replayed, rate }: Told): Record<string, string> {
  const [expiring, expiration] = [String(cart.renewsAt), String(cart.expiresAt)];
  const now = Date.now();
  return {
    'Cart-Key': cart.key,
    'CoCart-API-Cart-Key': cart.key,
    'Cart-Expiring': expiring,
    'CoCart-API-Cart-Expiring': expiring,
    'Cart-Expiration': expiration,
    'CoCart-API-Cart-Expiration': expiration,
    'CoCart-Timestamp': String(Math.floor(now / 1_000)),
    ETag: `"${cart.revision}"`,
    'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
    Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
    Pragma: 'no-cache',
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
    ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    ...(rate && rateHeaders(rate, now)),
  };
}
