import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { JsonObject } from '#contracts/cart.ts';

type Json = z.infer<typeof JsonObject>[string];

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

function textOf(value: Json): string {
  return value !== null && typeof value === 'object' ? queryString(value) : scalarText(value);
}

/** Returns a text that joins all names and values without separators. */
function concatenated(entries: readonly [string, Json][]): string {
  return entries.map(([name, value]) => name.trim() + textOf(value)).join('');
}

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
