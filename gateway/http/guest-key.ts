import { CartKey } from '#contracts/cart.ts';
import type { Parameters } from './body.ts';

/** What was given as a guest's key, as carts are kept under it; null for what is not fit to be one. */
export function usableKey(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // A number is a customer's, and what is short could be guessed (docs/reference/cart.md#whose-cart-it-is).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/** Everything that a request gives as a cart's key, the first that counts first. */
export function givenKeys(header: (name: string) => string | undefined, query: Parameters): string[] {
  const given = [header('cart-key'), header('cocart-api-cart-key'), query('cart_key')];
  return given.flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
}

/**
 * The key of a guest's cart that a request carries: in a header, else in the query. One that is not fit to be a key is
 * ignored like an absent one (docs/reference/cart.md#whose-cart-it-is).
 */
export function carriedKey(header: (name: string) => string | undefined, query: Parameters): string | null {
  return (
    givenKeys(header, query)
      .map(usableKey)
      .find((key) => key !== null) ?? null
  );
}

/** Headers of an answer that nobody keeps (docs/reference/README.md#headers). */
export const noStore = {
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  Pragma: 'no-cache',
};

/**
 * Headers of every answer about a cart, of an error, too, so that a guest who was refused or not answered comes back
 * with the same key: both names of it, since SDKs read one or the other. Nobody keeps such an answer
 * (docs/reference/README.md#headers).
 */
export function keyHeaders(key: string): Record<string, string> {
  return {
    'Cart-Key': key,
    'CoCart-API-Cart-Key': key,
    ...noStore,
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
  };
}
