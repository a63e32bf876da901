import type { CartOutcome } from './cart-route.ts';

/** Headers of every answer about a cart (contract 2.9). Both names of the key: SDKs read one or the other. */
export function cartHeaders({ cart, replayed }: CartOutcome): Record<string, string> {
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
