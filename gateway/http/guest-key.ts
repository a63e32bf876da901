import { randomBytes } from 'node:crypto';
import { CartKey } from '#contracts/cart.ts';
import type { Parameters } from './body.ts';

function usable(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // A number is a customer's, and what is short could be guessed (reliability, settled rules).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/**
 * The key of a guest's cart: of a header, else of the query. One that is not fit to be a key is ignored like an absent
 * one, and a fresh one is made (contract 2.8).
 */
export function guestKey(header: (name: string) => string | undefined, query: Parameters): string {
  const given = header('cart-key') || header('cocart-api-cart-key') || query('cart_key');
  return usable(given) ?? `t_${randomBytes(16).toString('hex')}`;
}
