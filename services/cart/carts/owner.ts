import { CartOwner } from '#contracts/cart.ts';

export const owners: readonly CartOwner[] = CartOwner.options;

/** Whose a cart is, by its key: only a customer's is all digits. Asked several times a request. */
export function ownerOf(key: string): CartOwner {
  return /^\d+$/.test(key) ? 'customer' : 'guest';
}

/** The id of the customer whose cart has this key; empty for a guest's. */
export function customerOf(key: string): string {
  return ownerOf(key) === 'customer' ? key : '';
}
