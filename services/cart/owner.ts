import { CartOwner } from '#contracts/cart.ts';

export const owners: readonly CartOwner[] = CartOwner.options;

/** Whose a cart is, by its key: only a customer's is all digits. Asked several times a request. */
export function ownerOf(key: string): CartOwner {
  return /^\d+$/.test(key) ? 'customer' : 'guest';
}
