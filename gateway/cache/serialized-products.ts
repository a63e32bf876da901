import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type SerializedJson,
  type SerializedReply,
  serializedReplyOf,
  withParts,
} from '#platform/bus/serialized-parts.ts';
import { ownBytes } from '#platform/util/text.ts';
import { type Dialect, present } from '../dialects/shared/dialect.ts';
import type { Links } from '../dialects/shared/links.ts';
import type { View, ViewName, Views } from '../dialects/shared/views.ts';
import { entryFields, type Fields, pickFields, pickListFields, textOf } from '../routing/fields.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all whole fragments, including `overheadBytes` for each fragment. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a fragment, in addition to its body and key. */
const overheadBytes = 1_000;

/** A product or variation as JSON in a dialect, with a digest of the JSON. */
interface Fragment {
  readonly bytes: Buffer;
  readonly digest: string;
}

function fragmentCache(maxSize: number): LRUCache<string, Fragment> {
  const sizeCalculation = ({ bytes }: Fragment, key: string) => bytes.length + key.length + overheadBytes;
  return new LRUCache({ maxSize, sizeCalculation });
}

const fragments = fragmentCache(maxBytes);
/** Fragments with only some members. Requests for other members cannot remove whole fragments from memory. */
const selections = fragmentCache(maxBytes / 4);
const comma = Buffer.from(',');

/** The dialect and the links of a mount. */
interface Mounted {
  readonly dialect: Dialect;
  readonly links: Links;
}

/** How a view contains products or variations: one, an array of them, or a page of products. */
type Shape = 'one' | 'array' | 'page';

const shapes: { readonly [Name in ViewName]?: Shape } = {
  productV1: 'one',
  productV2: 'one',
  variationV1: 'one',
  variationV2: 'one',
  productsV1: 'array',
  productsV2: 'page',
  variationsV1: 'array',
  variationsV2: 'array',
};
/** The member of a page that contains the products, and the JSON of the page before the first product. */
const listName = 'products';
const pageStart = `{"${listName}":[`;

/** The members of a view that change the JSON of its products or variations. */
type Shared = Pick<Views['productV2'], 'units' | 'context'> & Partial<Pick<Views['variationV2'], 'parent'>>;

/** A reply, the view in which it is shown, and the mount. */
interface Shown {
  readonly name: ViewName;
  readonly shape: Shape;
  readonly reply: SerializedReply;
  readonly mount: Mounted;
}

/** Returns the body of the view with only these products or variations of the reply. */
function bodyWith(parts: readonly SerializedJson<unknown>[], { name, reply, mount }: Shown): unknown {
  const data = withParts(reply.kind, parts as SerializedJson<never>[], reply.others);
  return present({ name, data } as View, mount.dialect, mount.links);
}

/** Returns a product or variation as the view shows it. */
function bodyOfOne(part: SerializedJson<unknown>, shown: Shown): unknown {
  const body = bodyWith([part], shown);
  if (shown.shape === 'one') return body;
  const list = shown.shape === 'array' ? body : (body as Record<string, unknown>)[listName];
  return (list as unknown[])[0];
}

/** Returns the part of a fragment's cache key that does not depend on the product or variation. */
function keyStart({ name, reply, mount }: Shown, fields: Fields | true): string {
  const { units, context, parent } = reply.others as Shared;
  const fieldsText = fields === true ? '' : textOf(fields);
  // Products have no parent, and a digest takes longer than the rest of this function.
  const parentDigest = parent ? hash('sha256', JSON.stringify(parent), 'base64url') : '';
  const shared = `${context} ${JSON.stringify(units)} ${parentDigest} ${fieldsText}`;
  return `${name} ${mount.dialect.name} ${mount.links.resource('')} ${shared} `;
}

/** Returns the fragments of a reply, each with the requested members. Writes those that the cache lacks. */
function fragmentsOf(shown: Shown, fields: Fields | true): Fragment[] {
  const start = keyStart(shown, fields);
  const cache = fields === true ? fragments : selections;
  return shown.reply.parts.map((part) => {
    const key = start + part.digest;
    const held = cache.get(key);
    if (held) return held;
    const body = bodyOfOne(part, shown);
    const bytes = ownBytes(JSON.stringify(fields === true ? body : pickFields(body, fields)));
    const fragment = { bytes, digest: hash('sha256', bytes, 'base64url') };
    cache.set(key, fragment);
    return fragment;
  });
}

/** Returns the JSON of a list: `empty`, which begins with `start`, with the fragments after `start`. */
function joined(parts: readonly Fragment[], start: string, empty: string): ReadyJson {
  if (!empty.startsWith(`${start}]`)) throw new Error(`a list begins in another way than ${start}`);
  const between = parts.flatMap(({ bytes }, at) => [at === 0 ? Buffer.from(start) : comma, bytes]);
  const digests = [empty, ...parts.map(({ digest }) => digest)].join(' ');
  const bytes = Buffer.concat([...between, Buffer.from(empty.slice(start.length))]);
  return new ReadyJson(bytes, hash('sha256', digests, 'base64url'));
}

/** Returns the JSON of a page of products. */
function serializedPage(shown: Shown, fields: Fields | null): ReadyJson {
  const envelope = bodyWith([], shown) as Record<string, unknown>;
  const ofEntries = fields ? entryFields(envelope, listName, fields) : true;
  const empty = JSON.stringify(fields ? pickListFields(envelope, listName, fields) : envelope);
  if (ofEntries !== undefined) return joined(fragmentsOf(shown, ofEntries), pageStart, empty);
  return new ReadyJson(Buffer.from(empty), hash('sha256', empty, 'base64url'));
}

/**
 * Returns the JSON of a view of products or variations with the requested members (null for all), made of cached
 * fragments. The presenter of the view would return the same bytes. Null for another view, and if the catalogue
 * service did not send the products or variations as bytes.
 */
export function serializedProducts(
  { name, data }: View,
  fields: Fields | null,
  mount: Mounted,
): ReadyJson | null {
  const shape = shapes[name];
  const reply = shape && serializedReplyOf(data ?? {});
  if (!reply) return null;
  const shown = { name, shape, reply, mount };
  if (shape === 'page') return serializedPage(shown, fields);
  const parts = fragmentsOf(shown, fields ?? true);
  if (shape === 'array') return joined(parts, '[', '[]');
  const [one] = parts;
  return one ? new ReadyJson(one.bytes, one.digest) : null;
}
