import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  hasSerializedEntries,
  type SerializedEntry,
  serializedEntryOf,
  withEntry,
} from '#platform/bus/serialized-entry.ts';
import { ownBytes } from '#platform/text/own-bytes.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { Links } from '../dialects/shared/links.ts';
import type { ProductsView, ProductView } from '../dialects/shared/views.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all cached fragments, including `overheadBytes` for each fragment. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a fragment, in addition to its body and key. */
const overheadBytes = 1_000;

/** A product as JSON in a dialect, with a digest of the JSON. */
interface Fragment {
  readonly bytes: Buffer;
  readonly digest: string;
}

const fragments = new LRUCache<string, Fragment>({
  maxSize: maxBytes,
  sizeCalculation: ({ bytes }, key) => bytes.length + key.length + overheadBytes,
});
/** The first characters of the JSON of a page of products, which are the same in every dialect. */
const pageStart = '{"products":[';
const comma = Buffer.from(',');

/** The dialect and the links of a mount. */
interface Mounted {
  readonly dialect: Dialect;
  readonly links: Links;
}

/** The presenters of a product. */
type PresenterName = 'productV1' | 'productV2';

/** Returns the part of a fragment's cache key that does not depend on the product. */
function formOf(
  name: PresenterName,
  { units, context }: Pick<ProductView, 'units' | 'context'>,
  { dialect, links }: Mounted,
): string {
  return `${name} ${dialect.name} ${links.resource('')} ${context} ${JSON.stringify(units)} `;
}

/** Returns the fragment of an entry. If the cache lacks the fragment, `write` returns its JSON. */
function fragmentOf(entry: SerializedEntry, form: string, write: () => string): Fragment {
  const key = form + entry.digest;
  const held = fragments.get(key);
  if (held) return held;
  const bytes = ownBytes(write());
  const fragment = { bytes, digest: hash('sha256', bytes, 'base64url') };
  fragments.set(key, fragment);
  return fragment;
}

/**
 * Returns the JSON of a product, from the cache if the catalogue service sent the same product before. The presenter
 * would return the same bytes. Null if the catalogue service did not send the product as bytes.
 */
export function serializedProduct(name: PresenterName, view: ProductView, mount: Mounted): ReadyJson | null {
  const entry = serializedEntryOf(view);
  if (!entry) return null;
  const { bytes, digest } = fragmentOf(entry, formOf(name, view, mount), () =>
    JSON.stringify(mount.dialect.present[name](view, mount.links)),
  );
  return new ReadyJson(bytes, digest);
}

/**
 * Returns the JSON of a page of products, joined from cached fragments. The presenter `productsV2` would return
 * the same bytes. Null if the catalogue service did not send the products as bytes.
 */
export function serializedPage(view: ProductsView, mount: Mounted): ReadyJson | null {
  if (!hasSerializedEntries(view)) return null;
  const { dialect, links } = mount;
  const { units, context } = view;
  const empty = JSON.stringify(dialect.present.productsV2({ ...view, entries: [] }, links));
  if (!empty.startsWith(`${pageStart}]`)) throw new Error(`${dialect.name} begins a page in another way`);
  const form = formOf('productV2', view, mount);
  const parts: Buffer[] = [];
  const digests: string[] = [empty];
  for (const entry of view.entries) {
    const { bytes, digest } = fragmentOf(entry, form, () =>
      JSON.stringify(dialect.present.productV2(withEntry(entry, { units, context }), links)),
    );
    parts.push(parts.length === 0 ? Buffer.from(pageStart) : comma, bytes);
    digests.push(digest);
  }
  parts.push(Buffer.from(empty.slice(pageStart.length)));
  return new ReadyJson(Buffer.concat(parts), hash('sha256', digests.join(' '), 'base64url'));
}
