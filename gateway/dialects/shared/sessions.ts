import { hash } from 'node:crypto';
import type { Cart } from '#contracts/cart.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import { decimalNumber } from '#platform/money/text.ts';
import type { Links } from './links.ts';
import type { CartView, SessionView } from './views.ts';

/** Returns Unix milliseconds as UTC, `2031-04-05T10:00:00`. */
function isoTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** Returns the same in the form of WooCommerce's lists, `04/05/2031 10:00:00`. */
function listTime(ms: number): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(new Date(ms).toISOString()) ?? [];
  return `${month}/${day}/${year} ${time}`;
}

/** Returns a number derived from the cart's key, in place of a row id. It never changes. */
function cartId(key: string): string {
  return String(hash('sha256', key, 'buffer').readUIntBE(0, 6));
}

/** Returns the short lines by key. */
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
 * Returns one record of the list, with the members of the old and the newer list
 * (docs/reference/sessions.md#the-record).
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
    // A guest's key opens the cart, so it is in no address. A customer's id opens nothing.
    link: links.resource(owner === 'customer' ? `v2/session/${key}` : 'v2/sessions'),
  };
}

/** Cart members of a session, as a dialect writes carts. */
interface CartMembers {
  readonly customer: object;
  readonly item_count: unknown;
  readonly items_weight: unknown;
  readonly coupons: unknown;
  readonly fees: unknown;
  readonly totals: unknown;
  readonly needs_payment: unknown;
  readonly removed_items: unknown;
}

/** Returns the cart of a session as a cart view. */
export function cartViewOf({ session, pictures }: SessionView): CartView {
  return { cart: session.cart, pictures, amounts: 'usual' };
}

/**
 * Returns one whole session (docs/reference/sessions.md#the-record): its record and the cart's members, with
 * `items` as a map by key.
 */
export function wholeSession({ session }: SessionView, links: Links, shown: CartMembers) {
  const short = sessionRecord(session, links);
  return {
    ...short,
    customer: { ...short.customer, ...shown.customer },
    item_count: shown.item_count,
    items_weight: shown.items_weight,
    coupons: shown.coupons,
    fees: shown.fees,
    totals: shown.totals,
    needs_payment: shown.needs_payment,
    removed_items: shown.removed_items,
  };
}
