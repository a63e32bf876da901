import { hash } from 'node:crypto';
import type { ListedProduct } from '#contracts/listing.ts';
import { ownBytes } from '#platform/text/own-bytes.ts';

/** An entry of a product list as JSON bytes. The bytes are parsed only when a member of the entry is read. */
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
    return this.toJSON().product;
  }

  get reviews(): ListedProduct['reviews'] {
    return this.toJSON().reviews;
  }

  toJSON(): ListedProduct {
    this.#value ??= JSON.parse(this.bytes.toString()) as ListedProduct;
    return this.#value;
  }
}

/** A reply whose entries are all instances of `SerializedEntry`. */
interface SerializedReply {
  readonly entries: readonly SerializedEntry[];
}

/** Returns whether a reply has entries and all of them are instances of `SerializedEntry`. */
export function hasSerializedEntries(reply: unknown): reply is SerializedReply {
  const { entries } = (reply ?? {}) as { entries?: unknown };
  return (
    Array.isArray(entries) && entries.length > 0 && entries.every((entry) => entry instanceof SerializedEntry)
  );
}

/** The first line of a reply with serialized entries: digest and size of each entry, and all other members. */
interface Head {
  readonly written: readonly (readonly [digest: string, size: number])[];
  readonly reply: Record<string, unknown>;
}

const begin = Buffer.from('{"written":');
const newLine = 10;

/** Returns the bytes of a reply: a line of JSON (`Head`), then the bytes of all entries. */
export function encodeSerialized(reply: SerializedReply): Uint8Array {
  const { entries, ...rest } = reply;
  const head: Head = { written: entries.map(({ digest, bytes }) => [digest, bytes.length]), reply: rest };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...entries.map(({ bytes }) => bytes)]);
}

/** Returns the reply that `encodeSerialized` wrote; null for any other bytes. */
export function decodeSerialized(bytes: Uint8Array): unknown {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!all.subarray(0, begin.length).equals(begin)) return null;
  const end = all.indexOf(newLine);
  const { written, reply } = JSON.parse(all.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const entries = written.map(([digest, size]) => {
    at += size;
    return new SerializedEntry(all.subarray(at - size, at), digest);
  });
  return { ...reply, entries };
}
