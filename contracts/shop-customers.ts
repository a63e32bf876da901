import { z } from 'zod';
import { Account } from './accounts.ts';
import { firstOwnId, ImportCounts, idBatch, importBatch } from './catalogue-import.ts';
import { operation } from './operation.ts';

// What `connect` may do with accounts. A process that is taken over can do no more than this: it makes no managers, and
// neither changes how somebody logs in to an account with a password of its own nor learns anything about accounts.

/** The id of a customer in the connected shop, which is also the id of the account. Accounts made here have greater ids. */
export const ShopCustomerId = z
  .int()
  .positive()
  .max(firstOwnId - 1);

/** A customer of the connected shop. The account has the role `customer`, and no password comes with it. */
export const ShopCustomer = Account.omit({ role: true, hasPassword: true }).extend({ id: ShopCustomerId });
export type ShopCustomer = z.infer<typeof ShopCustomer>;

/**
 * Why a customer was not followed. `taken`: another account has the user name or e-mail. `erased`: the account was deleted
 * in this system. `role`: the account has another role than `customer`.
 */
const NotFollowed = z.object({ id: z.int(), why: z.enum(['taken', 'erased', 'role']) });
export type NotFollowed = z.infer<typeof NotFollowed>;

/**
 * Makes and changes accounts as their customers in the connected shop. Only members that changed there since the last time
 * are changed here, so that changes made here stay. An account of another role stays as it is, and an account with a
 * password of its own keeps its user name, e-mail and phone number. A new e-mail revokes all tokens of the account.
 */
export const followCustomers = operation('auth.follow-customers', {
  summary: 'Makes and changes accounts as their customers in the connected shop',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ records: z.array(ShopCustomer).min(1).max(importBatch) }),
  reply: z.object({ outcome: ImportCounts, leftOut: z.array(NotFollowed) }),
});

/** Returns up to 10,000 ids of the accounts that follow a customer of the shop, above `after`, in ascending order. */
export const listShopCustomers = operation('auth.list-shop-customers', {
  summary: 'Ids of the accounts that follow customers of the connected shop, page by page',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'read',
  request: z.object({ after: z.int().min(0) }),
  reply: z.object({ ids: z.array(z.int()).max(idBatch) }),
});

/**
 * Forgets the shop's passwords of some customers, and ends the logins of these accounts. `changed` are customers whose password
 * changed there, with the row of the journal that says so: a password that the shop confirmed after this row stays. Those in
 * `gone` are no longer in the shop, and their accounts follow nobody. A password that was set here is the account's own: it
 * stays, and so do its logins. `forgotten` is the number of accounts whose password was forgotten.
 */
export const forgetShopPasswords = operation('auth.forget-shop-passwords', {
  summary: "Forgets passwords of the connected shop, and ends the accounts' logins",
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({
    changed: z.array(z.object({ id: ShopCustomerId, row: z.int().min(0) })).max(importBatch),
    gone: z.array(ShopCustomerId).max(importBatch),
  }),
  reply: z.object({ forgotten: z.int().min(0), released: z.int().min(0) }),
});

/**
 * Forgets all passwords of the shop, because some may have changed there unnoticed. Logins go on. The next login of each
 * customer asks the shop again.
 */
export const forgetAllShopPasswords = operation('auth.forget-all-shop-passwords', {
  summary: 'Forgets all passwords of the connected shop',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({}),
  reply: z.object({ forgotten: z.int().min(0) }),
});
