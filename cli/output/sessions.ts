import type { Cart, CartLine } from '#contracts/cart.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import { formatted } from '#platform/money/text.ts';
import { addressText, joined } from './address.ts';
import { briefDuration, duration } from './duration.ts';
import { printable } from './printable.ts';
import { pairs, type Sheet, tableOf } from './table.ts';

/** Maximum number of characters that are shown of a name. */
const shownName = 40;
/** Maximum number of characters that are shown of the data of a line or an extension. */
const shownData = 200;

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

/** Returns Unix milliseconds as UTC text without fractions of a second. */
function moment(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function seconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1_000));
}

function ago(ms: number, now: number): string {
  return `${moment(ms)}, ${duration(seconds(now - ms))} ago`;
}

/** Returns name and e-mail address from the billing address of a cart. Missing parts are left out. */
function person({ customer: { billing } }: Cart): string {
  const name = joined([billing.firstName, billing.lastName], ' ');
  return joined([shortened(name, shownName), billing.email], ', ');
}

/** Returns carts as a table. Age, idle time and time to expiry are counted from `now`, in Unix milliseconds. */
export function sessionSheet(sessions: readonly SessionRecord[], now: number): Sheet {
  const rows = sessions.map(({ key, owner, cart, createdAt, updatedAt, expiresAt }) => [
    key,
    cart.itemCount,
    formatted(cart.totals.total, cart.currency),
    briefDuration(seconds(now - createdAt)),
    briefDuration(seconds(now - updatedAt)),
    briefDuration(seconds(expiresAt - now)),
    owner,
    person(cart),
  ]);
  const headings = ['key', 'items', 'value', 'age', 'idle', 'left', 'owner', 'for'];
  return { headings, rows, spare: ['left', 'age', 'owner'] };
}

function lineName({ name, variation, itemData }: CartLine): string {
  const chosen = Object.entries(variation).map(([label, option]) => `${label}: ${option}`);
  const data = Object.keys(itemData).length > 0 ? shortened(JSON.stringify(itemData), shownData) : '';
  return joined([name, chosen.join(', '), data], '; ');
}

function linesText({ lines, currency }: Cart, columns: number): string {
  const rows = lines.map((line) => [
    line.variationId || line.productId,
    line.sku,
    lineName(line),
    line.quantity,
    formatted(line.unitPrice, currency),
    formatted(line.total + line.tax, currency),
  ]);
  const headings = ['id', 'SKU', 'item', 'quantity', 'price', 'total'];
  return tableOf({ headings, rows, spare: ['SKU', 'id', 'price'] }, columns);
}

/** Returns lines with a cart's net amounts, taxes and total. Shipping and taxes of zero are left out. */
function totalsText({ totals, currency, coupons, fees, taxes }: Cart): string {
  const amount = (value: number) => formatted(value, currency);
  const given = (name: string, value: number) => (value === 0 ? [] : [[name, amount(value)] as const]);
  const codes = coupons.map(({ code }) => code).join(', ');
  return pairs([
    ['subtotal', amount(totals.subtotal)],
    ...(codes === '' ? [] : [[`coupon ${printable(codes)}`, amount(-totals.discount)] as const]),
    ...given('shipping', totals.shipping),
    ...fees.map(({ name, total }) => [printable(name), amount(total)] as const),
    // In a store that shows gross prices, carts do not list single taxes, so this line shows the sum of all
    // taxes.
    ...(taxes.length === 0 ? given('tax', totals.totalTax) : []),
    ...taxes.flatMap((tax) => given(printable(tax.label), tax.amount + tax.shippingAmount)),
    ['total', amount(totals.total)],
  ]);
}

/**
 * Returns text about a cart: owner, contents and totals. `now` is in Unix milliseconds. `columns` is the width of the
 * terminal; 0 if the output is no terminal.
 */
export function sessionText(session: SessionRecord, now: number, columns: number): string {
  const { key, owner, createdAt, updatedAt, expiresAt, cart } = session;
  const { billing, shipping } = cart.customer;
  const head = pairs([
    ['key', key],
    ['owner', owner],
    ['revision', String(cart.revision)],
    ['created', ago(createdAt, now)],
    ['changed', ago(updatedAt, now)],
    ['expires', `${moment(expiresAt)}, in ${duration(seconds(expiresAt - now))}`],
    ['e-mail', billing.email],
    ['phone', billing.phone],
    ['billing', addressText(billing)],
    ['shipping', addressText(shipping)],
    ...(cart.removed.length > 0
      ? [['taken out', cart.removed.map(({ name }) => name).join(', ')] as const]
      : []),
    ...Object.entries(cart.extensions).map(
      ([namespace, kept]) => [namespace, shortened(JSON.stringify(kept), shownData)] as const,
    ),
    ...cart.notices.map(({ kind, text }) => [kind, text] as const),
  ]);
  const lines = cart.lines.length > 0 ? linesText(cart, columns) : 'Nothing is in it.\n';
  return [head, lines, totalsText(cart)].join('\n');
}
