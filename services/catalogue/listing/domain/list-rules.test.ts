import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import type { EnteredPrices, ProductRecord } from '#contracts/product.ts';
import { documentsOf } from '../../model/documents.ts';
import { counted, pricesOf, productRecord, variationRecord } from '../../records.fixture.ts';
import { ProductIndex } from './product-index.ts';

const at = (time: string) => ({ local: `2026-01-${time}`, utc: `2026-01-${time}` });
const reviewed = (averageRating: string, ratingCount: number) => ({
  averageRating,
  ratingCount,
  reviewCount: ratingCount,
});
const sale = (from: string | null, to: string | null): EnteredPrices => ({
  regular: 2_000,
  sale: 1_500,
  saleFrom: from === null ? null : at(from),
  saleTo: to === null ? null : at(to),
});
const ms = (time: string) => Date.parse(`2026-01-${time}Z`);

/** The products of a small shop, similar to the recorded shop in tests/conformance/store. */
const records: (Partial<ProductRecord> & { id: number })[] = [
  { id: 11, name: 'Hoodie', sku: 'woo-hoodie', categories: [{ id: 18, name: 'Hoodies', slug: 'hoodies' }] },
  { id: 13, name: 'T-Shirt', ...reviewed('4.00', 2), tags: [{ id: 35, name: 'Cotton', slug: 'cotton' }] },
  { id: 14, name: 'Beanie', ...reviewed('4.67', 3), featured: true, prices: pricesOf(1_600) },
  { id: 16, name: 'Çap', sku: 'woo-cap', description: '<p>Goes with every hoodie&#33;</p>' },
  { id: 22, name: 'Album', ...reviewed('3.00', 2), prices: pricesOf(1_500), created: at('09T00:00:00') },
  { id: 35, name: 'Stock Five', stock: counted(5), prices: pricesOf(1_000) },
  { id: 37, name: 'Hoodie mug', stock: counted(0), prices: pricesOf(1_601) },
  { id: 39, name: 'Scheduled', prices: sale('02T00:00:00', '03T00:00:00') },
  { id: 43, name: 'No Price', prices: pricesOf(null) },
  { id: 44, name: 'Draft', status: 'draft' },
  { id: 46, name: 'Hidden', catalogVisibility: 'hidden' },
  { id: 47, name: 'Free', prices: pricesOf(0) },
  { id: 48, name: 'Locked', locked: true },
  {
    id: 52,
    name: 'Shirt of colours',
    ...reviewed('5.00', 1),
    type: 'variable',
    brands: [{ id: 7, name: 'Acme', slug: 'acme' }],
    attributes: [
      {
        id: 3,
        key: 'pa_colour',
        name: 'Colour',
        position: 0,
        visible: true,
        variation: true,
        options: [
          { slug: 'red', label: 'Red' },
          { slug: 'blue', label: 'Blue' },
        ],
      },
    ],
    variations: [
      variationRecord({ id: 53, name: 'Shirt - Red', prices: pricesOf(900) }),
      variationRecord({ id: 54, name: 'Shirt - Blue', prices: pricesOf(1_100) }),
      variationRecord({ id: 55, name: 'Shirt - Any', prices: pricesOf(9_000) }),
    ],
  },
  { id: 61, name: 'Half star', ...reviewed('4.50', 2), catalogVisibility: 'search', prices: pricesOf(2_600) },
];

const index = new ProductIndex();
for (const record of records) {
  for (const document of documentsOf(productRecord({ prices: pricesOf(3_000), ...record }))) {
    index.put(document, ms('01T00:00:00'));
  }
}

const context = {
  now: ms('01T00:00:00'),
  viewer: 'public',
  decimals: 2,
  categories: (reference: string) => (['18', 'hoodies', 'clothing'].includes(reference) ? [18] : []),
  attributeTerm: (_attribute: string, reference: string) => (reference === '91' ? 'red' : reference),
};
const ids = (query: object) => index.page(ListQuery.parse({ perPage: 100, ...query }), context).ids;
const first = (perPage: number, query: object) => ids({ ...query, perPage });
const set = (query: object) => ids({ orderBy: 'id', direction: 'asc', ...query });
const asc = 'asc' as const;
const terms = (...all: string[]) => ({ terms: all, operator: 'in' });
const colour = (...all: string[]) => [{ ...terms(...all), attribute: 'pa_colour' }];

test('lists begin with the newest product, then the higher id, without drafts, locked and hidden products', () => {
  expect(ids({})).toEqual([22, 52, 47, 43, 39, 37, 35, 16, 14, 13, 11]);
  expect(ids({ direction: asc })).toEqual([11, 13, 14, 16, 35, 37, 39, 43, 47, 52, 22]);
});

test('unpublished products are returned on request, together with locked ones', () => {
  expect(set({ statuses: ['draft'] })).toEqual([44]);
  expect(set({ statuses: [], include: [44, 48, 13] })).toEqual([13, 44, 48]);
});

test('each order sorts products with equal values as in the recorded lists', () => {
  expect(first(4, { orderBy: 'rating' })).toEqual([52, 14, 13, 22]);
  expect(first(3, { orderBy: 'reviewCount' })).toEqual([14, 22, 13]);
  expect(first(4, { orderBy: 'title', direction: asc })).toEqual([22, 14, 16, 47]);
  expect(first(2, { orderBy: 'price' })).toEqual([52, 16]);
  expect(ids({ orderBy: 'price' }).at(-1)).toBe(43);
  expect(ids({ orderBy: 'price', direction: asc })).toEqual([47, 52, 35, 22, 14, 37, 39, 11, 13, 16, 43]);
  // Product 43 has no price and counts as free; product 52 counts with its lowest price, 9.00.
  const shown = [43, 47, 52, 35, 22, 14, 37, 39, 11, 13, 16];
  expect(ids({ orderBy: 'shownPrice', direction: asc })).toEqual(shown);
  expect(ids({ orderBy: 'shownPrice' })).toEqual(shown.toReversed());
  expect(first(3, { orderBy: 'stock' })).toEqual([35, 37, 22]);
  expect(first(3, { orderBy: 'featuredFirst' })).toEqual([14, 22, 16]);
  expect(ids({ orderBy: 'include', include: [37, 11, 35, 46] })).toEqual([37, 11, 35]);
  expect(first(2, { orderBy: 'menuOrder' })).toEqual([22, 14]);
});

test('a price range includes its bounds, and finds products that have any price within it', () => {
  expect(set({ minPrice: '10', maxPrice: '16' })).toEqual([14, 22, 35, 52]);
  expect(set({ minPrice: '10.', maxPrice: '16.' })).toEqual([14, 22, 35, 52]);
  expect(set({ maxPrice: '.99' })).toEqual(set({ maxPrice: '0.99' }));
  expect(set({ minPrice: '16.001', maxPrice: '16.019' })).toEqual([37]);
  expect(set({ minPrice: '12', maxPrice: '80', include: [52] })).toEqual([]);
  expect(set({ minPrice: '16', maxPrice: '10' })).toEqual([]);
  expect(set({ hideFree: true, include: [13, 43, 47] })).toEqual([13, 43]);
});

test('ratings are whole stars, rounded half up; a visibility also finds products that are visible everywhere', () => {
  expect(set({ ratings: [4] })).toEqual([13]);
  expect(set({ ratings: [5], visibility: 'any' })).toEqual([14, 52, 61]);
  expect(set({ visibility: 'hidden' })).toEqual([46]);
  expect(set({ include: [13, 46, 61] })).toEqual([13]);
  expect(set({ include: [13, 46, 61], visibility: 'search' })).toEqual([13, 61]);
});

test('terms are named by id or slug; an unknown term matches nothing and excludes nothing', () => {
  expect([terms('18'), terms('clothing')].map((categories) => set({ categories }))).toEqual([[11], [11]]);
  expect([terms('35'), terms('Cotton')].map((tags) => set({ tags }))).toEqual([[13], [13]]);
  expect([colour('red'), colour('91'), colour('green')].map((attributes) => set({ attributes }))).toEqual([
    [52],
    [52],
    [],
  ]);
  expect(set({ categories: terms('none') })).toEqual([]);
  expect(set({ tags: { terms: ['none'], operator: 'not_in' } })).toHaveLength(11);
  expect(set({ attributes: [{ ...colour('red', 'blue')[0], operator: 'and' }] })).toEqual([52]);
});

test('variations are listed only on request, and found by the terms of their product', () => {
  const types = ['variation'];
  expect(ids({ types, parents: [52], orderBy: 'price', direction: asc })).toEqual([53, 54, 55]);
  expect(set({ types, brands: terms('acme'), search: 'blue' })).toEqual([54]);
});

test('a search matches parts of words in name, SKU and texts; the closest match is first, then the newest', () => {
  expect(ids({ search: 'HOOD', orderBy: 'relevance' })).toEqual([37, 11, 16]);
  expect(ids({ search: 'hoodie', orderBy: 'relevance' })).toEqual([11, 37, 16]);
  expect(set({ search: 'woo-cap' })).toEqual([16]);
  expect(set({ search: 'cap every' })).toEqual([16]);
  // Only the first ten different words of a search count.
  expect(set({ search: `${'cap '.repeat(12)}zzzzz` })).toEqual([]);
  expect(set({ search: 'c a p e v r y ca ap cap zzzzz' })).toEqual([16]);
  expect([set({ search: 'zzzzz' }), set({ search: '!?' })]).toEqual([[], []]);

  expect(set({ search: ' ' })).toHaveLength(11);
});

test('a search finds a product by its slug and by words of the slug', () => {
  const shelf = new ProductIndex();
  const products = [
    { id: 1, name: 'Emaillebecher', slug: 'enamel-mug-blue' },
    { id: 2, name: 'Enamel Mug' },
    { id: 3, name: 'Korb', slug: 'gr%c3%bcner-korb' },
  ];
  for (const one of products) {
    for (const document of documentsOf(productRecord({ slug: 'x', ...one }))) shelf.put(document, 0);
  }
  const found = (search: string) => {
    return shelf.page(ListQuery.parse({ search, orderBy: 'relevance' }), context).ids;
  };
  expect(found('enamel-mug-blue')).toEqual([1]);
  expect(found('enamel')).toEqual([2, 1]);
  expect(found('mel-mu')).toEqual([1]);
  expect(found('grüner-korb')).toEqual([3]);
});

test('if nothing matches exactly, a long word may have one wrong letter', () => {
  const search = (text: string) => {
    const { ids, similar } = index.page(
      ListQuery.parse({ search: text, orderBy: 'id', direction: asc }),
      context,
    );
    return similar ? ids : 'exact';
  };
  for (const one of ['hoodei', 'hodie', 'hoodiie', 'hoodje', 'goodie']) {
    expect([one, search(one)]).toEqual([one, [11, 16, 37]]);
  }
  expect(search('every hoodje')).toEqual([16]);
  // None of these searches finds similar words: `hoodi` matches exactly, `hodei` has two wrong letters, `cop` and `mag`
  // are short, and `woo-hoodje` does not consist of letters only.
  for (const one of ['hoodi', 'hodei', 'cop', 'woo-hoodje', 'mag']) {
    expect([one, search(one)]).toEqual([one, 'exact']);
  }
});

test('a SKU is found in its exact case, or else in any case', () => {
  expect(set({ skus: ['WOO-CAP', 'woo-hoodie'] })).toEqual([11, 16]);
  expect(set({ slugs: ['Mug'], include: [13] })).toEqual([13]);
});

test('a slug beyond ASCII is found plain and percent-encoded, however it is stored', () => {
  const shelf = new ProductIndex();
  const tags = [{ id: 1, name: 'Été', slug: '%c3%a9t%c3%a9' }];
  const brands = [{ id: 2, name: 'Ōmi', slug: 'ōmi' }];
  const slug = 'b%c3%bccher';
  for (const document of documentsOf(productRecord({ id: 1, slug, tags, brands }))) shelf.put(document, 0);
  const found = (query: object) => shelf.page(ListQuery.parse(query), context).ids;
  for (const one of ['bücher', 'b%C3%BCcher', slug]) expect(found({ slugs: [one] })).toEqual([1]);
  for (const one of ['été', '%C3%A9t%C3%A9']) expect(found({ tags: terms(one) })).toEqual([1]);
  for (const one of ['ōmi', '%c5%8dmi']) expect(found({ brands: terms(one) })).toEqual([1]);
});

test('bounds of dates are exclusive', () => {
  const bound = (after: string) => ({ after: { at: `2026-01-${after}`, utc: true } });
  expect([set(bound('08T23:59:59')), set(bound('09T00:00:00'))]).toEqual([[22], []]);
});

test('a random order depends on its seed, or else on the hour', () => {
  const random = (seed: string, now = 0) =>
    index.page(ListQuery.parse({ orderBy: 'random', seed }), { ...context, now }).ids;
  expect(random('a')).toEqual(random('a', 7_200_000));
  expect(random('a')).not.toEqual(random('b'));
  expect(random('')).toEqual(random('', 3_599_999));
  expect(random('')).not.toEqual(random('', 3_600_000));
});

test('a sale counts in the filters by sale and by price from its first to its last moment', () => {
  const sold = new ProductIndex();
  const prices = sale('02T00:00:00', '03T00:00:00');
  for (const document of documentsOf(productRecord({ id: 1, prices }))) sold.put(document, 0);
  const shown = (moment: number) => {
    sold.advance(moment);
    const total = (query: object) => sold.page(ListQuery.parse(query), context).total;
    return [total({ onSale: true }), total({ maxPrice: '15' }), sold.holdsUntil];
  };
  const [begins, ends] = [ms('02T00:00:00'), ms('03T00:00:01')];
  expect(shown(begins - 1)).toEqual([0, 0, begins]);
  expect(shown(begins)).toEqual([1, 1, ends]);
  expect(shown(ends - 1)).toEqual([1, 1, ends]);
  expect(shown(ends)).toEqual([0, 0, null]);
});
