import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type SerializedJson,
  type SerializedReply,
  serializedReplyOf,
  withParts,
} from '#platform/bus/serialized-parts.ts';
import { ownBytes } from '#platform/text/own-bytes.ts';
import { type Dialect, present } from '../dialects/shared/dialect.ts';
import type { Links } from '../dialects/shared/links.ts';
import type { View, ViewName, ViewOf, Views } from '../dialects/shared/views.ts';
import { entryFields, type Fields, pickFields, pickListFields, textOf } from '../routing/fields.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all cached fragments, including `overheadBytes` for each fragment. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a fragment, in addition to its body and key. */
const overheadBytes = 1_000;

/** A product or variation as JSON in a dialect, with a digest of the JSON. */
interface Fragment {
  readonly bytes: Buffer;
  readonly digest: string;
}

const fragments = new LRUCache<string, Fragment>({
  maxSize: maxBytes,
  sizeCalculation: ({ bytes }, key) => bytes.length + key.length + overheadBytes,
});
const comma = Buffer.from(',');

/** The dialect and the links of a mount. */
interface Mounted {
  readonly dialect: Dialect;
  readonly links: Links;
}

/** The presenter of a product or variation. */
type PresenterName = 'productV1' | 'productV2' | 'variationV1' | 'variationV2';

/** A view of products or variations: the presenter of each, and how a list contains them. */
interface Form {
  readonly presenter: PresenterName;
  readonly list?: 'array' | 'page';
}

const forms: { readonly [Name in ViewName]?: Form } = {
  productV1: { presenter: 'productV1' },
  productV2: { presenter: 'productV2' },
  variationV1: { presenter: 'variationV1' },
  variationV2: { presenter: 'variationV2' },
  productsV1: { presenter: 'productV1', list: 'array' },
  productsV2: { presenter: 'productV2', list: 'page' },
  variationsV1: { presenter: 'variationV1', list: 'array' },
  variationsV2: { presenter: 'variationV2', list: 'array' },
};
/** The member of a page that contains the products, and the JSON of the page before the first product. */
const listName = 'products';
const pageStart = `{"${listName}":[`;

/** The members of a view that change the JSON of its products or variations. */
type Shared = Pick<Views['productV2'], 'units' | 'context'> & Partial<Pick<Views['variationV2'], 'parent'>>;

/** Returns the part of a fragment's cache key that does not depend on the product or variation. */
function keyStart(
  presenter: PresenterName,
  others: object,
  fields: Fields | true,
  { dialect, links }: Mounted,
): string {
  const { units, context, parent } = others as Shared;
  const fieldsText = fields === true ? '' : textOf(fields);
  const shared = hash('sha256', JSON.stringify([units, parent, fieldsText]), 'base64url');
  return `${presenter} ${dialect.name} ${links.resource('')} ${context} ${shared} `;
}

/** Returns the view of one of the products or variations of a reply. */
function viewOfOne(
  { presenter }: Form,
  part: SerializedJson<unknown>,
  { kind, others }: SerializedReply,
): View {
  const one = kind === 'entries' || kind === 'product' ? 'product' : 'variation';
  return {
    name: presenter,
    data: withParts(one, [part as SerializedJson<never>], others),
  } as ViewOf<PresenterName>;
}

/** Returns the fragments of a reply, each with the requested members. Writes those that the cache lacks. */
function fragmentsOf(form: Form, reply: SerializedReply, fields: Fields | true, mount: Mounted): Fragment[] {
  const start = keyStart(form.presenter, reply.others, fields, mount);
  return reply.parts.map((part) => {
    const key = start + part.digest;
    const held = fragments.get(key);
    if (held) return held;
    const body = present(viewOfOne(form, part, reply), mount.dialect, mount.links);
    const bytes = ownBytes(JSON.stringify(fields === true ? body : pickFields(body, fields)));
    const fragment = { bytes, digest: hash('sha256', bytes, 'base64url') };
    fragments.set(key, fragment);
    return fragment;
  });
}

/** Returns the JSON of a list: `empty`, the JSON of a list that begins with `start`, with the fragments after `start`. */
function joined(parts: readonly Fragment[], start: string, empty: string): ReadyJson {
  if (!empty.startsWith(`${start}]`)) throw new Error(`a list begins in another way than ${start}`);
  const between = parts.flatMap(({ bytes }, at) => [at === 0 ? Buffer.from(start) : comma, bytes]);
  const digests = [empty, ...parts.map(({ digest }) => digest)].join(' ');
  const bytes = Buffer.concat([...between, Buffer.from(empty.slice(start.length))]);
  return new ReadyJson(bytes, hash('sha256', digests, 'base64url'));
}

/** Returns the JSON of a page of products. `envelope` is the body of the page without products. */
function serializedPage(
  envelope: Readonly<Record<string, unknown>>,
  fields: Fields | null,
  partsWith: (fields: Fields | true) => Fragment[],
): ReadyJson {
  const ofEntries = fields ? entryFields(envelope, listName, fields) : true;
  const empty = JSON.stringify(fields ? pickListFields(envelope, listName, fields) : envelope);
  if (ofEntries !== undefined) return joined(partsWith(ofEntries), pageStart, empty);
  return new ReadyJson(Buffer.from(empty), hash('sha256', empty, 'base64url'));
}

/**
 * Returns the JSON of a view of products or variations with the requested members (null for all), made of cached
 * fragments. The presenter of the view would return the same bytes. Null for another view, and if the catalogue service
 * did not send the products or variations as bytes.
 */
export function serializedProducts(
  { name, data }: View,
  fields: Fields | null,
  mount: Mounted,
): ReadyJson | null {
  const form = forms[name];
  const reply = form && serializedReplyOf(data ?? {});
  if (!reply) return null;
  const partsWith = (some: Fields | true) => fragmentsOf(form, reply, some, mount);
  if (form.list === 'page') {
    const empty = { name, data: withParts(reply.kind, [], reply.others) } as View;
    const envelope = present(empty, mount.dialect, mount.links) as Record<string, unknown>;
    return serializedPage(envelope, fields, partsWith);
  }
  const parts = partsWith(fields ?? true);
  if (form.list === 'array') return joined(parts, '[', '[]');
  const [one] = parts;
  return one ? new ReadyJson(one.bytes, one.digest) : null;
}
