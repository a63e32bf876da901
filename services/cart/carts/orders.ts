import type { z } from 'zod';
import { takeOrdered } from '#contracts/checkouts.ts';
import { nobody } from '#contracts/claim.ts';
import { type Context, type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { CartWrite } from '../domain/commands.ts';
import { type CartState, ownerOf, readable } from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';

interface OrdersDeps {
  readonly store: Pick<CartStore, 'read'>;
  readonly carts: { change(key: string, write: CartWrite, context: Context): Promise<unknown> };
}

export function orderOperations(deps: OrdersDeps): ImplementedOperation[] {
  return [
    implement(takeOrdered, async (request, context) => ({ changed: await take(deps, request, context) })),
  ];
}

/**
 * Takes what was ordered out of a cart; if a customer has taken over this cart, out of the customer's. Returns whether
 * the cart has changed.
 *
 * @throws ServiceError `service_unavailable` during a transfer of the cart
 */
async function take(
  { store, carts }: OrdersDeps,
  { cart, ...ordered }: z.output<typeof takeOrdered.request>,
  context: Context,
): Promise<boolean> {
  const state = readable(await store.read(cart));
  if (!state || state.ordered?.includes(ordered.checkout)) return false;
  const { moving } = state;
  if (moving && !moving.done) throw unavailable('the cart is taken over at the moment');
  if (moving) return take({ store, carts }, { cart: moving.to, ...ordered }, context);
  const change = { kind: 'take-ordered', ...ordered } as const;
  const write = { conditions: null, together: null, changes: [change] };
  await carts.change(cart, write, onBehalfOf(cart, state, context));
  return true;
}

/** Returns a context with the claim of the cart's owner, whose prices count. */
function onBehalfOf(cart: string, { audience }: CartState, context: Context): Context {
  if (ownerOf(cart) === 'guest') return { ...context, claim: { ...nobody, cart } };
  return { ...context, claim: { ...nobody, kind: 'customer', account: Number(cart), audience, cart } };
}
