import { type Account, type AccountChange, longestName } from '#contracts/accounts.ts';
import type { Customer } from '#contracts/cart.ts';
import { namesOf, normalised } from '../domain/identifiers.ts';
import type { AccountDocument } from './store/account-schema.ts';

/** The name that an account is shown by when nobody has chosen one. */
export function displayNameOf({
  firstName,
  lastName,
  username,
}: Pick<Account, 'firstName' | 'lastName' | 'username'>): string {
  return ([firstName, lastName].filter(Boolean).join(' ') || username).slice(0, longestName);
}

/** Whether what an account may do, or whose it is, is another: tokens of before are void then. */
export function voidsTokens(
  before: AccountDocument,
  { role, record }: Pick<AccountDocument, 'role' | 'record'>,
): boolean {
  return before.role !== role || normalised(before.record.email) !== normalised(record.email);
}

/** An account after a change, of the next generation where that voids its tokens. */
export function accountAfter(before: AccountDocument, change: AccountChange): AccountDocument {
  const { record: was } = before;
  const { email = was.email, phone = was.phone, firstName = was.firstName, lastName = was.lastName } = change;
  const own = { ...was, email, phone, firstName, lastName };
  const displayName = chosenName(was, change) || displayNameOf(own);
  const record = { ...own, displayName, addresses: addressesAfter(was, own) };
  const { role = before.role } = change;
  const generation = before.generation + (voidsTokens(before, { role, record }) ? 1 : 0);
  return { ...before, names: namesOf(record), role, record, generation };
}

/** The display name that somebody has chosen; empty when it is only made of the other names, and so follows them. */
function chosenName(before: AccountDocument['record'], { displayName }: AccountChange): string {
  if (displayName !== undefined) return displayName;
  return before.displayName === displayNameOf(before) ? '' : before.displayName;
}

/** Addresses in which what was the account's own still is. What else was entered there stays. */
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
