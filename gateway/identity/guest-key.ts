import { CartKey } from '#contracts/cart.ts';
import type { Parameters } from '../edge/body.ts';

/** Returns a given guest cart key in its stored form; null if it is invalid. */
export function usableKey(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // Digits are a customer id, and short keys can be guessed (docs/reference/cart.md#whose-cart-it-is).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/** The places of a cart key in a request. */
export interface Carrying {
  readonly header: (name: string) => string | undefined;
  readonly body: Parameters;
  readonly query: Parameters;
}

/** Returns all cart keys of a request, in order of precedence. */
export function givenKeys({ header, body, query }: Carrying): string[] {
  const given = [header('cart-key'), header('cocart-api-cart-key'), body('cart_key'), query('cart_key')];
  return given.flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
}

/**
 * Returns the guest cart key of a request, from a header, else from the body, else from the query. An invalid
 * key is ignored (docs/reference/cart.md#whose-cart-it-is).
 */
export function carriedKey(carrying: Carrying): string | null {
  return (
    givenKeys(carrying)
      .map(usableKey)
      .find((key) => key !== null) ?? null
  );
}

/** Headers of an answer that must not be stored (docs/reference/README.md#headers). */
export const noStore = {
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  Pragma: 'no-cache',
};

/**
 * Returns the headers of every cart answer, errors included, so that a guest keeps the key after an error.
 * SDKs read either name. Such answers are not stored (docs/reference/README.md#headers).
 */
export function keyHeaders(key: string): Record<string, string> {
  return {
    'Cart-Key': key,
    'CoCart-API-Cart-Key': key,
    ...noStore,
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
  };
}
