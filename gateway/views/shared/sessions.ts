import { hash } from 'node:crypto';
import type { Cart } from '#contracts/cart.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import { decimalNumber } from '#platform/money/text.ts';
import type { Links } from './links.ts';
import type { CartView, SessionView } from './views.ts';

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

/**
 * Returns a number that is derived from the cart key and never changes. CoCart returns the id of a database row
 * instead.
 */
function cartId(key: string): string {
  return String(hash('sha256', key, 'buffer').readUIntBE(0, 6));
}

/** Returns the lines in short form, as a map by line key. */
function linesInShort({ lines, currency }: Cart) {
  const number = (amount: number) => decimalNumber(amount, currency.decimals);
  const inShort = lines.map((line) => ({
    key: line.key,
    product_id: line.productId,
    variation_id: line.variationId,
    quantity: line.quantity,
    line_total: number(line.total),
    line_tax: number(line.tax),
  }));
  return Object.fromEntries(inShort.map((line) => [line.key, line]));
}

/**
 * Returns a session as an entry of a list. For older clients, some data have two names, such as `session_key`
 * and `cart_key` (docs/reference/sessions.md#the-record).
 */
export function sessionRecord({ key, owner, createdAt, expiresAt, cart }: SessionRecord, links: Links) {
  const { email, firstName, lastName } = cart.customer.billing;
  return {
    session_key: key,
    cart: linesInShort(cart),
    customer: { billing_email: email, billing_first_name: firstName, billing_last_name: lastName },
    session_expiry: isoTime(expiresAt),
    cart_id: cartId(key),
    cart_key: key,
    customers_name: [firstName, lastName].filter(Boolean).join(' '),
    customers_email: email,
    cart_created: listTime(createdAt),
    cart_expiry: listTime(expiresAt),
    cart_source: 'cocart',
    // A guest's cart key gives access to the cart, so the address does not contain the key. A customer's id
    // gives no access, so the address may contain the id.
    link: links.resource(owner === 'customer' ? `v2/session/${key}` : 'v2/sessions'),
  };
}

/** Returns the data of a session's cart for the presenters of carts. */
export function cartViewOf({ session, pictures }: SessionView): CartView {
  return { cart: session.cart, pictures, amounts: 'usual' };
}

/**
 * Returns a whole session without the member `items`, which the dialect adds
 * (docs/reference/sessions.md#the-record). `shown` is the cart in the form of the dialect.
 */
export function wholeSession(
  { session }: SessionView,
  links: Links,
  shown: Readonly<Record<string, unknown>>,
) {
  const short = sessionRecord(session, links);
  return {
    ...short,
    customer: { ...short.customer, ...Object(shown.customer) },
    item_count: shown.item_count,
    items_weight: shown.items_weight,
    coupons: shown.coupons,
    fees: shown.fees,
    totals: shown.totals,
    needs_payment: shown.needs_payment,
    removed_items: shown.removed_items,
  };
}
