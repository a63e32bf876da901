import { CartKey, CartOwner } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/context.ts';
import { refusal } from '#platform/errors/errors.ts';

export const owners: readonly CartOwner[] = CartOwner.options;

/**
 * Returns whether a cart key belongs to a guest or to a customer. Only the keys of customers consist of digits.
 */
export function ownerOf(key: string): CartOwner {
  return /^\d+$/.test(key) ? 'customer' : 'guest';
}

/** Returns the id of the customer whose cart has this key; empty for a guest's cart. */
export function customerOf(key: string): string {
  return ownerOf(key) === 'customer' ? key : '';
}

/**
 * Returns the cart key for the new cart of a guest, after the guest's old cart was transferred.
 *
 * @throws ServiceError if `fresh` in the caller's claim is not the key of a guest's cart
 */
export function freshKey({ claim }: Context): string {
  const key = CartKey.safeParse(claim?.fresh);
  if (!key.success || customerOf(key.data) !== '') throw refusal('service_not_allowed', {});
  return key.data;
}
