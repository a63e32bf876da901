import {
  Email,
  type ImportedAccount,
  type LeftOutAccount,
  longestName,
  Phone,
  UserName,
  WordPressHash,
} from '#contracts/accounts.ts';
import { knownRoles, Role } from '#contracts/audience.ts';
import type { Customer } from '#contracts/cart.ts';
import type { Notes } from '../notes.ts';
import type { WooAddress, WooCustomer } from './customer-schemas.ts';
import { noteCheckoutFields } from './unsupported.ts';
import { knownTime } from './values.ts';

const people = 'customers';

/** What `customerRecord` needs to convert customers. */
interface CustomerContext {
  /** The customer roles of the shop, except `customer`, which every shop has. */
  readonly roles: readonly string[];
  /**
   * For each login name (user name, e-mail address or phone number): the id of the customer who can log in with this
   * name. If several customers have the same login name, only the first of them in the file can log in with it.
   */
  readonly owners: Map<string, number>;
  readonly notes: Notes;
}

/** Why the auth service skips customers, as text for notes. */
export const leftOutReasons: Readonly<Record<LeftOutAccount['why'], string>> = {
  taken: 'another account has their user name, e-mail or phone already',
  erased: 'they were deleted here; that stays so',
};

function placeOf(given: WooAddress): Customer['shipping'] {
  return {
    firstName: given.first_name,
    lastName: given.last_name,
    company: given.company,
    country: given.country,
    address1: given.address_1,
    address2: given.address_2,
    postcode: given.postcode,
    city: given.city,
    state: given.state,
  };
}

/** Reserves a login name for a customer. Returns false if another customer already has the name. */
function reserve({ owners }: CustomerContext, id: number, name: string): boolean {
  const folded = name.trim().toLowerCase();
  const owner = owners.get(folded) ?? id;
  if (owner === id) owners.set(folded, id);
  return owner === id;
}

/**
 * Returns the phone number with which a customer can log in. Empty if the number is not E.164 or belongs to
 * another customer.
 */
function phoneOf(given: WooCustomer, context: CustomerContext): string {
  const digits = given.billing.phone.replace(/[\s().-]/g, '');
  if (digits === '') return '';
  const parsed = Phone.safeParse(digits);
  const why = !parsed.success
    ? 'they do not begin with + and a country code: they are in the address only'
    : reserve(context, given.id, digits)
      ? null
      : 'another customer has them: they are in the address only';
  if (why) context.notes.adjust('phone numbers of customers', why);
  return why ? '' : digits;
}

function roleOf(given: WooCustomer, { roles, notes }: CustomerContext): string {
  const wanted = given.role || 'customer';
  const isSlug = Role.safeParse(wanted).success;
  if (!isSlug || ![...knownRoles, ...roles].includes(wanted)) {
    const kept = isSlug ? 'kept, but not among the setting customer-roles' : 'customer';
    notes.adjust('roles of customers', `"${wanted.slice(0, 60)}" is not known here: ${kept}`);
  }
  return isSlug ? wanted : 'customer';
}

function passwordOf(given: WooCustomer, notes: Notes): string | null {
  const hash = given.password_hash || given.user_pass;
  if (hash === '') return null;
  if (WordPressHash.safeParse(hash).success) return hash;
  const why = 'not known here, or too costly to verify: they are to be set anew';
  notes.adjust('hashes of passwords', why);
  return null;
}

/** Returns why a customer cannot become an account; null if nothing prevents this. */
function reasonToSkip({ id, username, email }: WooCustomer, context: CustomerContext): string | null {
  if (!UserName.safeParse(username).success) return 'their user names are empty, too long or have a colon';
  if (!Email.safeParse(email).success) return 'they have no e-mail address that could be one';
  return [username, email].every((name) => reserve(context, id, name))
    ? null
    : 'another customer of the shop has their user name or e-mail';
}

/** Returns a customer as the auth service stores it; null for a customer that is left out. */
export function customerRecord(given: WooCustomer, context: CustomerContext): ImportedAccount | null {
  const why = reasonToSkip(given, context);
  if (why) {
    context.notes.leaveOut(people, why);
    return null;
  }
  noteCheckoutFields(given.meta_data, context.notes);
  const { username, email, billing } = given;
  const firstName = given.first_name.slice(0, longestName);
  const lastName = given.last_name.slice(0, longestName);
  return {
    ...{ id: given.id, username, email, firstName, lastName },
    phone: phoneOf(given, context),
    // WordPress may omit the display name, which is the user name by default.
    displayName: (given.display_name || username).slice(0, longestName),
    role: roleOf(given, context),
    addresses: {
      billing: { ...placeOf(billing), email: billing.email || email, phone: billing.phone },
      shipping: placeOf(given.shipping),
    },
    createdAt: Date.parse(`${knownTime(given.date_created, given.date_created_gmt).utc}Z`),
    passwordHash: passwordOf(given, context.notes),
  };
}
