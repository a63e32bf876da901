import { CartKey, CartOwner } from '#contracts/cart.ts';
import type { Context } from '#platform/bus/context.ts';
import { refusal } from '#platform/errors/errors.ts';

export const owners: readonly CartOwner[] = CartOwner.options;

/** Whose a cart is, by its key: only a customer's is all digits. Asked several times a request. */
export function ownerOf(key: string): CartOwner {
  return /^\d+$/.test(key) ? 'customer' : 'guest';
}

/** The id of the customer whose cart has this key; empty for a guest's. */
export function customerOf(key: string): string {
  return ownerOf(key) === 'customer' ? key : '';
}

/** Key of the cart that a guest gets whose own went to a customer. @throws ServiceError for a caller without one */
export function freshKey({ claim }: Context): string {
  const key = CartKey.safeParse(claim?.fresh);
  if (!key.success || customerOf(key.data) !== '') throw refusal('service_not_allowed', {});
  return key.data;
}
