import { type Account, type AccountChange, longestName } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import { namesOf, normalised } from './domain/identifiers.ts';
import type { AccountDocument } from './store/account-schema.ts';

/** Returns the default display name of an account. */
export function displayNameOf({
  firstName,
  lastName,
  username,
}: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return ([firstName, lastName].filter(Boolean).join(' ') || username).slice(0, longestName);
}

/** Returns whether a change of role or e-mail makes earlier tokens invalid. */
export function voidsTokens(
  before: AccountDocument,
  { role, record }: Pick<AccountDocument, 'role' | 'record'>,
): boolean {
  return before.role !== role || normalised(before.record.email) !== normalised(record.email);
}

/** Members of the addresses to change. */
export type AddressChanges = { readonly [Kind in keyof Customer]?: Partial<Customer[Kind]> };

/** Returns the account after a change, with the next generation if the change makes its tokens invalid. */
export function accountAfter(
  before: AccountDocument,
  change: AccountChange,
  { billing, shipping }: AddressChanges = {},
): AccountDocument {
  const { record: was } = before;
  const { email = was.email, phone = was.phone, firstName = was.firstName, lastName = was.lastName } = change;
  const own = { ...was, email, phone, firstName, lastName };
  const displayName = chosenName(was, change) || displayNameOf(own);
  const moved = addressesAfter(was, own);
  const addresses = {
    billing: { ...moved.billing, ...billing },
    shipping: { ...moved.shipping, ...shipping },
  };
  const record = { ...own, displayName, addresses };
  const { role = before.role } = change;
  const generation = before.generation + (voidsTokens(before, { role, record }) ? 1 : 0);
  return { ...before, names: namesOf(record), role, record, generation };
}

/** Returns the display name that was chosen; empty when it is derived from the other names and follows them. */
function chosenName(before: AccountDocument['record'], { displayName }: AccountChange): string {
  if (displayName !== undefined) return displayName;
  return before.displayName === displayNameOf(before) ? '' : before.displayName;
}

/**
 * Returns the addresses with the account's changed names and contacts, where they had the old ones. Other entries
 * stay.
 */
function addressesAfter(before: AccountDocument['record'], after: AccountDocument['record']): Customer {
  const { billing, shipping } = before.addresses;
  const now = (member: 'firstName' | 'lastName' | 'email' | 'phone', entered: string) =>
    entered === before[member] ? after[member] : entered;
  const named = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
    firstName: now('firstName', firstName),
    lastName: now('lastName', lastName),
  });
  return {
    billing: {
      ...billing,
      ...named(billing),
      email: now('email', billing.email),
      phone: now('phone', billing.phone),
    },
    shipping: { ...shipping, ...named(shipping) },
  };
}
