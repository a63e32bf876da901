import { z } from 'zod';
import { operation } from './operation.ts';

/** A person whose data are erased: the account's id, and the e-mail addresses that it has. */
export const Person = z.object({
  account: z.int().positive(),
  emails: z.array(z.string().trim().toLowerCase().min(1).max(320)).min(1).max(10),
});
export type Person = z.infer<typeof Person>;

/** Deletes the person's own cart, and guests' carts with one of the e-mail addresses: a thousand of them at most. */
export const eraseFromCarts = operation('cart.erase-person', {
  summary: "Deletes a person's carts",
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ carts: z.int().min(0) }),
});

/**
 * Takes the person's name, e-mail and id off reviews, which stay, and off coupons. As many as one change can be of: it
 * is to be repeated until nothing is found. A repeated import of the same records does not bring them back.
 */
export const eraseFromCatalogue = operation('catalogue.erase-person', {
  summary: 'Takes a person off reviews and coupons',
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ reviews: z.int().min(0), coupons: z.int().min(0) }),
});
