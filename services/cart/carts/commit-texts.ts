import type { WriteConditions } from '#contracts/write.ts';
import { writeDigest } from '#platform/events/write-digest.ts';
import { cartEventOf } from '../domain/cart-event.ts';
import type { CartState } from '../domain/state.ts';

/** Returns the billing e-mail address in lower case, by which managers search carts. Empty without an address. */
export function emailOf({ customer }: CartState): string {
  return customer.billing.email.toLowerCase();
}

/**
 * Returns the event of a change as JSON. The event contains the digest of the write's idempotency key, so that
 * consumers can find the write that made a revision.
 */
export function eventOf(state: CartState, conditions: WriteConditions | null, isFirst: boolean): string {
  const event = cartEventOf(isFirst ? 'cart.created' : 'cart.changed', state);
  return JSON.stringify(conditions ? { ...event, write: writeDigest(conditions.once.key) } : event);
}
