import { LRUCache } from 'lru-cache';
import type { CartLine } from '#contracts/cart.ts';
import { separateLinesOf } from '#platform/bus/separate-lines.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { CartView } from '../dialects/shared/views.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all cached answers together. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a line, in addition to its JSON as received and as sent. */
const overheadBytes = 300;

/** The lines of the last answer about a cart: as the cart service sent them, and in a dialect. */
interface LastLines {
  readonly texts: readonly string[];
  /** Parts of the body of the answer. */
  readonly written: readonly Buffer[];
  /** Bytes of memory: the texts hold the whole reply of the cart service, and the parts hold the whole body. */
  readonly bytes: number;
}

/** The lines of the last answers, by cart key and form. */
const lastLines = new LRUCache<string, LastLines>({
  maxSize: maxBytes,
  sizeCalculation: ({ bytes }) => bytes,
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
  const { rest, texts, characters } = separate;
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
  const lines = writtenLines(texts, lastLines.get(name), (text) => {
    const line = JSON.parse(text) as CartLine;
    return lineBytes(JSON.stringify(dialect.present.cartItemV2({ ...withoutLines, line }, links)), isMap);
  });
  const { body, written } = joined(empty.slice(0, itemsAt), lines, empty.slice(itemsAt));
  const bytes = body.length + 2 * characters + overheadBytes * texts.length;
  lastLines.set(name, { texts, written, bytes });
  return new ReadyJson(body);
}

/**
 * Returns the body of an answer, and the lines as parts of this body. The body has memory of its own: a part of Node's
 * pool of buffers would keep the whole pool in memory.
 */
function joined(head: string, lines: readonly Buffer[], tail: string) {
  const [first, last] = [Buffer.from(head), Buffer.from(tail)];
  const commas = Math.max(0, lines.length - 1);
  const length = lines.reduce((sum, line) => sum + line.length, first.length + commas + last.length);
  const body = Buffer.allocUnsafeSlow(length);
  let at = first.copy(body);
  const written = lines.map((line, index) => {
    if (index > 0) at += comma.copy(body, at);
    const from = at;
    at += line.copy(body, at);
    return body.subarray(from, at);
  });
  last.copy(body, at);
  return { body, written };
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
