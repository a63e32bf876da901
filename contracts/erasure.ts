import { z } from 'zod';
import { operation } from './operation.ts';

/** A person to erase: the account's id and its e-mail addresses. */
export const Person = z.object({
  account: z.int().positive(),
  emails: z.array(z.string().trim().toLowerCase().min(1).max(320)).min(1).max(10),
});
export type Person = z.infer<typeof Person>;

/** Deletes the person's cart and guests' carts with one of the e-mail addresses, at most a thousand. */
export const eraseFromCarts = operation('cart.erase-person', {
  summary: "Deletes a person's carts",
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ carts: z.int().min(0) }),
});

/**
 * Removes the person's name, e-mail and id from reviews and coupons, which stay. One call handles one batch; repeat
 * the call until it changes nothing. A repeated import of the same records does not restore the data.
 */
export const eraseFromCatalogue = operation('catalogue.erase-person', {
  summary: 'Erases a person from reviews and coupons',
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ reviews: z.int().min(0), coupons: z.int().min(0) }),
});
