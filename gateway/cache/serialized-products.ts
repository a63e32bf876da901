import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ListedProduct } from '#contracts/listing.ts';
import { SerializedJson } from '#contracts/product-replies.ts';
import { spokenLanguage } from '#platform/sentences/say.ts';
import { ownBytes } from '#platform/util/text.ts';
import { ReadyJson } from '../http/answer.ts';
import type { Dialect } from '../views/shared/dialect.ts';
import { entryFields, type Fields, pickListFields, textOf } from '../views/shared/fields.ts';
import type { Links } from '../views/shared/links.ts';
import type { View as ViewOfData } from '../views/shared/view.ts';
import type { PartsOf, ViewOf, Views } from '../views/shared/views.ts';

/** Maximum number of bytes of all whole fragments, including `overheadBytes` for each fragment. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a fragment, in addition to its body and key. */
const overheadBytes = 1_000;

/** Maximum number of bytes of all known products, including `overheadBytes` for each product. */
const maxKnownBytes = 20 * 1_024 * 1_024;
const known = new LRUCache<string, SerializedJson<ListedProduct>>({
  maxSize: maxKnownBytes,
  sizeCalculation: ({ bytes }) => bytes.length + overheadBytes,
});

/** Returns a product that the catalogue has sent before, by its digest; undefined if it is not known. */
export function knownProduct(digest: string): SerializedJson<ListedProduct> | undefined {
  return known.get(digest);
}

/** Keeps a product of a list for `knownProduct`. Returns a copy that does not keep the message in memory. */
export function keepProduct({ bytes, digest }: SerializedJson<ListedProduct>): SerializedJson<ListedProduct> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  const product = new SerializedJson<ListedProduct>(own, digest);
  known.set(digest, product);
  return product;
}

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

/** How each view contains products or variations: one, an array of them, or a page of products. */
const shapes: { readonly [Name in keyof PartsOf]: 'one' | 'array' | 'page' } = {
  productV1: 'one',
  productV2: 'one',
  productsV1: 'array',
  productsV2: 'page',
  variationV1: 'one',
  variationV2: 'one',
  variationsV1: 'array',
  variationsV2: 'array',
};
type ProductView = ViewOf<keyof PartsOf>;

/** The member of a page that contains the products, and the JSON of the page before the first product. */
const listName = 'products';
const pageStart = `{"${listName}":[`;

/** The members of a view that change the JSON of its products or variations. */
type Shared = Pick<Views['productV2'], 'units' | 'context'> & Partial<Pick<Views['variationV2'], 'parent'>>;

/** A view of products or variations, and the mount on which it is shown. */
interface Shown {
  readonly view: ProductView;
  readonly mount: Mounted;
}

/** Returns a product or variation with the requested members, as the view shows it. */
function bodyOfOne(part: SerializedJson<unknown>, { view, mount }: Shown, fields: Fields | null): unknown {
  const { others }: { readonly others: Shared } = view.data;
  const value = part.toJSON();
  const data = others.parent ? { ...others, variation: value } : { ...others, ...Object(value) };
  const shown = mount.dialect.views[view.name];
  const entry: ViewOfData<never, Links> = 'entry' in shown ? shown.entry : shown;
  return entry.present(data as never, mount.links, fields);
}

/** Returns the part of a fragment's cache key that does not depend on the product or variation. */
function keyStart({ view: { name, data }, mount }: Shown, fields: Fields | true): string {
  const { units, context, parent }: Shared = data.others;
  const fieldsText = fields === true ? '' : textOf(fields);
  // Products have no parent, and a digest takes longer than the rest of this function.
  const parentDigest = parent ? hash('sha256', JSON.stringify(parent), 'base64url') : '';
  const shared = `${context} ${JSON.stringify(units)} ${parentDigest} ${fieldsText}`;
  return `${name} ${spokenLanguage().id} ${mount.dialect.name} ${mount.links.resource('')} ${shared} `;
}

/** Returns the fragments of a view, each with the requested members. Writes those that the cache lacks. */
function fragmentsOf(shown: Shown, fields: Fields | true): Fragment[] {
  const start = keyStart(shown, fields);
  const cache = fields === true ? fragments : selections;
  return shown.view.data.parts.map((part) => {
    const key = start + part.digest;
    const held = cache.get(key);
    if (held) return held;
    const body = bodyOfOne(part, shown, fields === true ? null : fields);
    const bytes = ownBytes(JSON.stringify(body));
    const fragment = { bytes, digest: hash('sha256', bytes, 'base64url') };
    cache.set(key, fragment);
    return fragment;
  });
}

/** Returns the JSON of a list: `empty`, which begins with `start`, with the fragments after `start`. */
function joined(parts: readonly Fragment[], start: string, empty: string): ReadyJson {
  if (!empty.startsWith(`${start}]`)) throw new Error(`a list begins in another way than ${start}`);
  const list = parts.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes]));
  const digests = [empty, ...parts.map(({ digest }) => digest)].join(' ');
  const bytes = Buffer.concat([Buffer.from(start), ...list, Buffer.from(empty.slice(start.length))]);
  return new ReadyJson(bytes, hash('sha256', digests, 'base64url'));
}

/** Returns the JSON of a page of products. */
function serializedPage(shown: Shown, fields: Fields | null): ReadyJson {
  const { view, mount } = shown;
  const page = { ...view.data.others, entries: [] } as unknown as Views['productsV2'];
  const envelope = mount.dialect.views.productsV2.present(page, mount.links, null) as Record<string, unknown>;
  const ofEntries = fields ? entryFields(envelope, listName, fields) : true;
  const empty = JSON.stringify(fields ? pickListFields(envelope, listName, fields) : envelope);
  if (ofEntries !== undefined) return joined(fragmentsOf(shown, ofEntries), pageStart, empty);
  return new ReadyJson(Buffer.from(empty), hash('sha256', empty, 'base64url'));
}

/**
 * Returns the JSON of a view of products or variations with the requested members (null for all), made of cached
 * fragments. `View.present` would return the same JSON.
 */
export function serializedProducts(view: ProductView, fields: Fields | null, mount: Mounted): ReadyJson {
  const shape = shapes[view.name];
  const shown = { view, mount };
  if (shape === 'page') return serializedPage(shown, fields);
  const parts = fragmentsOf(shown, fields ?? true);
  if (shape === 'array') return joined(parts, '[', '[]');
  const [one] = parts;
  if (!one) throw new Error('a reply lacks its only part');
  return new ReadyJson(one.bytes, one.digest);
}
