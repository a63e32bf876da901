import type { Cart, CartLine } from '#contracts/cart.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import { formatted } from '#platform/money/text.ts';
import { duration } from './duration.ts';
import { printable } from './printable.ts';
import { pairs, table } from './table.ts';

/** How much of a name and of a line's data is shown. */
const shownName = 40;
const shownData = 200;

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const joined = (parts: readonly string[], by: string) => parts.filter((part) => part.trim() !== '').join(by);

/** Unix milliseconds as UTC text to the second. */
function moment(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function span(ms: number): string {
  return duration(Math.max(0, Math.floor(ms / 1_000)));
}

function remaining(expiresAt: number, now: number): string {
  return expiresAt > now ? span(expiresAt - now) : 'now';
}

/** Who a cart is for, as far as it says: a name, an e-mail, or both. */
function person({ customer: { billing } }: Cart): string {
  const name = joined([billing.firstName, billing.lastName], ' ');
  return joined([shortened(name, shownName), billing.email], ', ');
}

/** Carts in short, one a line, with their ages at `now` in Unix milliseconds. */
export function sessionTable(sessions: readonly SessionRecord[], now: number): string {
  const rows = sessions.map(({ key, owner, cart, createdAt, updatedAt, expiresAt }) => [
    key,
    owner,
    person(cart),
    cart.itemCount,
    formatted(cart.totals.total, cart.currency),
    span(now - createdAt),
    span(now - updatedAt),
    remaining(expiresAt, now),
  ]);
  return table(['key', 'owner', 'for', 'items', 'value', 'age', 'untouched', 'expires in'], rows);
}

function lineName({ name, variation, itemData }: CartLine): string {
  const chosen = Object.entries(variation).map(([label, option]) => `${label}: ${option}`);
  const data = Object.keys(itemData).length > 0 ? shortened(JSON.stringify(itemData), shownData) : '';
  return joined([name, chosen.join(', '), data], '; ');
}

function linesText({ lines, currency }: Cart): string {
  const rows = lines.map((line) => [
    line.variationId || line.productId,
    line.sku,
    lineName(line),
    line.quantity,
    formatted(line.unitPrice, currency),
    formatted(line.total + line.tax, currency),
  ]);
  return table(['id', 'SKU', 'item', 'quantity', 'price', 'total'], rows);
}

type Address = Cart['customer']['shipping'];

function addressText(address: Address): string {
  const { firstName, lastName, company, address1, address2, postcode, city, state, country } = address;
  const name = joined([firstName, lastName], ' ');
  return joined([name, company, address1, address2, joined([postcode, city], ' '), state, country], ', ');
}

/** Names and amounts of what a cart comes to; nothing is said of what it does not have. */
function totalsText({ totals, currency, coupons, fees, taxes, shipping }: Cart): string {
  const amount = (value: number) => formatted(value, currency);
  const given = (name: string, value: number) => (value === 0 ? [] : [[name, amount(value)] as const]);
  return pairs([
    ['subtotal', amount(totals.subtotal)],
    ...coupons.map(({ code, saving }) => [`coupon ${printable(code)}`, amount(-saving)] as const),
    ...fees.map(({ name, total }) => [printable(name), amount(total)] as const),
    ...(shipping.calculated ? [['shipping', amount(totals.shipping)] as const] : []),
    ...taxes.flatMap((tax) => given(printable(tax.label), tax.amount + tax.shippingAmount)),
    ['total', amount(totals.total)],
  ]);
}

/** A cart for people: whose it is, what is in it, what it comes to. `now` in Unix milliseconds. */
export function sessionText(session: SessionRecord, now: number): string {
  const { key, owner, createdAt, updatedAt, expiresAt, cart } = session;
  const { billing, shipping } = cart.customer;
  const head = pairs([
    ['key', key],
    ['owner', owner],
    ['revision', String(cart.revision)],
    ['created', `${moment(createdAt)}, ${span(now - createdAt)} ago`],
    ['changed', `${moment(updatedAt)}, ${span(now - updatedAt)} ago`],
    ['expires', `${moment(expiresAt)}, in ${remaining(expiresAt, now)}`],
    ['e-mail', billing.email],
    ['phone', billing.phone],
    ['billing', addressText(billing)],
    ['shipping', addressText(shipping)],
    ...(cart.removed.length > 0
      ? [['taken out', cart.removed.map(({ name }) => name).join(', ')] as const]
      : []),
    ...cart.notices.map(({ kind, text }) => [kind, text] as const),
  ]);
  const lines = cart.lines.length > 0 ? linesText(cart) : 'Nothing is in it.\n';
  return [head, lines, totalsText(cart)].join('\n');
}
