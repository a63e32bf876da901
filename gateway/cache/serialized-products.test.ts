import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contracts/listing.ts';
import { SerializedEntry, withEntry } from '#platform/bus/serialized-entry.ts';
import { dialects } from '../dialects/dialects.ts';
import { Links } from '../dialects/shared/links.ts';
import type { ProductsView } from '../dialects/shared/views.ts';
import { aProduct, units } from '../testing/samples.ts';
import { serializedPage, serializedProduct } from './serialized-products.ts';

const entries: ListedProduct[] = [
  { product: aProduct({ id: 7, name: 'A “round” mug' }), reviews: [] },
  { product: aProduct({ id: 8, name: 'Köln, 10 € – \u2028' }), reviews: [] },
];
const pageOf = (all: readonly ListedProduct[], more: Partial<ProductsView> = {}): ProductsView => ({
  ...{ entries: all, units, context: 'view', page: 2, totalPages: 3, total: 25 },
  ...{ neighbourPages: { prev: 'https://shop.example/prev', next: 'https://shop.example/next' } },
  ...more,
});
const serializedEntries = (all = entries) => all.map((entry) => SerializedEntry.of(entry));
const links = (prefix: string) => new Links('https://api.example', prefix);

describe.each(Object.values(dialects))('in the dialect $name', (dialect) => {
  const page = (view: ProductsView, prefix = '/shop') =>
    serializedPage(view, { dialect, links: links(prefix) });

  test.each(['view', 'embed'] as const)(
    'a page in context %s has the bytes that its presenter writes',
    (context) => {
      // The first page fills the cache of fragments. The next pages are joined from these fragments.
      for (const prefix of ['/shop', '/other', '/shop']) {
        const plain = dialect.present.productsV2(pageOf(entries, { context }), links(prefix));
        const bytes = page(pageOf(serializedEntries(), { context }), prefix)?.bytes.toString();
        expect(bytes).toBe(JSON.stringify(plain));
      }
    },
  );

  test.each(['productV1', 'productV2'] as const)('a product has the bytes that %s writes', (name) => {
    const [plain] = entries as [ListedProduct];
    const tags = (['view', 'embed'] as const).flatMap((context) =>
      ['/shop', '/other', '/shop'].map((prefix) => {
        const mount = { dialect, links: links(prefix) };
        const view = withEntry(SerializedEntry.of(plain), { units, context });
        const { bytes, digest } = serializedProduct(name, view, mount) ?? {};
        const written = dialect.present[name](withEntry(plain, { units, context }), mount.links);
        expect(bytes?.toString()).toBe(JSON.stringify(written));
        return digest;
      }),
    );
    expect([tags[0], tags[3]]).toEqual([tags[2], tags[5]]);
    expect(tags[0]).not.toBe(tags[3]);
  });

  test('a product is not written from bytes unless it came as bytes', () => {
    const [plain] = entries as [ListedProduct];
    const view = withEntry(plain, { units, context: 'view' as const });
    expect(serializedProduct('productV2', view, { dialect, links: links('/shop') })).toBeNull();
  });

  test('equal pages have equal digests, and different pages have different digests', () => {
    const digestOf = (view: ProductsView, prefix?: string) => page(view, prefix)?.digest;
    const [first, second] = entries as [ListedProduct, ListedProduct];
    const dearer = { ...units, currency: { ...units.currency, code: 'CHF' } };
    const others = [
      digestOf(pageOf(serializedEntries())),
      digestOf(pageOf(serializedEntries([second, first]))),
      digestOf(pageOf(serializedEntries([first]))),
      digestOf(pageOf(serializedEntries(), { context: 'embed' })),
      digestOf(pageOf(serializedEntries(), { total: 26 })),
      digestOf(pageOf(serializedEntries(), { units: dearer })),
      digestOf(pageOf(serializedEntries()), '/other'),
      digestOf(pageOf(serializedEntries([{ ...first, product: { ...first.product, name: 'Cup' } }, second]))),
    ];
    expect(new Set(others).size).toBe(others.length);
    expect(digestOf(pageOf(serializedEntries()))).toBe(others[0]);
  });

  test('a page is not joined from bytes unless all its entries came as bytes', () => {
    expect(page(pageOf(entries))).toBeNull();
    expect(page(pageOf([]))).toBeNull();
    expect(page(pageOf([...serializedEntries().slice(0, 1), ...entries.slice(1)]))).toBeNull();
  });
});
