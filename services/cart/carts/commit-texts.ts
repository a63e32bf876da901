import type { Marks } from '#contracts/write.ts';
import { writeDigest } from '#platform/events/write-digest.ts';
import { cartEventOf } from '../domain/cart-event.ts';
import type { CartState } from '../domain/state.ts';

/** By what a cart is found again: the customer's e-mail in small letters; empty when there is none. */
export function emailOf({ customer }: CartState): string {
  return customer.billing.email.toLowerCase();
}

/** The event of a change. It names the write, so that the events of a cart say which write made which revision. */
export function eventOf(state: CartState, marks: Marks | null, isFirst: boolean): string {
  const event = cartEventOf(isFirst ? 'cart.created' : 'cart.changed', state);
  return JSON.stringify(marks ? { ...event, write: writeDigest(marks.once.key) } : event);
}
