import { z } from 'zod';
import { Cart, CartOwner } from './cart.ts';
import { operation } from './operation.ts';

/** A cart in the administrators' list. Times are Unix milliseconds, amounts minor units. */
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

/** Sort orders of a list of carts: by first commit, last commit or expiry. */
export const SessionOrder = z.enum(['created', 'updated', 'expiry']);
export type SessionOrder = z.infer<typeof SessionOrder>;

/** A cart key as an administrator sent it. An invalid key matches no cart. */
const AnyKey = z.string().max(200);

/** Returns a page of the stored carts of all shards; empty past the last page. */
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
    /** Prefix of a cart key or e-mail address; case does not matter. A search looks at the first thousand matches. */
    search: z.string().max(200).default(''),
    owner: CartOwner.nullable().default(null),
    /** Only the cart of this customer. */
    customer: z.string().max(20).nullable().default(null),
  }),
  reply: z.object({
    sessions: z.array(SessionRecord),
    /** Keys of carts of this page that did not fit into the message; read each with `readSession`. */
    left: z.array(z.string()),
    /** Number of matches; for a search, at most a thousand. */
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

/** Deletes a cart of any owner. Refusals: `service_session_not_valid` when it does not exist. */
export const deleteSession = operation('cart.delete-session', {
  summary: 'Deletes a cart',
  access: 'manager',
  effect: 'write',
  request: z.object({ key: AnyKey }),
  reply: z.object({ deleted: z.literal(true) }),
});
