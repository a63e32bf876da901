import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { JsonObject } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CommandContext, factsIdOf } from '../../model/command.ts';
import type { Line } from '../../model/state.ts';

export function lineWith(lines: readonly Line[], key: string): Line | undefined {
  return lines.find((line) => line.key === key);
}

/** Checks a line key. @throws ServiceError `service_cart_item_key_required` for a key that is empty or 0 */
export function requireKey(lineKey: string): void {
  if (lineKey === '' || lineKey === '0') throw refusal('service_cart_item_key_required', {});
}

/**
 * Returns the facts of a line's product. @throws ServiceError `service_cannot_be_purchased` for a product that no
 * longer exists
 */
export function factsOfLine(line: Line, { facts }: CommandContext): ProductFacts {
  const known = facts.get(factsIdOf(line));
  if (!known) throw refusal('service_cannot_be_purchased', {});
  return known;
}

/** Returns a line with this quantity. A new quantity ends the price that a caller set (`ownPrice`). */
export function withQuantity(line: Line, quantity: number): Line {
  return quantity === line.quantity ? line : { ...line, quantity, ownPrice: null };
}

/**
 * Returns the `ownPrice` of a line that joins two lines. If the two lines differ in `ownPrice`, returns null (the
 * catalogue's price), because a caller sets a price only for the pieces of one line.
 */
export function mergedPrice(held: Pick<Line, 'ownPrice'>, joining: Pick<Line, 'ownPrice'>): number | null {
  return held.ownPrice === joining.ownPrice ? held.ownPrice : null;
}

/**
 * The members that identify a line: product, variation, options, item data, and the key, which is derived from the
 * others.
 */
type Purchase = Pick<Line, 'key' | 'productId' | 'variationId' | 'attributes' | 'itemData'>;

export function purchaseOf(
  { facts, attributes }: { readonly facts: ProductFacts; readonly attributes: Line['attributes'] },
  itemData: Line['itemData'],
): Purchase {
  const [productId, variationId] = facts.parentId === 0 ? [facts.id, 0] : [facts.parentId, facts.id];
  const key = itemKey(productId, variationId, attributes, itemData);
  return { key, productId, variationId, attributes, itemData };
}

/**
 * Returns the current price, stock unit and name of a product. A line stores these values, so that later the values
 * that the shopper last saw are still known.
 */
export function asSeenNow({
  price,
  exact,
  stockUnit,
  name,
}: ProductFacts): Pick<Line, 'seenPrice' | 'seenExact' | 'stockUnit' | 'name'> {
  // `seenExact` must be there even if it is undefined: it replaces the text of an earlier price.
  return { seenPrice: price, seenExact: exact?.price, stockUnit, name };
}

/** The maximum number of removed lines. */
const maxLines = 200;

/**
 * Maximum size of all removed lines in bytes of JSON. This is a quarter of a cart's maximum size, so that enough space
 * is left for the lines in the cart.
 */
const maxBytes = 65_536;

/**
 * Returns the removed lines with this line as the newest (docs/reference/cart.md#removed-items). The line replaces a
 * removed line with the same key. If the lines then exceed a limit, the oldest lines are dropped.
 */
export function withRemoved(removed: readonly Line[], line: Line): readonly Line[] {
  const lines = [...removed.filter(({ key }) => key !== line.key), line];
  return lines.slice(lines.length - fitting(lines));
}

/** Returns how many of the newest removed lines are within `maxLines` and `maxBytes`. */
function fitting(lines: readonly Line[]): number {
  let bytes = 0;
  for (const [index, line] of [...lines].reverse().entries()) {
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (index === maxLines || bytes > maxBytes) return index;
  }
  return lines.length;
}

type Json = z.infer<typeof JsonObject>[string];

/**
 * Returns the key of a line, 32 hexadecimal digits. The same product with the same attributes and data always has the
 * same key.
 *
 * The key is the MD5 hash of product id, variation id, attributes and data, joined by `_`. The algorithm must not
 * change, because storefronts store keys (docs/reference/rules.md#item-keys-and-the-cart-hash). The key of product
 * 145 without attributes and data is `2b24d495052a8ce66358eb576b8912c8`.
 */
export function itemKey(
  productId: number,
  variationId: number,
  attributes: Readonly<Record<string, string>>,
  itemData: z.infer<typeof JsonObject>,
): string {
  const texts = [String(productId)];
  if (variationId !== 0) texts.push(String(variationId));
  const chosen = Object.entries(attributes);
  if (chosen.length > 0) texts.push(concatenated(chosen.map(([name, slug]) => [`attribute_${name}`, slug])));
  const data = Object.entries(itemData);
  if (data.length > 0) texts.push(concatenated(data));
  return createHash('md5').update(texts.join('_')).digest('hex');
}

/** Returns a text that joins all names and values without separators. */
function concatenated(entries: readonly [string, Json][]): string {
  return entries.map(([name, value]) => name.trim() + textOf(value)).join('');
}

function textOf(value: Json): string {
  return value !== null && typeof value === 'object' ? queryString(value) : scalarText(value);
}

/** Returns a scalar as PHP converts it to text: true is `1`, false and null are empty. */
function scalarText(value: Json): string {
  if (value === null || value === false) return '';
  return value === true ? '1' : String(value).trim();
}

/** Returns a nested value as a query string, `a%5Bb%5D=c`, in the order of its members. */
function queryString(value: Json, prefix = ''): string {
  if (value === null) return '';
  if (typeof value !== 'object')
    return `${encode(prefix)}=${encode(value === false ? '0' : scalarText(value))}`;
  const entries: [string, Json][] = Object.entries(value);
  return entries
    .map(([name, inner]) => queryString(inner, prefix === '' ? name : `${prefix}[${name}]`))
    .filter((part) => part !== '')
    .join('&');
}

/** Returns a text in percent-encoding for a query string, with `+` for a space. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, percent)
    .replaceAll('%20', '+');
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
