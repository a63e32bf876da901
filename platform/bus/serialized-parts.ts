import type { ListedProduct } from '#contracts/listing.ts';
import type { Variation } from '#contracts/product.ts';
import { ownBytes } from '../util/text.ts';
import { digestOf, type KnownParts } from './known-parts.ts';

/** Maximum number of callers of which a part records that they have got its bytes: those that got them last. */
const maxRecipients = 16;
const noRecipients: readonly number[] = [];
/**
 * Maximum number of bytes of all parts of a reply, sent or omitted, from which bytes may be omitted. Longer lists arrive
 * with all bytes, so that their many parts do not displace those of shorter lists from the gateway's memory.
 */
const maxOmittingBytes = 128 * 1_024;

/** A value as JSON bytes. */
export class SerializedJson<Value> {
  readonly bytes: Buffer;
  /** A digest of the bytes. */
  readonly digest: string;
  /** The callers that got the bytes last. */
  #recipients = noRecipients;

  constructor(bytes: Buffer, digest: string) {
    this.bytes = bytes;
    this.digest = digest;
  }

  /** Returns a value as JSON bytes with their digest. */
  static of<Value>(value: Value): SerializedJson<Value> {
    const bytes = ownBytes(JSON.stringify(value));
    return new SerializedJson(bytes, digestOf(bytes));
  }

  /** Returns whether a caller has got the bytes before, and records that it has them now. */
  wasSentTo(caller: number): boolean {
    if (this.#recipients.includes(caller)) return true;
    this.#recipients = [caller, ...this.#recipients.slice(0, maxRecipients - 1)];
    return false;
  }

  /** Returns the value. Does not store it, because caches of serialized values count only the bytes. */
  toJSON(): Value {
    return JSON.parse(this.bytes.toString()) as Value;
  }
}

/** A part of a reply: a value, or the value as JSON bytes. */
export type Part<Value> = Value | SerializedJson<Value>;

/** Returns the value of a part. */
function valueOfPart<Value>(part: Part<Value>): Value {
  return part instanceof SerializedJson ? part.toJSON() : part;
}

/** The members of a reply that are made of parts, for each kind of reply. */
interface Members {
  entries: { readonly entries: ListedProduct[] };
  product: ListedProduct;
  variations: { readonly variations: Variation[] };
  variation: { readonly variation: Variation };
}

/** A kind of reply with parts. */
export type PartsKind = keyof Members;

/** The value of each part, for each kind of reply. */
interface PartValues {
  entries: ListedProduct;
  product: ListedProduct;
  variations: Variation;
  variation: Variation;
}

/** How a kind of reply is sent: whether it has one part or a list, and whether the parts are variations. */
const forms: { readonly [Kind in PartsKind]: { readonly isOne: boolean; readonly ofVariations: boolean } } = {
  entries: { isOne: false, ofVariations: false },
  product: { isOne: true, ofVariations: false },
  variations: { isOne: false, ofVariations: true },
  variation: { isOne: true, ofVariations: true },
};

function only<Value>([first]: readonly Value[]): Value {
  if (first === undefined) throw new Error('a reply lacks its only part');
  return first;
}

/**
 * Returns a reply of each kind: `others`, and the members that are made of the parts. Calls `read` only when such a
 * member is read. These are accessors of object literals, because `Object.defineProperty` takes longer.
 */
const replyOf: {
  readonly [Kind in PartsKind]: (others: object, read: () => PartValues[Kind][]) => object;
} = {
  entries: (others, read) => ({
    ...others,
    get entries() {
      return read();
    },
  }),
  product: (others, read) => ({
    ...others,
    get product() {
      return only(read()).product;
    },
    get reviews() {
      return only(read()).reviews;
    },
  }),
  variations: (others, read) => ({
    ...others,
    get variations() {
      return read();
    },
  }),
  variation: (others, read) => ({
    ...others,
    get variation() {
      return only(read());
    },
  }),
};

/** A reply whose parts are serialized. `others` are the members that are not made of the parts. */
export interface SerializedReply {
  readonly kind: PartsKind;
  readonly parts: readonly SerializedJson<unknown>[];
  readonly others: object;
}

const serializedReplies = new WeakMap<object, SerializedReply>();

/**
 * Returns a reply with members that are made of its parts, and other members. If all parts are serialized, they are
 * parsed only when one of their members is read. The parsed values exist only as long as the reply.
 */
export function withParts<Kind extends PartsKind, Others extends object>(
  kind: Kind,
  parts: readonly Part<PartValues[Kind]>[],
  others: Others,
): Others & Members[Kind] {
  let values: PartValues[Kind][] | undefined;
  const read = () => {
    values ??= parts.map((part) => valueOfPart(part));
    return values;
  };
  const reply = replyOf[kind](others, read) as Others & Members[Kind];
  if (parts.length === 0 || !parts.every((part) => part instanceof SerializedJson)) return { ...reply };
  serializedReplies.set(reply, { kind, parts, others });
  return reply;
}

/** Returns a copy of a reply with more members. Serialized parts are not parsed. */
export function withMembers<Reply extends object, More extends object>(
  reply: Reply,
  more: More,
): Reply & More {
  const serialized = serializedReplies.get(reply);
  if (!serialized) return { ...reply, ...more };
  const { kind, parts, others } = serialized;
  return withParts(kind, parts as SerializedJson<never>[], { ...others, ...more }) as unknown as Reply & More;
}

/** Returns a reply's serialized parts and its other members; undefined for a reply without serialized parts. */
export function serializedReplyOf(reply: object): SerializedReply | undefined {
  return serializedReplies.get(reply);
}

/** Returns the products of a reply with a list of products. Serialized products are not parsed. */
export function entriesOf(reply: Members['entries']): readonly Part<ListedProduct>[] {
  const { parts } = serializedReplyOf(reply) ?? {};
  return (parts as readonly SerializedJson<ListedProduct>[] | undefined) ?? reply.entries;
}

/**
 * The first line of a reply with serialized parts: digest and size of each part, all other members, and the kind of the
 * reply. The size is 0 if the bytes of the part are omitted.
 */
interface Head {
  readonly written: readonly (readonly [digest: string, size: number])[];
  readonly reply: object;
  readonly isOne?: boolean;
  readonly ofVariations?: boolean;
}

const begin = Buffer.from('{"written":');
const newLine = 10;

/**
 * Returns the bytes of a reply: a line of JSON (`Head`), then the bytes of the parts. If the number of the caller is
 * given, omits the bytes that the caller has got before. Null if the reply has no serialized parts.
 */
export function encodeSerialized(reply: unknown, caller: number | null): Uint8Array | null {
  const serialized = serializedReplies.get((reply ?? {}) as object);
  if (!serialized) return null;
  const { kind, parts, others } = serialized;
  const { isOne, ofVariations } = forms[kind];
  const sent: Buffer[] = [];
  const mayOmit = parts.reduce((sum, { bytes }) => sum + bytes.length, 0) <= maxOmittingBytes;
  const written = parts.map((part): Head['written'][number] => {
    if (mayOmit && caller !== null && part.wasSentTo(caller)) return [part.digest, 0];
    sent.push(part.bytes);
    return [part.digest, part.bytes.length];
  });
  const head: Head = {
    written,
    reply: others,
    ...(isOne && { isOne }),
    ...(ofVariations && { ofVariations }),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...sent]);
}

function kindOf({ isOne = false, ofVariations = false }: Head): PartsKind {
  if (ofVariations) return isOne ? 'variation' : 'variations';
  return isOne ? 'product' : 'entries';
}

/** The error of a reply without the bytes of parts that this process does not know. */
export class IncompleteReply extends Error {
  override readonly name = 'IncompleteReply';
}

/**
 * Returns the reply that `encodeSerialized` wrote; null for any other bytes. Omitted bytes come from `known`, which
 * keeps those that a later reply may omit.
 *
 * @throws IncompleteReply if some of the omitted bytes are not known
 */
export function decodeSerialized(bytes: Uint8Array, known?: KnownParts): unknown {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!all.subarray(0, begin.length).equals(begin)) return null;
  const end = all.indexOf(newLine);
  const head = JSON.parse(all.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const mayBeOmitted = head.written.reduce((sum, [, size]) => sum + size, 0) <= maxOmittingBytes;
  let isOmitting = false;
  const parts: SerializedJson<never>[] = [];
  for (const [digest, size] of head.written) {
    isOmitting ||= size === 0;
    const part = size === 0 ? known?.get(digest) : all.subarray(at, at + size);
    if (part) parts.push(new SerializedJson(part, digest));
    if (part && size > 0 && mayBeOmitted) known?.keep(digest, part);
    at += size;
  }
  const isComplete = parts.length === head.written.length;
  if (isOmitting) known?.recordCompleteness(isComplete);
  if (!isComplete) throw new IncompleteReply('a reply lacks the bytes of unknown parts');
  return withParts(kindOf(head), parts, head.reply);
}
