import { z } from 'zod';
import { Cart, CartOwner } from './cart.ts';
import { operation } from './operation.ts';

/** A cart in the list for managers. Times are in Unix milliseconds, amounts in minor units. */
export const SessionRecord = z.object({
  key: z.string(),
  owner: CartOwner,
  createdAt: z.int(),
  updatedAt: z.int(),
  expiresAt: z.int(),
  /** The cart with its lines at current prices. */
  cart: Cart,
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** Sort orders of a list of carts: by the time of the first commit, of the last commit, or of the expiry. */
export const SessionOrder = z.enum(['created', 'updated', 'expiry']);
export type SessionOrder = z.infer<typeof SessionOrder>;

/** A cart key that a manager sent. An invalid key matches no cart. */
const AnyKey = z.string().max(200);

/** Returns a page of the stored carts of all shards. After the last page, the list is empty. */
export const listSessions = operation('cart.list-sessions', {
  summary: 'The stored carts, page by page',
  access: 'manager',
  effect: 'read',
  mayBeSlow: true,
  request: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(10),
    orderby: SessionOrder.default('updated'),
    descending: z.boolean().default(true),
    /**
     * First characters of a cart key or e-mail address, in upper or lower case. A search finds at most a
     * thousand carts.
     */
    search: z.string().max(200).default(''),
    owner: CartOwner.nullable().default(null),
    /** Account id of the customer whose cart is returned; null for all carts. */
    customer: z.string().max(20).nullable().default(null),
  }),
  reply: z.object({
    sessions: z.array(SessionRecord),
    /**
     * Keys of the carts of this page that did not fit into the message. The caller reads each of these carts
     * with `readSession`.
     */
    left: z.array(z.string()),
    /** Number of carts that match; for a search, at most a thousand. */
    total: z.int().min(0),
  }),
});

/** Returns one cart by its key. Refusals: `service_cart_in_session_not_valid`. */
export const readSession = operation('cart.read-session', {
  summary: 'One stored cart',
  access: 'manager',
  effect: 'read',
  request: z.object({ key: AnyKey }),
  reply: z.object({ session: SessionRecord }),
});

/**
 * Deletes the cart of a guest or customer with this key. Refusals: `service_session_not_valid` for an unknown key.
 */
export const deleteSession = operation('cart.delete-session', {
  summary: 'Deletes a cart',
  access: 'manager',
  effect: 'write',
  request: z.object({ key: AnyKey }),
  reply: z.object({ deleted: z.literal(true) }),
});
