import { z } from 'zod';
import { Cart, CartOwner } from './cart.ts';
import { operation } from './operation.ts';

/** A cart as an administrator's list shows it. Times are Unix milliseconds, amounts minor units. */
export const SessionRecord = z.object({
  key: z.string(),
  owner: CartOwner,
  createdAt: z.int(),
  updatedAt: z.int(),
  expiresAt: z.int(),
  /** The cart with its lines priced as they are now. */
  cart: Cart,
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** Orders of a list of carts: by their first commit, their last one, or their end. */
export const SessionOrder = z.enum(['created', 'updated', 'expiry']);
export type SessionOrder = z.infer<typeof SessionOrder>;

/** What somebody takes for a cart's key. One that can be none is that of a cart which is not there. */
const AnyKey = z.string().max(200);

/** A page of the carts that are kept, in all shards. Empty beyond the last page. */
export const listSessions = operation('cart.list-sessions', {
  summary: 'Carts that are kept, page by page',
  access: 'manager',
  effect: 'read',
  request: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(10),
    orderby: SessionOrder.default('updated'),
    descending: z.boolean().default(true),
    /** Beginning of a cart's key or of its e-mail address, in any case; of what fits, the first thousand are looked at. */
    search: z.string().max(200).default(''),
    owner: CartOwner.nullable().default(null),
    /** Only the cart of the customer with this id. */
    customer: z.string().max(20).nullable().default(null),
  }),
  reply: z.object({
    sessions: z.array(SessionRecord),
    /** Keys of the page's further carts where one message does not hold them all: `readSession` has each. */
    left: z.array(z.string()),
    /** All that fit; of a search, a thousand at most. */
    total: z.int().min(0),
  }),
});

/** One cart by its key. Refusals: `service_cart_in_session_not_valid`. */
export const readSession = operation('cart.read-session', {
  summary: 'One cart that is kept',
  access: 'manager',
  effect: 'read',
  request: z.object({ key: AnyKey }),
  reply: z.object({ session: SessionRecord }),
});

/** Deletes a cart, whoever's it is. Refusals: `service_session_not_valid` when there is none. */
export const deleteSession = operation('cart.delete-session', {
  summary: 'Deletes a cart',
  access: 'manager',
  effect: 'write',
  request: z.object({ key: AnyKey }),
  reply: z.object({ deleted: z.literal(true) }),
});
