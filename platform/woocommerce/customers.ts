import { z } from 'zod';
import {
  Email,
  ImportedAccount,
  importAccounts,
  type LeftOutAccount,
  longestName,
  Phone,
  UserName,
  WordPressHash,
} from '#contracts/accounts.ts';
import { knownRoles, Role } from '#contracts/audience.ts';
import type { Customer } from '#contracts/cart.ts';
import { type NotFollowed, ShopCustomer } from '#contracts/shop-customers.ts';
import { asOneLine } from '../util/text.ts';
import { firstText, id, list, object, text } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import { made, type Notes, UnsupportedValue, validated } from './notes.ts';
import type { Source } from './record-stream.ts';
import { knownTime, plainText } from './values.ts';

const WooAddress = object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  postcode: text,
  country: text,
  state: text,
  phone: text,
  email: text,
});
type WooAddress = z.infer<typeof WooAddress>;

/** A customer. WooCommerce's API does not give password hashes, but exports of the database can contain them. */
export const WooCustomer = z.object({
  id,
  date_created: text,
  date_created_gmt: text,
  email: text,
  first_name: text,
  last_name: text,
  display_name: text,
  username: text,
  role: firstText,
  billing: WooAddress,
  shipping: WooAddress,
  password_hash: text,
  user_pass: text,
  meta_data: list(z.object({ key: text })),
});
export type WooCustomer = z.infer<typeof WooCustomer>;

/**
 * Returns the source of customers, which become accounts. `report` gets notes about customers that the auth service
 * skips.
 */
export function customerSource(
  folder: ShopFiles,
  shop: { readonly roles: readonly string[]; readonly zone: string },
  report: Notes,
): Source<ImportedAccount> {
  const file = 'customers.json';
  const owners = new Map<string, number>();
  return {
    collection: 'customers',
    file,
    schema: ImportedAccount,
    entries: () => folder.list(file),
    make(entry, notes) {
      const given = validated(file, entry, WooCustomer);
      return made(file, given, () => customerRecord(given, { ...shop, owners, notes }));
    },
    async send(services, records) {
      const { outcome, leftOut } = await services.request(importAccounts, { records });
      for (const { why } of leftOut) report.leaveOut('customers', leftOutReasons[why]);
      return { customers: outcome };
    },
  };
}

/**
 * Returns a customer of a live shop as an account follows it. Returns null for a user with another role, and for a customer
 * whose user name or e-mail another one of `owners` has.
 *
 * @throws UnreadableRecord
 */
export function shopCustomer(entry: unknown, context: Omit<CustomerContext, 'roles'>): ShopCustomer | null {
  const file = 'customers.json';
  const given = validated(file, entry, WooCustomer);
  if (given.role !== 'customer') return null;
  const record = made(file, given, () => customerRecord(given, { ...context, roles: [] }));
  if (!record) return null;
  const { role, passwordHash, ...rest } = record;
  return validated(file, rest, ShopCustomer);
}

/** Returns escaped HTML text as one line: an old shop may have control characters in names and addresses. */
const lineOf = (html: string) => asOneLine(plainText(html));

const people = 'customers';

/** What `customerRecord` needs to convert customers. */
interface CustomerContext {
  /** The customer roles of the shop, except `customer`, which every shop has. */
  readonly roles: readonly string[];
  /** Time zone of the shop. */
  readonly zone: string;
  /**
   * For each login name (user name, e-mail address or phone number): the id of the customer who can log in with this
   * name. If several customers have the same login name, only the first of them in the file can log in with it.
   */
  readonly owners: Map<string, number>;
  readonly notes: Notes;
}

/** Why the auth service skips customers, as text for notes. */
export const leftOutReasons: Readonly<Record<LeftOutAccount['why'] | NotFollowed['why'], string>> = {
  taken: 'another account has their user name, e-mail or phone already',
  erased: 'they were deleted here; that stays so',
  role: 'their accounts have another role than customer here',
};

function placeOf(given: WooAddress): Customer['shipping'] {
  return {
    firstName: lineOf(given.first_name),
    lastName: lineOf(given.last_name),
    company: lineOf(given.company),
    country: given.country,
    address1: lineOf(given.address_1),
    address2: lineOf(given.address_2),
    postcode: given.postcode,
    city: lineOf(given.city),
    state: lineOf(given.state),
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

/**
 * Returns a customer as the auth service stores it; null if another customer has the user name or e-mail address.
 *
 * @throws UnsupportedValue for a customer without a user name or an e-mail address that could be one
 */
export function customerRecord(given: WooCustomer, context: CustomerContext): ImportedAccount | null {
  const { id, username, email, billing } = given;
  const isName = UserName.safeParse(username).success;
  if (!isName)
    throw new UnsupportedValue('username', 'a name of 1 to 60 characters without a colon', username);
  if (!Email.safeParse(email).success) throw new UnsupportedValue('email', 'an e-mail address', email);
  if (![username, email].every((name) => reserve(context, id, name))) {
    context.notes.leaveOut(people, 'another customer of the shop has their user name or e-mail');
    return null;
  }
  noteCheckoutFields(given.meta_data, context.notes);
  const firstName = lineOf(given.first_name).slice(0, longestName);
  const lastName = lineOf(given.last_name).slice(0, longestName);
  const time = { local: given.date_created, utc: given.date_created_gmt };
  const created = knownTime('date_created', time, { ...context, id });
  return {
    ...{ id, username, email, firstName, lastName },
    phone: phoneOf(given, context),
    // WordPress may omit the display name, which is the user name by default.
    displayName: (lineOf(given.display_name) || username).slice(0, longestName),
    role: roleOf(given, context),
    addresses: {
      billing: { ...placeOf(billing), email: billing.email || email, phone: billing.phone },
      shipping: placeOf(given.shipping),
    },
    createdAt: Date.parse(`${created.utc}Z`),
    passwordHash: passwordOf(given, context.notes),
  };
}

/** Matches the keys under which WooCommerce and plugins store additional fields of the checkout. */
const checkoutField = /^(billing_|shipping_|_wc_billing\/|_wc_shipping\/|_wc_other\/)/;

/** Adds a note for each additional checkout field of a customer. */
function noteCheckoutFields(meta: readonly { readonly key: string }[], notes: Notes): void {
  for (const { key } of meta) {
    if (!checkoutField.test(key)) continue;
    notes.leaveOut(`checkout field ${key.slice(0, 60)}`, 'accounts here have no such field');
  }
}
