import { z } from 'zod';
import { operation } from './operation.ts';

/** A person whose data are erased: the id of the account, and e-mail addresses of the person. */
export const Person = z.object({
  account: z.int().positive(),
  emails: z.array(z.string().trim().toLowerCase().min(1).max(320)).min(1).max(10),
});
export type Person = z.infer<typeof Person>;

/**
 * Deletes the cart of the account, and guests' carts whose transfer to this cart is not finished. For each of the
 * e-mail addresses, also deletes up to a thousand guests' carts with this address.
 */
export const eraseFromCarts = operation('cart.erase-person', {
  summary: "Deletes a person's carts",
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ carts: z.int().min(0) }),
});

/**
 * Removes the name, e-mail and id of a person from reviews and coupons, without deleting the reviews and
 * coupons. One call changes a limited number of records, so the caller repeats the call until nothing is
 * changed. A later import of the same records does not restore the data.
 */
export const eraseFromCatalogue = operation('catalogue.erase-person', {
  summary: 'Erases a person from reviews and coupons',
  access: 'operator',
  effect: 'write',
  request: z.object({ person: Person }),
  reply: z.object({ reviews: z.int().min(0), coupons: z.int().min(0) }),
});
