import type { Cart } from '#contracts/cart.ts';
import type { WriteRate } from '#contracts/cart-commands.ts';
import { keyHeaders } from '../http/guest-key.ts';
import { rateHeaders } from '../http/rate-headers.ts';

/** What headers tell of: a cart, whether a write was done before, how many more may be made. */
interface Told {
  readonly cart: Cart;
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/** Headers of every answer that shows a cart (docs/reference/README.md#headers), its times under both names, too. */
export function cartHeaders({ cart, replayed, rate }: Told): Record<string, string> {
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
