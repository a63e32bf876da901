import { hash } from 'node:crypto';
import type { ListedProduct } from '#contracts/listing.ts';
import { ownBytes } from '#platform/text/own-bytes.ts';

/** A product with its reviews as JSON bytes. The bytes are parsed only when a member of the entry is read. */
export class SerializedEntry implements ListedProduct {
  readonly bytes: Buffer;
  /** A digest of the bytes. */
  readonly digest: string;
  #value: ListedProduct | undefined;

  constructor(bytes: Buffer, digest: string) {
    this.bytes = bytes;
    this.digest = digest;
  }

  /** Returns an entry as JSON bytes with their digest. */
  static of(entry: ListedProduct): SerializedEntry {
    const bytes = ownBytes(JSON.stringify(entry));
    return new SerializedEntry(bytes, hash('sha256', bytes, 'base64url'));
  }

  get product(): ListedProduct['product'] {
    this.#value ??= this.toJSON();
    return this.#value.product;
  }

  get reviews(): ListedProduct['reviews'] {
    this.#value ??= this.toJSON();
    return this.#value.reviews;
  }

  /** Returns the entry. Does not store it, because a cache of entries counts only their bytes. */
  toJSON(): ListedProduct {
    return JSON.parse(this.bytes.toString()) as ListedProduct;
  }
}

/** A reply about one product whose entry is serialized: the entry, and the other members of the reply. */
interface OneEntry {
  readonly entry: SerializedEntry;
  readonly others: object;
}

const repliesWithEntry = new WeakMap<object, OneEntry>();

/**
 * Returns a reply about one product: the members of the entry, and other members. The bytes of a serialized entry are
 * parsed only when `product` or `reviews` is read.
 */
export function withEntry<Others extends object>(
  entry: ListedProduct,
  others: Others,
): Others & ListedProduct {
  if (!(entry instanceof SerializedEntry)) {
    const { product, reviews } = entry;
    return { ...others, product, reviews };
  }
  // The copy stores the parsed product only as long as the reply exists. `entry` may be in a cache.
  const own = new SerializedEntry(entry.bytes, entry.digest);
  const reply = {
    ...others,
    get product() {
      return own.product;
    },
    get reviews() {
      return own.reviews;
    },
  };
  repliesWithEntry.set(reply, { entry, others });
  return reply;
}

/** Returns the serialized entry of a reply about one product; undefined for any other reply. */
export function serializedEntryOf(reply: object): SerializedEntry | undefined {
  return repliesWithEntry.get(reply)?.entry;
}

/** A reply with a list of serialized entries. */
interface ManyEntries {
  readonly entries: readonly SerializedEntry[];
}

/** Returns whether a reply has a list of entries and all of them are instances of `SerializedEntry`. */
export function hasSerializedEntries(reply: unknown): reply is ManyEntries {
  const { entries } = (reply ?? {}) as { entries?: unknown };
  return (
    Array.isArray(entries) && entries.length > 0 && entries.every((entry) => entry instanceof SerializedEntry)
  );
}

/** Returns whether a reply has products as bytes. */
export function isSerialized(reply: unknown): boolean {
  return repliesWithEntry.has((reply ?? {}) as object) || hasSerializedEntries(reply);
}

/**
 * The first line of a reply with serialized entries: digest and size of each entry, and all other members. `isOne` is
 * true for a reply about one product.
 */
interface Head {
  readonly written: readonly (readonly [digest: string, size: number])[];
  readonly reply: object;
  readonly isOne?: boolean;
}

const begin = Buffer.from('{"written":');
const newLine = 10;

/**
 * Returns the bytes of a reply: a line of JSON (`Head`), then the bytes of all entries. Null if the reply has no
 * serialized entries.
 */
export function encodeSerialized(reply: unknown): Uint8Array | null {
  const one = repliesWithEntry.get((reply ?? {}) as object);
  if (one) return encodeParts([one.entry], { reply: one.others, isOne: true });
  if (!hasSerializedEntries(reply)) return null;
  const { entries, ...others } = reply;
  return encodeParts(entries, { reply: others });
}

function encodeParts(entries: readonly SerializedEntry[], rest: Omit<Head, 'written'>): Uint8Array {
  const head: Head = { written: entries.map(({ digest, bytes }) => [digest, bytes.length]), ...rest };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...entries.map(({ bytes }) => bytes)]);
}

/** Returns the reply that `encodeSerialized` wrote; null for any other bytes. */
export function decodeSerialized(bytes: Uint8Array): unknown {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!all.subarray(0, begin.length).equals(begin)) return null;
  const end = all.indexOf(newLine);
  const { written, reply, isOne } = JSON.parse(all.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const entries = written.map(([digest, size]) => {
    at += size;
    return new SerializedEntry(all.subarray(at - size, at), digest);
  });
  const [first] = entries;
  return isOne && first ? withEntry(first, reply) : { ...reply, entries };
}
