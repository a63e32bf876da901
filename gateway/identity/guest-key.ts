import { CartKey } from '#contracts/cart.ts';
import type { Parameters } from '../edge/body.ts';

/** Returns the guest cart key in its stored form; null if it is invalid. */
export function usableKey(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // A key of digits only is the id of a customer. `CartKey` refuses short keys, which can be guessed
  // (docs/reference/cart.md#whose-cart-it-is).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/** The parts of a request that may have a cart key. */
export interface Carrying {
  readonly header: (name: string) => string | undefined;
  readonly body: Parameters;
  readonly query: Parameters;
}

/** Returns all cart keys of a request, the key with the highest precedence first. */
export function givenKeys({ header, body, query }: Carrying): string[] {
  const given = [header('cart-key'), header('cocart-api-cart-key'), body('cart_key'), query('cart_key')];
  return given.flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
}

/**
 * Returns the guest cart key of a request: from a header, else from the body, else from the query.
 * Invalid keys are ignored (docs/reference/cart.md#whose-cart-it-is).
 */
export function carriedKey(carrying: Carrying): string | null {
  return (
    givenKeys(carrying)
      .map(usableKey)
      .find((key) => key !== null) ?? null
  );
}

/** Headers of an answer that caches must not store (docs/reference/README.md#headers). */
export const noStore = {
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  Pragma: 'no-cache',
};

/**
 * Returns the headers of every cart answer. Errors have them too, so that a guest keeps the key
 * after an error. There are two headers with the key, because SDKs read either. Caches must not
 * store the answers (docs/reference/README.md#headers).
 */
export function keyHeaders(key: string): Record<string, string> {
  return {
    'Cart-Key': key,
    'CoCart-API-Cart-Key': key,
    ...noStore,
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
  };
}
