import { z } from 'zod';
import { Role } from './audience.ts';
import { Customer } from './cart.ts';
import { ImportCounts } from './catalogue-import.ts';
import { operation } from './operation.ts';

/** Maximum length of a first, last or display name, in characters. */
export const longestName = 200;
const name = z.string().max(longestName);

/** A user name for login; case does not matter. `:` is not allowed, because it ends the name in Basic credentials. */
export const UserName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\s:][^:\p{Cc}]*$/u);
/** An e-mail address as entered; lookups ignore case. */
export const Email = z.email().max(320);
/** A phone number in E.164 form, `+447700900123`. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** Minimum and maximum length of a new password, in characters. */
export const passwordLength = { least: 10, most: 200 };

/** Returns whether a new password has the minimum length in Unicode characters after normalization. */
export function isLongEnough(password: string): boolean {
  return [...password.normalize('NFKC')].length >= passwordLength.least;
}

/** A new password. */
export const Password = z
  .string()
  .max(passwordLength.most)
  .refine(isLongEnough, {
    error: `a password has at least ${passwordLength.least} characters`,
  });

/**
 * An account. `id` is the public `user_id` and the key of the customer's cart; ids are never reused. `addresses`
 * prefill a cart. Times are Unix milliseconds.
 */
export const Account = z.object({
  // A customer's cart key has at most this many digits.
  id: z.int().positive().max(999_999_999_999_999),
  username: UserName,
  email: Email,
  /** Empty when the account has none. */
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

/** An operator's reference to an account: its user name, e-mail or phone, or else its id. */
const AccountReference = z.string().trim().min(1).max(320);

/**
 * Creates an account. Refusals: `service_account_exists` when the user name, e-mail or phone is taken,
 * `service_password_too_common` for a common password.
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
  }),
  reply: z.object({ account: Account }),
});

/** Returns one account. Refusals: `service_account_not_found`. */
export const readAccount = operation('auth.read-account', {
  summary: 'One account',
  access: 'operator',
  effect: 'read',
  request: z.object({ reference: AccountReference }),
  reply: z.object({ account: Account }),
});

export const listAccounts = operation('auth.list-accounts', {
  summary: 'Accounts by their user names, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(20),
    /** Prefix of a user name, e-mail or phone number; case does not matter. */
    search: z.string().max(200).default(''),
    role: Role.nullable().default(null),
  }),
  reply: z.object({ accounts: z.array(Account), total: z.int().min(0) }),
});

/**
 * Changes to an account; absent members stay unchanged. An account without a display name shows its first and last
 * name, or its user name.
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
 * Applies all changes or none. A new e-mail or role revokes every token of the account; `tokensEnded` is then true.
 * Refusals: `service_account_not_found`, `service_account_exists` when the e-mail or phone is taken.
 */
export const setAccount = operation('auth.set-account', {
  summary: 'Changes the e-mail, phone, names or role of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, change: AccountChange }),
  reply: z.object({ account: Account, tokensEnded: z.boolean() }),
});

/** Revokes every token of the account. Refusals: `service_account_not_found`, `service_password_too_common`. */
export const setPassword = operation('auth.set-password', {
  summary: 'Sets the password of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, password: Password }),
  reply: z.object({ account: Account }),
});

/**
 * Deletes an account with its tokens and key pairs. Other services erase the rest of the person's data first
 * (`cartwright users delete`). Refusals: `service_account_not_found`.
 */
export const deleteAccount = operation('auth.delete-account', {
  summary: 'Deletes an account with its tokens and key pairs',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference }),
  reply: z.object({ account: Account }),
});

/**
 * A WordPress password hash: phpass with at most 2^16 rounds, or bcrypt with a cost of at most 14, with the prefix
 * `$wp` since 6.8. A costlier hash would delay every other login.
 */
export const WordPressHash = z
  .string()
  .regex(
    /^(\$[PH]\$[5-9A-E][./0-9A-Za-z]{30}|(\$wp)?\$2[aby]\$(0[4-9]|1[0-4])\$[./0-9A-Za-z]{53})$/,
    'must be a phpass or bcrypt hash that is not too costly to verify',
  );

/** A customer of another shop with its id, and its password hash when known. */
export const ImportedAccount = Account.omit({ hasPassword: true }).extend({
  passwordHash: WordPressHash.nullable(),
});
export type ImportedAccount = z.infer<typeof ImportedAccount>;

/**
 * Why a record was skipped: another account has its user name, e-mail or phone, or the account was deleted in this
 * system.
 */
export const LeftOutAccount = z.object({ id: z.int(), why: z.enum(['taken', 'erased']) });
export type LeftOutAccount = z.infer<typeof LeftOutAccount>;

/**
 * Saves accounts under their ids. An account keeps a password that was set or used in this system. A new e-mail or
 * role revokes every token of the account. Records that conflict are skipped; the others are saved.
 */
export const importAccounts = operation('auth.import-accounts', {
  summary: 'Stores accounts of another shop',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ImportedAccount).max(100) }),
  reply: z.object({ outcome: ImportCounts, leftOut: z.array(LeftOutAccount) }),
});

/** Returns the addresses of the customer who owns the claim's cart, to prefill it; null when the account is missing. */
export const readAddresses = operation('auth.read-addresses', {
  summary: "A customer's own addresses",
  access: 'caller',
  effect: 'read',
  forwardedBy: 'cart',
  askedBy: ['cart'],
  request: z.object({}),
  reply: z.object({ addresses: Customer.nullable() }),
});
