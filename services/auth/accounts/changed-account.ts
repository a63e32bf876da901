import { type Account, type AccountChange, longestName } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import { namesOf, normalised } from './domain/identifiers.ts';
import type { AccountDocument } from './store/account-schema.ts';

/** Returns the default display name of an account: the first and last name, or else the user name. */
export function displayNameOf({
  firstName,
  lastName,
  username,
}: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return ([firstName, lastName].filter(Boolean).join(' ') || username).slice(0, longestName);
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
