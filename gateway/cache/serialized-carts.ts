import { LRUCache } from 'lru-cache';
import type { CartLine } from '#contracts/cart.ts';
import { separateLinesOf } from '#platform/bus/separate-lines.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { CartView } from '../dialects/shared/views.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all cached lines together. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a cached line, in addition to its JSON as received and as sent. */
const overheadBytes = 200;

/** The lines of the last answer about a cart: as the cart service sent them, and in a dialect. */
interface LastLines {
  readonly texts: readonly string[];
  readonly written: readonly Buffer[];
}

/** The lines of the last answers, by cart key and form. */
const lastLines = new LRUCache<string, LastLines>({
  maxSize: maxBytes,
  sizeCalculation: ({ texts, written }) =>
    texts.reduce((sum, text, at) => sum + text.length + (written[at]?.length ?? 0) + overheadBytes, 0),
});

/** The place of the lines in the JSON of a cart without lines. Some dialects write a map by line key, others a list. */
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
 * Returns the JSON of a cart, joined from the lines of the last answer. After a change of one line, the other lines are
 * neither parsed nor written again. The presenter `cartV2` would return the same bytes. Null for a cart whose lines did
 * not arrive as separate JSON.
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
  const name = `${rest.key} ${form}`;
  const written = writtenLines(texts, lastLines.get(name), (text) => {
    const line = JSON.parse(text) as CartLine;
    return lineBytes(JSON.stringify(dialect.present.cartItemV2({ ...withoutLines, line }, links)), isMap);
  });
  lastLines.set(name, { texts, written });
  const parts: Buffer[] = [Buffer.from(empty.slice(0, itemsAt))];
  for (const bytes of written) {
    if (parts.length > 1) parts.push(comma);
    parts.push(bytes);
  }
  parts.push(Buffer.from(empty.slice(itemsAt)));
  return new ReadyJson(Buffer.concat(parts));
}

/**
 * Returns the lines in a dialect. Lines that are the same as in the last answer are not written again. Each line is
 * compared with the line at its place in the last answer. After a removed line, the places move by one.
 */
function writtenLines(
  texts: readonly string[],
  last: LastLines | undefined,
  write: (text: string) => Buffer,
): Buffer[] {
  let removed = 0;
  return texts.map((text, at) => {
    if (last?.texts[at + removed] !== text && last?.texts[at + removed + 1] === text) removed += 1;
    const isSame = last?.texts[at + removed] === text;
    return (isSame ? last.written[at + removed] : undefined) ?? write(text);
  });
}

/** Returns a line as bytes; in a map with its key. @throws Error if the JSON does not begin with the key of the line */
function lineBytes(json: string, isMap: boolean): Buffer {
  if (!isMap) return Buffer.from(json);
  if (!json.startsWith(lineStart)) throw new Error('a line begins in another way');
  return Buffer.from(`${json.slice(lineStart.length, lineStart.length + lineKeyLength)}:${json}`);
}
