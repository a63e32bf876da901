import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Cart, CartLine, Customer } from '#contracts/cart.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import { customerMembers } from './cart.ts';
import { type CartScope, cartScope, majorNumber } from './cart-amounts.ts';
import { byKey, itemKey } from './cart-item.ts';
import { dateTime, text, url, whole } from './kinds.ts';
import type { Links } from './links.ts';
import {
  type Entries,
  from,
  group,
  kind,
  listOf,
  type Members,
  mapOf,
  object,
  part,
  type View,
} from './view.ts';
import type { Views } from './views.ts';

/** Sessions, which are carts as managers see them (docs/reference/sessions.md#the-record). */

/** Returns a time, given in Unix milliseconds, as UTC text such as `2031-04-05T10:00:00`. */
function isoTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/**
 * Returns a time, given in Unix milliseconds, as UTC text in the form of WooCommerce's lists, such as
 * `04/05/2031 10:00:00`.
 */
function listTime(ms: number): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(new Date(ms).toISOString()) ?? [];
  return `${month}/${day}/${year} ${time}`;
}
const inListTime = kind(z.string().regex(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/));

/**
 * Returns a number that is derived from the cart key and never changes. CoCart returns the id of a database row
 * instead.
 */
function cartId(key: string): string {
  return String(hash('sha256', key, 'buffer').readUIntBE(0, 6));
}

const shortItem = object<CartLine, CartScope>({
  key: kind(itemKey)('The key of the item.', ({ key }) => key),
  product_id: whole('The ID of the product.', ({ productId }) => productId),
  variation_id: whole('The ID of the variation; 0 for none.', ({ variationId }) => variationId),
  quantity: whole('The quantity.', ({ quantity }) => quantity),
  line_total: majorNumber('The amount after discounts, without tax, in major units.', ({ total }) => total),
  line_tax: majorNumber('The tax on it.', ({ tax }) => tax),
});

/** The items in short form, by key. */
export const itemsInSession = mapOf(itemKey, shortItem);

const billing = ({ cart }: SessionRecord) => cart.customer.billing;
const shortCustomer: Members<SessionRecord, CartScope> = {
  billing_email: text('The billing e-mail address.', (session) => billing(session).email),
  billing_first_name: text('The billing first name.', (session) => billing(session).firstName),
  billing_last_name: text('The billing last name.', (session) => billing(session).lastName),
};

/** Returns the members of a session in a list. For older clients, some data have two names. */
function membersInList(items: View<Entries<CartLine>, CartScope>): Members<SessionRecord, CartScope> {
  return {
    session_key: text('The cart key of a guest, or the ID of a customer.', ({ key }) => key),
    cart: part('The items by key, in short form.', items, ({ cart }) => byKey(cart.lines)),
    customer: group('The customer.', shortCustomer),
    session_expiry: dateTime('The expiry of the cart in UTC.', ({ expiresAt }) => isoTime(expiresAt)),
    cart_id: text('A number derived from the cart key.', ({ key }) => cartId(key)),
    cart_key: text('The same as `session_key`.', ({ key }) => key),
    customers_name: text('The billing name.', (session) => {
      const { firstName, lastName } = billing(session);
      return [firstName, lastName].filter(Boolean).join(' ');
    }),
    customers_email: text('The billing e-mail address.', (session) => billing(session).email),
    cart_created: inListTime('The time of creation in UTC, `04/05/2031 10:00:00`.', ({ createdAt }) =>
      listTime(createdAt),
    ),
    cart_expiry: inListTime('The expiry, in the same form.', ({ expiresAt }) => listTime(expiresAt)),
    cart_source: kind(z.literal('cocart'))('Always `cocart`.', () => 'cocart'),
    link: url(
      "The URL of a customer's cart; for a guest's cart the URL of the list, since no URL contains its key.",
      // A guest's cart key gives access to the cart. A customer's id gives no access.
      ({ key, owner }, { links }) =>
        links.resource(owner === 'customer' ? `v2/session/${key}` : 'v2/sessions'),
    ),
  };
}

/** Members of a whole session that are those of the dialect's cart. */
const ofCart = [
  'item_count',
  'items_weight',
  'coupons',
  'fees',
  'totals',
  'needs_payment',
  'removed_items',
  'items',
] as const;

/** The parts of sessions that differ between dialects. */
interface Parts {
  /** Names of the schemas of a session, and of a session in a list. */
  readonly ids: readonly [whole: string, inList: string];
  readonly shortItems: View<Entries<CartLine>, CartScope>;
  readonly members: Readonly<Record<(typeof ofCart)[number], View<Cart, CartScope>>>;
  /** The items of a session as the whole answer. */
  readonly items: View<readonly CartLine[], CartScope>;
  /** Returns the customer whose addresses the cart shows. */
  readonly customerOf: (cart: Cart) => Customer;
  /** The form of totals in the dialect's cart. */
  readonly usual: CartScope['form'];
}

/** Returns the views of sessions for a dialect. */
export function sessionViews({ ids, shortItems: inShort, members, items, customerOf, usual }: Parts) {
  const [id, idInList] = ids;
  const inList = membersInList(inShort);
  const fromCart = ofCart.map((name) => [
    name,
    from(members[name], ({ cart }: SessionRecord, scope: CartScope) => ({ data: cart, scope })),
  ]);
  const session = object<SessionRecord, CartScope>(
    {
      ...inList,
      customer: group<SessionRecord, CartScope>('The customer with both addresses.', {
        ...shortCustomer,
        ...customerMembers(({ cart }: SessionRecord) => customerOf(cart)),
      }),
      ...Object.fromEntries(fromCart),
    },
    id,
  );
  const scopeOf = ({ cart }: SessionRecord, pictures: boolean, links: Links) =>
    cartScope({ cart, pictures, amounts: 'usual' }, links, usual);
  const one = from(
    object<SessionRecord, CartScope>(inList, idInList),
    (data: SessionRecord, links: Links) => ({
      data,
      scope: scopeOf(data, false, links),
    }),
  );
  return {
    sessions: from(listOf(one), ({ sessions }: Views['sessions'], links: Links) => ({
      data: sessions,
      scope: links,
    })),
    session: from(session, ({ session: data, pictures }: Views['session'], links: Links) => ({
      data,
      scope: scopeOf(data, pictures, links),
    })),
    sessionItems: from(items, ({ session, pictures }: Views['sessionItems'], links: Links) => ({
      data: session.cart.lines,
      scope: scopeOf(session, pictures, links),
    })),
  };
}
