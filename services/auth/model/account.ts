import { type Account, type AccountChange, longestName } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import { firstOwnId } from '#contracts/catalogue-import.ts';

/** An account as stored in MongoDB. */
export interface AccountDocument {
  readonly _id: number;
  /** The normalised user name, email address and phone (`normalised`). Each belongs to only one account. */
  readonly names: readonly string[];
  readonly role: string;
  /** All other members of the account, such as its display name and addresses. */
  readonly record: Omit<Account, 'id' | 'role' | 'hasPassword'>;
  /** Hash of the password; null until a password is set. */
  readonly passwordHash: string | null;
  /**
   * For a password that the connected shop has confirmed: the last row of the shop's journal about it that was known then.
   * Absent for a password that was set here.
   */
  readonly passwordRow?: number;
  /** The account as its customer was in the connected shop the last time. Absent if the account follows nobody. */
  readonly followed?: AccountDocument['record'];
  /** Grows when all tokens of the account are revoked. Each token contains the generation in which it was issued. */
  readonly generation: number;
}

/** Returns the account of a stored document, without the password hash. */
export function accountOf({ _id, role, record, passwordHash }: AccountDocument): Account {
  return { id: _id, role, ...record, hasPassword: passwordHash !== null };
}

/**
 * Returns whether the password is that of a shop: the connected shop has confirmed it, or its hash was imported and has not
 * been used here. It may have changed there.
 */
export function hasShopPassword({
  passwordHash,
  passwordRow,
}: Pick<AccountDocument, 'passwordHash' | 'passwordRow'>): boolean {
  return passwordHash !== null && (passwordRow !== undefined || !passwordHash.startsWith('$argon2id$'));
}

/** Returns whether the password was set here, so that it is the account's own. */
export function hasOwnPassword(account: Pick<AccountDocument, 'passwordHash' | 'passwordRow'>): boolean {
  return account.passwordHash !== null && !hasShopPassword(account);
}

/** Returns whether an account is that of a customer of the shop from which it came. */
export function isShopCustomer({ _id, role }: Pick<AccountDocument, '_id' | 'role'>): boolean {
  return _id < firstOwnId && role === 'customer';
}

/**
 * Returns a user name, email address or phone number in the stored form: `'Ana '` → `'ana'`,
 * `'+49 (30) 12-34'` → `'+49301234'`.
 */
export function normalised(identifier: string): string {
  const text = identifier.normalize('NFC').trim().toLowerCase();
  return /^\+[\d\s().-]+$/.test(text) ? text.replace(/[\s().-]/g, '') : text;
}

/** Returns the user name, email address and phone of an account in normalised form, without empty texts. */
export function namesOf(account: {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
}): string[] {
  const names = [account.username, account.email, account.phone].map(normalised);
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Returns the default display name of an account: the first and last name, or else the user name. */
export function displayNameOf({
  firstName,
  lastName,
  username,
}: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return ([firstName, lastName].filter(Boolean).join(' ') || username).slice(0, longestName);
}

/** Returns the addresses of a new account. The addresses contain only the person's names, email address and phone. */
export function addressesOf(person: {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}): Customer {
  const { firstName, lastName, email, phone } = person;
  const shipping = {
    ...{ firstName, lastName, company: '', country: '', address1: '', address2: '' },
    ...{ postcode: '', city: '', state: '' },
  };
  return { billing: { ...shipping, email, phone }, shipping };
}

/** Returns whether a change makes earlier tokens invalid, because the account's role or email address differs. */
export function voidsTokens(
  before: AccountDocument,
  { role, record }: Pick<AccountDocument, 'role' | 'record'>,
): boolean {
  return before.role !== role || normalised(before.record.email) !== normalised(record.email);
}

/** The changed members of the billing and shipping address. */
export type AddressChanges = { readonly [Kind in keyof Customer]?: Partial<Customer[Kind]> };

/** Returns the account after a change. The generation grows if the change makes the account's tokens invalid. */
export function accountAfter(
  before: AccountDocument,
  change: AccountChange,
  { billing, shipping }: AddressChanges = {},
): AccountDocument {
  const { record: earlier } = before;
  const {
    email = earlier.email,
    phone = earlier.phone,
    firstName = earlier.firstName,
    lastName = earlier.lastName,
  } = change;
  const own = { ...earlier, email, phone, firstName, lastName };
  const displayName = chosenName(earlier, change) || displayNameOf(own);
  const derived = addressesAfter(earlier, own);
  const addresses = {
    billing: { ...derived.billing, ...billing },
    shipping: { ...derived.shipping, ...shipping },
  };
  const record = { ...own, displayName, addresses };
  const { role = before.role } = change;
  const generation = before.generation + (voidsTokens(before, { role, record }) ? 1 : 0);
  return { ...before, names: namesOf(record), role, record, generation };
}

/**
 * Returns the display name that the person has chosen. Returns an empty text for a display name that was
 * derived from the other names, so that the caller derives the display name again.
 */
function chosenName(before: AccountDocument['record'], { displayName }: AccountChange): string {
  if (displayName !== undefined) return displayName;
  return before.displayName === displayNameOf(before) ? '' : before.displayName;
}

/**
 * Returns the addresses after a change of the account's names, email address or phone. For example, a billing
 * phone that equals the account's old phone becomes the account's new phone.
 */
function addressesAfter(before: AccountDocument['record'], after: AccountDocument['record']): Customer {
  const { billing, shipping } = before.addresses;
  const now = (member: 'firstName' | 'lastName' | 'email' | 'phone', entered: string) =>
    entered === before[member] ? after[member] : entered;
  const namesAfter = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
    firstName: now('firstName', firstName),
    lastName: now('lastName', lastName),
  });
  return {
    billing: {
      ...billing,
      ...namesAfter(billing),
      email: now('email', billing.email),
      phone: now('phone', billing.phone),
    },
    shipping: { ...shipping, ...namesAfter(shipping) },
  };
}
