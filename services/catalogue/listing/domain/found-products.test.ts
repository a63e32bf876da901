import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ListQuery } from '#contracts/listing.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { documentsOf, isVariation, type SellableDocument } from '../../model/documents.ts';
import { stockOf } from '../../model/pricing.ts';
import { counted, pricesOf, productRecord, variationRecord } from '../../records.fixture.ts';
import { filters } from '../list-cases.fixture.ts';
import { categoriesBelow, naiveList } from './naive-lists.fixture.ts';
import { ProductIndex } from './product-index.ts';

const context = {
  now: 0,
  viewer: 'public',
  decimals: 2,
  categories: categoriesBelow,
  attributeTerm: (_attribute: string, slug: string) => slug,
};
const random = new Seeded(7);
const term = (kind: string) => {
  const id = 1 + random.below(4);
  return { id, name: kind, slug: `${kind}${id}` };
};
const some = <T>(make: () => T) => Array.from({ length: random.below(3) }, make);
const colours = ['red', 'blue'].map((slug) => ({ slug, label: slug }));

const documents = new Map<number, SellableDocument>();
const index = new ProductIndex();
for (let id = 10; id <= 3_000; id += 10) {
  const record = productRecord({
    id,
    slug: `mug-${id}`,
    sku: `MUG-${id % 70}`,
    type: random.pick(['simple', 'simple', 'variable']),
    prices: pricesOf(random.pick([null, 0, 1, 999, 1_000, 4_321])),
    stock: counted(random.below(2)),
    status: random.pick(['publish', 'publish', 'draft']),
    averageRating: random.pick(['0', '1.20', '3.50', '4.49', '5.00']),
    categories: some(() => term('c')),
    tags: some(() => term('t')),
    brands: some(() => term('b')),
    featured: random.below(2) === 0,
    attributes: [
      {
        id: 1,
        key: 'pa_colour',
        name: 'Colour',
        position: 0,
        visible: true,
        variation: true,
        options: colours,
      },
    ].slice(random.below(2)),
    variations: [1, 2, 3].map((n) => variationRecord({ id: id + n, prices: pricesOf(random.below(30_000)) })),
  });
  for (const document of documentsOf(record)) {
    index.put(document, 0);
    documents.set(document._id, document);
  }
}

/**
 * Returns a function that counts the documents that match both `query` and a condition. Finds the documents by a scan,
 * without the index.
 */
function naive(query: ListQuery) {
  const { ids } = naiveList(documents.values(), query, 0);
  const found = ids.map((id) => documents.get(id)).filter((one) => one !== undefined);
  return (has: (document: SellableDocument) => boolean) => found.filter(has).length;
}

type Terms = 'tags' | 'brands';
const hasTerm = (of: Terms, id: number) => (one: SellableDocument) =>
  (isVariation(one) ? one.parent : one)[of].some((each) => each.id === id);
const hasCategory = (ids: readonly number[]) => (one: SellableDocument) =>
  (isVariation(one) ? one.parent.categoryIds : one.categories.map(({ id }) => id)).some((id) =>
    ids.includes(id),
  );
const hasColour = (slug: string) => (one: SellableDocument) =>
  !isVariation(one) && one.attributes.some(({ options }) => options.some((each) => each.slug === slug));

const cases = Object.entries(filters).map(([name, query]) => [name, query] as const);
const together: z.input<typeof ListQuery> = { tags: { terms: ['1', '2'], operator: 'in' }, featured: true };

test.each([...cases, ['nothing', {}], ['several filters', together]] as const)(
  'with the filter %s, counts equal those of a scan of all documents',
  (_name, given) => {
    const query = ListQuery.parse(given);
    const found = index.found(query, context);
    const count = naive(query);
    expect(found.total).toBe(count(() => true));
    for (const id of [1, 2, 3, 4]) {
      const below = categoriesBelow(String(id));
      expect([found.inCategories(below), found.withTag(id), found.ofBrand(id)]).toEqual([
        count(hasCategory(below)),
        count(hasTerm('tags', id)),
        count(hasTerm('brands', id)),
      ]);
    }
    for (const slug of ['red', 'none'])
      expect(found.withOption('pa_colour', slug)).toBe(count(hasColour(slug)));
    for (const stars of [1, 2, 3, 4, 5]) {
      const isRated = (one: SellableDocument) =>
        !isVariation(one) && Math.floor(Number(one.averageRating) + 0.5) === stars;
      expect(found.withRating(stars)).toBe(count(isRated));
    }
    for (const status of ['instock', 'outofstock', 'onbackorder'] as const) {
      expect(found.withStock(status)).toBe(count((one) => stockOf(one, true).status === status));
    }
  },
);

test('each price band has as many products as the list with its bounds', () => {
  const major = (minor: number) => (minor / 100).toFixed(2);
  const prices = index.found(ListQuery.parse({}), context).prices();
  expect([prices?.min, prices?.bands.length]).toEqual([0, 6]);
  for (const { min, max, count } of prices?.bands ?? []) {
    const query = ListQuery.parse({ minPrice: major(min), maxPrice: major(max) });
    expect([min, index.page(query, context).total]).toEqual([min, count]);
  }
  const narrow = ListQuery.parse({ types: ['simple'], maxPrice: '0.01' });
  expect(index.found(narrow, context).prices()).toMatchObject({ min: 0, max: 1, bands: [{}, {}] });
  expect(index.found(ListQuery.parse({ include: [7] }), context).prices()).toBeNull();
});
