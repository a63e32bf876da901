import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasSerializedEntries, type SerializedEntry } from '#platform/bus/serialized-entry.ts';
import { ownBytes } from '#platform/text/own-bytes.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { ProductsView } from '../dialects/shared/views.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Maximum number of bytes of all cached fragments, including `overheadBytes` for each fragment. */
const maxBytes = 16 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a fragment, in addition to its body and key. */
const overheadBytes = 1_000;

/** A product of a list as JSON in a dialect, with a digest of the JSON. */
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

/** A page of products, with the dialect and the links of the mount. */
interface Page {
  readonly view: ProductsView;
  readonly dialect: Dialect;
  readonly links: Parameters<Dialect['present']['productsV2']>[1];
}

function fragmentOf(entry: SerializedEntry, around: string, { view, dialect, links }: Page): Fragment {
  const key = around + entry.digest;
  const held = fragments.get(key);
  if (held) return held;
  const { product, reviews } = JSON.parse(entry.bytes.toString()) as Pick<
    SerializedEntry,
    'product' | 'reviews'
  >;
  const { units, context } = view;
  const bytes = ownBytes(
    JSON.stringify(dialect.present.productV2({ product, reviews, units, context }, links)),
  );
  const fragment = { bytes, digest: hash('sha256', bytes, 'base64url') };
  fragments.set(key, fragment);
  return fragment;
}

/**
 * Returns the JSON of a page of products, joined from cached fragments. The presenter `productsV2` would return
 * the same bytes. Null if the catalogue service did not send the products as bytes.
 */
export function serializedPage(page: Page): ReadyJson | null {
  const { view, dialect, links } = page;
  if (!hasSerializedEntries(view)) return null;
  const empty = JSON.stringify(dialect.present.productsV2({ ...view, entries: [] }, links));
  if (!empty.startsWith(`${pageStart}]`)) throw new Error(`${dialect.name} begins a page in another way`);
  const around = `${dialect.name} ${links.resource('')} ${view.context} ${JSON.stringify(view.units)} `;
  const parts: Buffer[] = [];
  const digests: string[] = [empty];
  for (const entry of view.entries) {
    const { bytes, digest } = fragmentOf(entry, around, page);
    parts.push(parts.length === 0 ? Buffer.from(pageStart) : comma, bytes);
    digests.push(digest);
  }
  parts.push(Buffer.from(empty.slice(pageStart.length)));
  return new ReadyJson(Buffer.concat(parts), hash('sha256', digests.join(' '), 'base64url'));
}
