import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { documentsOf, type SellableDocument } from '../../model/documents.ts';
import { changeProduct, Families } from '../../model/product-change.ts';
import { query, record, second } from '../random-lists.fixture.ts';
import { isStable, namedFilters } from './filters.ts';
import { categoriesBelow } from './naive-lists.fixture.ts';
import { ProductIndex } from './product-index.ts';

const context = {
  ...{ now: 0, viewer: null, decimals: 2, categories: categoriesBelow },
  attributeTerm: (_attribute: string, slug: string) => slug,
};
const noSale = { sale: null, saleFrom: null, saleTo: null };
const change = fc.oneof(
  fc.constantFrom(0, 900, 1_600, 3_000, null).map((regular) => ({ regular, ...noSale })),
  fc.constantFrom(650, 100).map((sale) => ({ ...noSale, regular: 2_000, sale })),
  fc.constantFrom(-1, 0, 5, null).map((stock) => ({ stock })),
);
const filterNames: readonly string[] = namedFilters.map(([name]) => name);
const base = { perPage: 100, statuses: [], visibility: 'any' };
/** A query with one filter or none, because a query with many filters finds few products. */
const anyQuery = fc
  .record({ query, pick: fc.nat() })
  .map(({ query: { orderBy, direction, search, ...rest }, pick }) => {
    const unfiltered: Readonly<Record<string, unknown>> = ListQuery.parse({});
    const used = Object.entries(rest).filter(
      ([name, value]) => filterNames.includes(name) && !isDeepStrictEqual(value, unfiltered[name]),
    );
    const one = used.slice(pick % 5, (pick % 5) + 1);
    return ListQuery.parse({ ...base, orderBy, direction, search, ...Object.fromEntries(one) });
  });
const now = { local: second(19), utc: second(19) };

/** Returns the documents after a change of one product. If the change is invalid, returns the same documents. */
function changed(documents: readonly SellableDocument[], id: number, given: object): SellableDocument[] {
  const families = new Families(documents);
  const family = families.of(id);
  try {
    if (family) families.replace(changeProduct(family, id, given, now));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  return documents.map(({ _id }) => families.document(_id) as SellableDocument);
}

test('a stable list has the same page after changes of prices and stock', () => {
  let stable = 0;
  const run = fc.property(
    fc.uniqueArray(record, { minLength: 3, maxLength: 8, selector: ({ id }) => id }),
    fc.array(fc.record({ at: fc.nat(), change }), { minLength: 3, maxLength: 12 }),
    anyQuery,
    (records, changes, one) => {
      if (!isStable(one)) return;
      stable += 1;
      const index = new ProductIndex();
      let documents: SellableDocument[] = records.flatMap(documentsOf);
      for (const document of documents) index.put(document, 0);
      const before = index.page(one, context);
      for (const { at, change: given } of changes) {
        documents = changed(documents, documents[at % documents.length]?._id ?? 0, given);
      }
      for (const document of documents) index.put(document, 0);
      expect(index.page(one, context)).toEqual(before);
    },
  );
  fc.assert(run, { numRuns: 1_000 });
  expect(stable).toBeGreaterThan(100);
});

test.each([
  { orderBy: 'price' },
  { orderBy: 'shownPrice' },
  { orderBy: 'stock' },
  { orderBy: 'onSaleFirst' },
  { onSale: false },
  { hideFree: true },
  { minPrice: '1' },
  { maxPrice: '1' },
  { stockStatuses: ['instock'] },
  { modifiedAfter: { at: '2026-01-01T00:00:00', utc: true } },
  { modifiedBefore: { at: '2026-01-01T00:00:00', utc: true } },
])('a list with %j is not stable', (given) => {
  expect(isStable(ListQuery.parse(given))).toBe(false);
});

test('the usual lists of a shop are stable', () => {
  const terms = { terms: ['1'], operator: 'in' };
  for (const given of [
    {},
    { search: 'mug', orderBy: 'relevance' },
    { categories: terms },
    { featured: true },
  ])
    expect(isStable(ListQuery.parse(given))).toBe(true);
});
