import { z } from 'zod';
import { Role } from './audience.ts';
import { Customer } from './cart.ts';
import { Outcome } from './catalogue-import.ts';
import { operation } from './operation.ts';

/** How many characters a first, last or display name has at most. */
export const longestName = 200;
const name = z.string().max(longestName);

/** A user name: what a person signs in by, found again whatever the case. No `:`, where Basic credentials end the name. */
export const UserName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\s:][^:\p{Cc}]*$/u);
/** An e-mail address, as it was written; found again whatever the case. */
export const Email = z.email().max(320);
/** A phone number in the form of E.164, `+447700900123`. */
export const Phone = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** The fewest and the most characters of a password that is chosen here. */
export const passwordLength = { least: 10, most: 200 };

/** A password as a person chooses it. Its length counts characters, however they are composed. */
export const Password = z
  .string()
  .max(passwordLength.most)
  .refine((text) => [...text.normalize('NFKC')].length >= passwordLength.least, {
    error: `a password has at least ${passwordLength.least} characters`,
  });

/**
 * Somebody who can sign in. `id` is the public `user_id` and the key of the customer's cart; it is never given again.
 * `addresses` prefill a cart. Times are Unix milliseconds.
 */
export const Account = z.object({
  // As many digits as the key of a customer's cart has at most.
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
  /** False for an imported account that nobody has given a password yet. */
  hasPassword: z.boolean(),
});
export type Account = z.infer<typeof Account>;

/** How an operator names an account: by user name, e-mail or phone; by its id where that is nobody's name. */
const AccountReference = z.string().trim().min(1).max(320);

/**
 * Refusals: `service_account_exists` when the user name, e-mail or phone is taken, `service_password_too_common` for a
 * password that is easily guessed.
 */
export const createAccount = operation('auth.create-account', {
  summary: 'Makes an account',
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

/** Refusals: `service_account_not_found`. */
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
    /** How a user name, an e-mail or a phone number begins, in any case. */
    search: z.string().max(200).default(''),
    role: Role.nullable().default(null),
  }),
  reply: z.object({ accounts: z.array(Account), total: z.int().min(0) }),
});

/** What becomes of an account; what is not named stays. Without a display name it is shown by its other names. */
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
 * All of a change or nothing. Another e-mail or role ends every token of the account, as `tokensEnded` tells. Refusals:
 * `service_account_not_found`, `service_account_exists` when the e-mail or phone is taken.
 */
export const setAccount = operation('auth.set-account', {
  summary: 'Changes the e-mail, phone, names or role of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, change: AccountChange }),
  reply: z.object({ account: Account, tokensEnded: z.boolean() }),
});

/** Ends every token of the account. Refusals: `service_account_not_found`, `service_password_too_common`. */
export const setPassword = operation('auth.set-password', {
  summary: 'Gives an account another password',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, password: Password }),
  reply: z.object({ account: Account }),
});

/**
 * Takes an account away with its tokens and key pairs. What else is known of the person, other services erase first
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
 * A hash of a password as WordPress makes it: phpass of at most 2^16 rounds, bcrypt of a cost of at most 14, with `$wp`
 * in front since 6.8. One that costs more would hold up every other login.
 */
export const WordPressHash = z
  .string()
  .regex(
    /^(\$[PH]\$[5-9A-E][./0-9A-Za-z]{30}|(\$wp)?\$2[aby]\$(0[4-9]|1[0-4])\$[./0-9A-Za-z]{53})$/,
    'must be a phpass or bcrypt hash that is not too costly to verify',
  );

/** A customer of another shop, with its id, and its password's hash if that is known. */
export const ImportedAccount = Account.omit({ hasPassword: true }).extend({
  passwordHash: WordPressHash.nullable(),
});
export type ImportedAccount = z.infer<typeof ImportedAccount>;

/** Why a record was not kept: another account has its user name, e-mail or phone, or the account was deleted here. */
export const LeftOutAccount = z.object({ id: z.int(), why: z.enum(['taken', 'erased']) });
export type LeftOutAccount = z.infer<typeof LeftOutAccount>;

/**
 * Keeps accounts under their ids. A password that was set here stays, and so does one that was used here. Another e-mail
 * or role than before ends every token of the account. Records that cannot be kept are left out, the others are kept.
 */
export const importAccounts = operation('auth.import-accounts', {
  summary: 'Keeps accounts of another shop',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ImportedAccount).max(100) }),
  reply: z.object({ outcome: Outcome, leftOut: z.array(LeftOutAccount) }),
});

/** The addresses of the customer whose cart the claim is about, to prefill it; null when there is no such account. */
export const readAddresses = operation('auth.read-addresses', {
  summary: "A customer's own addresses",
  access: 'caller',
  effect: 'read',
  forwardedBy: 'cart',
  askedBy: ['cart'],
  request: z.object({}),
  reply: z.object({ addresses: Customer.nullable() }),
});
