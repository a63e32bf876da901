import { CartEvent } from '#contracts/cart.ts';
import type { AnyEvent } from '#contracts/events.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import { customerOf } from '../carts/owner.ts';
import type { OutboxEntry } from '../store/outbox-store.ts';

/**
 * Returns the public event of an outbox entry. The event has a digest of the cart key instead of the key, because the
 * key is secret.
 */
export function publicCartEvent({ place, cartKey, revision, event }: OutboxEntry): AnyEvent {
  const { type, lines, items, to, write } = CartEvent.parse(JSON.parse(event));
  const cart = cartDigest(cartKey);
  const customer = Number(customerOf(cartKey)) || null;
  const base = { id: `${cart}:${revision}`, at: Number(place.split('-', 1)[0]) };
  const data = { cart, customer, revision, items, lines, ...(write === undefined ? {} : { write }) };
  if (type === 'cart.transferred') return { ...base, type, data: { ...data, to: to ?? 0 } };
  return { ...base, type, data };
}
