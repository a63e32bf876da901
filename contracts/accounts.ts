import { z } from 'zod';
import { Role } from './audience.ts';
import { Customer } from './cart.ts';
import { ImportCounts } from './catalogue-import.ts';
import { operation } from './operation.ts';

/** Maximum length of a first, last or display name, in characters. */
export const longestName = 200;
const name = z.string().max(longestName);

/**
 * A user name for login, in upper or lower case. A `:` is not allowed, because HTTP Basic credentials have a
 * `:` after the name.
 */
export const UserName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\s:][^:\p{Cc}]*$/u);
/**
 * An e-mail address as the account's owner entered it. Searches for an account ignore upper and lower case.
 */
export const Email = z.email().max(320);
/** A phone number in E.164 form, such as `+447700900123`. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** Minimum and maximum length of a new password, in characters. */
export const passwordLength = { least: 10, most: 200 };

/**
 * Returns whether a new password is long enough. Counts the Unicode characters of the normalized (NFKC)
 * password.
 */
export function isLongEnough(password: string): boolean {
  return [...password.normalize('NFKC')].length >= passwordLength.least;
}

/** A new password with an allowed length. */
export const Password = z
  .string()
  .max(passwordLength.most)
  .refine(isLongEnough, {
    error: `a password has at least ${passwordLength.least} characters`,
  });

/** The shop's title, from which a new password must not be built; empty if the title is unknown. */
export const ShopTitle = z.string().max(200).default('');

/**
 * An account. `id` is the public `user_id` and the key of the customer's cart. Ids are never reused. `addresses` are
 * copied into each new cart of the account. Times are Unix milliseconds.
 */
export const Account = z.object({
  // At most 15 digits, because the id is also a cart key (`CustomerKey`).
  id: z.int().positive().max(999_999_999_999_999),
  username: UserName,
  email: Email,
  /** The phone number; empty if the account has no phone number. */
  phone: z.union([z.literal(''), Phone]),
  firstName: name,
  lastName: name,
  displayName: name,
  role: Role,
  addresses: Customer,
  createdAt: z.int(),
  /** False for an imported account without a password. */
  hasPassword: z.boolean(),
});
export type Account = z.infer<typeof Account>;

/** An operator's reference to an account: its user name, e-mail, phone number or id. */
const AccountReference = z.string().trim().min(1).max(320);

/**
 * Creates an account. Refusals: `service_account_exists` if another account has the user name, e-mail or
 * phone number, `service_password_too_common` for a password that is easy to guess.
 */
export const createAccount = operation('auth.create-account', {
  summary: 'Creates an account',
  access: 'operator',
  effect: 'write',
  request: z.object({
    username: UserName,
    email: Email,
    phone: z.union([z.literal(''), Phone]).default(''),
    firstName: name.default(''),
    lastName: name.default(''),
    role: Role.default('customer'),
    password: Password.nullable(),
    shop: ShopTitle,
  }),
  reply: z.object({ account: Account }),
});

/** Returns the account with this reference. Refusals: `service_account_not_found`. */
export const readAccount = operation('auth.read-account', {
  summary: 'One account',
  access: 'operator',
  effect: 'read',
  request: z.object({ reference: AccountReference }),
  reply: z.object({
    account: Account,
    /** Address of the connected shop, where the person may have checkouts; empty without a connection. */
    connectedShop: z.string().default(''),
  }),
});

export const listAccounts = operation('auth.list-accounts', {
  summary: 'Accounts by their user names, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(20),
    /** The first characters of a user name, e-mail or phone number, in upper or lower case. */
    search: z.string().max(200).default(''),
    role: Role.nullable().default(null),
  }),
  reply: z.object({ accounts: z.array(Account), total: z.int().min(0) }),
});

/**
 * Changes to an account. Members that are absent stay unchanged. If the display name is empty, the account
 * is shown with its first and last name, or with its user name.
 */
export const AccountChange = Account.pick({
  email: true,
  phone: true,
  firstName: true,
  lastName: true,
  displayName: true,
  role: true,
}).partial();
export type AccountChange = z.infer<typeof AccountChange>;

/**
 * Changes an account. If one change is refused, no change is applied. A new e-mail or role revokes all
 * tokens of the account; `tokensEnded` is then true.
 *
 * Refusals: `service_account_not_found`, `service_account_exists` if another account has the e-mail or
 * phone number.
 */
export const setAccount = operation('auth.set-account', {
  summary: 'Changes the e-mail, phone, names or role of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, change: AccountChange }),
  reply: z.object({ account: Account, tokensEnded: z.boolean() }),
});

/**
 * Sets the password of an account and revokes all tokens of the account. Refusals:
 * `service_account_not_found`, `service_password_too_common`.
 */
export const setPassword = operation('auth.set-password', {
  summary: 'Sets the password of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, password: Password, shop: ShopTitle }),
  reply: z.object({ account: Account }),
});

/**
 * Deletes an account with its tokens and key pairs. Before this call, `cartwright users delete` erases the
 * person's data in the other services. Refusals: `service_account_not_found`.
 */
export const deleteAccount = operation('auth.delete-account', {
  summary: 'Deletes an account with its tokens and key pairs',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference }),
  reply: z.object({ account: Account }),
});

/**
 * A WordPress password hash: phpass with at most 2^16 rounds, or bcrypt with a cost of at most 14. A hash
 * with a higher cost is refused, because its verification would delay other logins. Since WordPress 6.8,
 * bcrypt hashes have the prefix `$wp`.
 */
export const WordPressHash = z
  .string()
  .regex(
    /^(\$[PH]\$[5-9A-E][./0-9A-Za-z]{30}|(\$wp)?\$2[aby]\$(0[4-9]|1[0-4])\$[./0-9A-Za-z]{53})$/,
    'must be a phpass or bcrypt hash that is not too costly to verify',
  );

/**
 * An account from another shop. `id` is the account's id in that shop. `passwordHash` is null if the hash is unknown.
 */
export const ImportedAccount = Account.omit({ hasPassword: true }).extend({
  passwordHash: WordPressHash.nullable(),
});
export type ImportedAccount = z.infer<typeof ImportedAccount>;

/**
 * Why an imported account was skipped. `taken`: another account has the same user name, e-mail or phone
 * number. `erased`: the account was deleted in this system.
 */
export const LeftOutAccount = z.object({ id: z.int(), why: z.enum(['taken', 'erased']) });
export type LeftOutAccount = z.infer<typeof LeftOutAccount>;

/**
 * Saves accounts from another shop under their ids in that shop. Does not replace a password that was set or used in
 * this system. A new e-mail or role revokes all tokens of the account. `leftOut` lists the accounts that were not
 * saved.
 */
export const importAccounts = operation('auth.import-accounts', {
  summary: 'Stores accounts of another shop',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ImportedAccount).max(100) }),
  reply: z.object({ outcome: ImportCounts, leftOut: z.array(LeftOutAccount) }),
});

/**
 * Returns the addresses of the customer who owns the cart in the claim; null if the account does not exist.
 * The cart service copies the addresses into a new cart.
 */
export const readAddresses = operation('auth.read-addresses', {
  summary: "A customer's own addresses",
  access: 'caller',
  effect: 'read',
  forwardedBy: 'cart',
  askedBy: ['cart'],
  request: z.object({}),
  reply: z.object({ addresses: Customer.nullable() }),
});

/** An account that counts as the customer of a cart, with its e-mail address. */
const CartAccount = z.object({ id: Account.shape.id, email: Email });
export type CartAccount = z.infer<typeof CartAccount>;

/**
 * Returns the account of the customer who owns the cart in the claim, and the accounts with the e-mail addresses
 * `emails`. The cart service needs them for coupons that are limited to some customers. The answer never reaches a
 * client.
 */
export const findAccounts = operation('auth.find-accounts', {
  summary: 'The accounts that count as the customer of a cart',
  access: 'caller',
  effect: 'read',
  forwardedBy: 'cart',
  askedBy: ['cart'],
  request: z.object({ emails: z.array(Email).max(50) }),
  reply: z.object({ accounts: z.array(CartAccount) }),
});
