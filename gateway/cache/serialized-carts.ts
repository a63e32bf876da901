import { LRUCache } from 'lru-cache';
import type { CartLine } from '#contracts/cart.ts';
import { separateLinesOf } from '#platform/bus/separate-lines.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { CartView } from '../dialects/shared/views.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all cached lines, including `overheadBytes` for each line. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a cached line, in addition to its JSON and its key. */
const overheadBytes = 500;

/** The JSON of cart lines in a dialect, by the dialect and the JSON that the cart service sent. */
const cachedLines = new LRUCache<string, Buffer>({
  maxSize: maxBytes,
  sizeCalculation: (bytes, key) => bytes.length + key.length + overheadBytes,
});

/** The place of the lines in the JSON of a cart without lines: in one dialect a map by line key, in the other a list. */
const emptyItems = /,"items":(?:\{\}|\[\]),"item_count":/;
/** The first characters of the JSON of a line, which are the same in every dialect. */
const lineStart = '{"item_key":';
const lineKeyLength = '"0123456789abcdef0123456789abcdef"'.length;
const comma = Buffer.from(',');

/** A whole cart, with the dialect and the links of the mount. */
interface WholeCart {
  readonly view: CartView;
  readonly dialect: Dialect;
  readonly links: Parameters<Dialect['present']['cartV2']>[1];
}

/**
 * Returns the JSON of a cart, joined from cached lines. After a change of one line, the others are neither parsed nor
 * written again. The presenter `cartV2` would return the same bytes. Null for a cart that did not arrive with separate
 * lines.
 */
export function serializedCart({ view, dialect, links }: WholeCart): ReadyJson | null {
  const separate = separateLinesOf(view.cart);
  if (!separate) return null;
  const { rest, texts } = separate;
  const withoutLines: CartView = { ...view, cart: { ...rest, lines: [] } };
  const empty = JSON.stringify(dialect.present.cartV2(withoutLines, links));
  const place = emptyItems.exec(empty);
  if (!place) throw new Error(`${dialect.name} writes a cart in another way`);
  const { currency, dimensionUnit } = rest;
  const { pictures, amounts } = view;
  const form = JSON.stringify([dialect.name, links.resource(''), currency, dimensionUnit, pictures, amounts]);
  const isMap = place[0].includes('{');
  const itemsAt = place.index + ',"items":{'.length;
  const parts: Buffer[] = [Buffer.from(empty.slice(0, itemsAt))];
  for (const text of texts) {
    const key = form + text;
    let bytes = cachedLines.get(key);
    if (!bytes) {
      const line = JSON.parse(text) as CartLine;
      bytes = lineBytes(JSON.stringify(dialect.present.cartItemV2({ ...withoutLines, line }, links)), isMap);
      cachedLines.set(key, bytes);
    }
    if (parts.length > 1) parts.push(comma);
    parts.push(bytes);
  }
  parts.push(Buffer.from(empty.slice(itemsAt)));
  return new ReadyJson(Buffer.concat(parts));
}

/** Returns a line as bytes; in a map with its key. @throws Error if the JSON does not begin with the key of the line */
function lineBytes(json: string, isMap: boolean): Buffer {
  if (!isMap) return Buffer.from(json);
  if (!json.startsWith(lineStart)) throw new Error('a line begins in another way');
  return Buffer.from(`${json.slice(lineStart.length, lineStart.length + lineKeyLength)}:${json}`);
}
