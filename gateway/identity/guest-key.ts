import { CartKey } from '#contracts/cart.ts';
import type { Parameters } from '../edge/body.ts';

/** Returns a guest's cart key in the form in which it is stored; null for an invalid key. */
export function usableKey(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // A key that consists of digits is the id of a customer. `CartKey` refuses short keys, because an attacker
  // could guess a short key (docs/reference/cart.md#whose-cart-it-is).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/** The headers, body and query of a request, which may contain a cart key. */
export interface CartKeySources {
  readonly header: (name: string) => string | undefined;
  readonly body: Parameters;
  readonly query: Parameters;
}

/** Returns all cart keys of a request, valid or not, in the order of their precedence. */
export function givenKeys({ header, body, query }: CartKeySources): string[] {
  const given = [header('cart-key'), header('cocart-api-cart-key'), body('cart_key'), query('cart_key')];
  return given.flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
}

/**
 * Returns the valid guest cart key in a header, the body or the query, in this order; null without a valid key.
 * Invalid keys are ignored (docs/reference/cart.md#whose-cart-it-is).
 */
export function carriedKey(carrying: CartKeySources): string | null {
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
 * Returns the headers of every cart answer (docs/reference/README.md#headers). Errors have these headers too,
 * so that a guest keeps the cart key. The key is in two headers, because SDKs read different headers.
 */
export function keyHeaders(key: string): Record<string, string> {
  return {
    'Cart-Key': key,
    'CoCart-API-Cart-Key': key,
    ...noStore,
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
  };
}
