import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasWrittenEntries, type WrittenEntry } from '#platform/bus/written-entry.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { ProductsView } from '../dialects/shared/views.ts';
import { ReadyJson } from '../routing/ready-json.ts';

/** Most bytes of presented entries, and what each takes beside its bytes. */
const mostBytes = 16 * 1_024 * 1_024;
const overheadBytes = 1_000;

/** An entry in a dialect, and a digest of its bytes. */
interface Fragment {
  readonly bytes: Buffer;
  readonly digest: string;
}

const fragments = new LRUCache<string, Fragment>({
  maxSize: mostBytes,
  sizeCalculation: ({ bytes }, key) => bytes.length + key.length + overheadBytes,
});
/** How a page without entries begins, in every dialect. */
const begin = '{"products":[';
const comma = Buffer.from(',');

/** A page of a list, and the dialect and links of its mount. */
interface Page {
  readonly view: ProductsView;
  readonly dialect: Dialect;
  readonly links: Parameters<Dialect['present']['productsV2']>[1];
}

function fragmentOf(entry: WrittenEntry, around: string, { view, dialect, links }: Page): Fragment {
  const key = around + entry.digest;
  const held = fragments.get(key);
  if (held) return held;
  const { product, reviews } = JSON.parse(entry.bytes.toString()) as Pick<
    WrittenEntry,
    'product' | 'reviews'
  >;
  const { units, context } = view;
  const bytes = Buffer.from(
    JSON.stringify(dialect.present.productV2({ product, reviews, units, context }, links)),
  );
  const fragment = { bytes, digest: hash('sha256', bytes, 'base64url') };
  fragments.set(key, fragment);
  return fragment;
}

/**
 * Returns a page of products of v2 as JSON, the same as its presenter writes, from entries that were presented before.
 * Null unless all entries came as bytes.
 */
export function writtenPage(page: Page): ReadyJson | null {
  const { view, dialect, links } = page;
  if (!hasWrittenEntries(view)) return null;
  const empty = JSON.stringify(dialect.present.productsV2({ ...view, entries: [] }, links));
  if (!empty.startsWith(`${begin}]`)) throw new Error(`${dialect.name} begins a page in another way`);
  const around = `${dialect.name} ${links.resource('')} ${view.context} ${JSON.stringify(view.units)} `;
  const parts: Buffer[] = [];
  const digests: string[] = [empty];
  for (const entry of view.entries) {
    const { bytes, digest } = fragmentOf(entry, around, page);
    parts.push(parts.length === 0 ? Buffer.from(begin) : comma, bytes);
    digests.push(digest);
  }
  parts.push(Buffer.from(empty.slice(begin.length)));
  return new ReadyJson(Buffer.concat(parts), hash('sha256', digests.join(' '), 'base64url'));
}
