import { randomBytes } from 'node:crypto';
import { CartKey } from '#contracts/cart.ts';
import type { Parameters } from './body.ts';

/** What was given as a guest's key, as carts are kept under it; null for what is not fit to be one. */
export function usableKey(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // A number is a customer's, and what is short could be guessed (reliability, settled rules).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/**
 * The key of a guest's cart that a request carries: in a header, else in the query. One that is not fit to be a key is
 * ignored like an absent one (contract 2.8).
 */
export function carriedKey(header: (name: string) => string | undefined, query: Parameters): string | null {
  return usableKey(header('cart-key') || header('cocart-api-cart-key') || query('cart_key'));
}

/** A key that nobody can guess, for a guest who has none. */
export function newKey(): string {
  return `t_${randomBytes(16).toString('hex')}`;
}
