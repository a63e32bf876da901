import fc from 'fast-check';
import { ListQuery } from '#contracts/listing.ts';
import type { EnteredPrices } from '#contracts/product.ts';
import { productRecord, uncounted, variationRecord } from '../records.fixture.ts';

export const second = (n: number) => new Date(n * 1_000).toISOString().slice(0, 19);
const time = fc.integer({ min: 0, max: 20 }).map((n) => ({ local: second(n), utc: second(n + 3) }));
const term = (kind: string) =>
  fc.integer({ min: 1, max: 4 }).map((id) => ({ id, name: kind, slug: `${kind}${id}` }));
const some = <T>(one: fc.Arbitrary<T>, maxLength = 2) => fc.array(one, { maxLength });
const word = fc.constantFrom('Hood', 'Hoodie', 'mug', 'Réd', 'red', 'co', 'cotton', 'ä', '木製の椅子');
const phrase = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((all) => all.join(' '));

const prices: fc.Arbitrary<EnteredPrices> = fc.record({
  regular: fc.option(fc.constantFrom(0, 1_000, 1_500, 2_000)),
  sale: fc.option(fc.constantFrom(0, 700, 1_200)),
  saleFrom: fc.option(time),
  saleTo: fc.option(time),
});
const stock = fc.record({
  counted: fc.constantFrom('no' as const, 'own' as const, 'parent' as const),
  quantity: fc.option(fc.integer({ min: 0, max: 3 })),
  status: fc.constantFrom('instock' as const, 'outofstock' as const, 'onbackorder' as const),
});
const status = fc.constantFrom('publish' as const, 'publish' as const, 'publish' as const, 'draft' as const);
const sellable = {
  name: phrase(3),
  slug: fc.constantFrom('a', 'b', 'c', 'blue-mug'),
  status,
  description: phrase(2).map((text) => `<p>${text}</p>`),
  created: time,
  modified: time,
  prices,
  stock: stock.map((changes) => ({ ...uncounted, ...changes })),
  virtual: fc.boolean(),
  totalSales: fc.integer({ min: 0, max: 2 }),
  menuOrder: fc.integer({ min: 0, max: 2 }),
};
const options = some(fc.constantFrom({ slug: 'red', label: 'Red' }, { slug: 'blue', label: 'Blue' }));
const product = fc.record({
  ...sellable,
  sku: fc.constantFrom('', 'MUG-1', 'hood-2', 'x'),
  type: fc.constantFrom('simple' as const, 'external' as const, 'variable' as const),
  parentId: fc.constantFrom(0, 0, 7),
  locked: fc.constantFrom(false, false, false, true),
  featured: fc.boolean(),
  catalogVisibility: fc.constantFrom(
    'visible' as const,
    'visible' as const,
    'catalog' as const,
    'search' as const,
    'hidden' as const,
  ),
  averageRating: fc.constantFrom('0', '0.00', '3.50', '4.49', '4.50', '5.00'),
  ratingCount: fc.integer({ min: 0, max: 2 }),
  reviewCount: fc.integer({ min: 0, max: 2 }),
  categories: some(term('c')),
  tags: some(term('t')),
  brands: some(term('b')),
  attributes: options.map((all) => [
    { id: 1, key: 'pa_colour', name: 'Colour', position: 0, visible: true, variation: true, options: all },
  ]),
});
const variations = fc.array(fc.record({ ...sellable, slugs: fc.constantFrom('red', 'blue', '') }), {
  maxLength: 3,
});
export const record = fc
  .record({ id: fc.integer({ min: 1, max: 12 }).map((n) => n * 10), product, variations })
  .map((one) =>
    productRecord({
      ...one.product,
      id: one.id,
      variations: one.variations.map(({ slugs, ...changes }, n) =>
        variationRecord({
          ...changes,
          id: one.id + n + 1,
          sku: `v-${n}`,
          attributes: [{ id: 1, key: 'pa_colour', name: 'Colour', slug: slugs, label: slugs }],
        }),
      ),
    }),
  );

const operator = fc.constantFrom('in' as const, 'not_in' as const, 'and' as const);
const filter = (...terms: string[]) =>
  fc.record({ terms: fc.array(fc.constantFrom(...terms), { minLength: 1, maxLength: 2 }), operator });
const roles = fc.subarray(['trade', 'club'], { minLength: 1 });
/** Random reservations of a product and its variations. */
const reservation = fc.record({
  visibleTo: fc.option(roles, { freq: 2 }),
  rolePrices: fc.array(
    fc.record({
      role: fc.constantFrom('trade', 'administrator'),
      regular: fc.constantFrom(0, 900, 1_600, null),
      sale: fc.constantFrom(null, 650),
    }),
    { maxLength: 1 },
  ),
});
export const reserved = fc
  .tuple(record, fc.array(reservation, { minLength: 4, maxLength: 4 }))
  .map(([one, all]) => ({
    ...one,
    ...all[3],
    variations: one.variations.map((each, n) => ({ ...each, ...all[n] })),
  }));
export const viewers = ['public', 'trade', 'club', 'reader', 'administrator', null] as const;

const ids = fc.array(fc.integer({ min: 9, max: 60 }), { minLength: 1, maxLength: 20 });
const flag = fc.boolean();
const bound = fc.constantFrom('0', '7', '7.00', '10', '12', '15.005', '20');
const dateBound = fc.record({ at: fc.integer({ min: 0, max: 20 }).map(second), utc: fc.boolean() });
/** A random query with at most four filters. More filters would match nothing. */
export const query = fc
  .record(
    {
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      orderBy: fc.constantFrom(...ListQuery.shape.orderBy.unwrap().options.filter((one) => one !== 'random')),
      statuses: fc.constantFrom(['publish'], ['publish', 'draft'], ['draft'], []),
      types: fc.constantFrom(['variation'], ['variation', 'simple'], ['variable']),
      visibility: fc.constantFrom('any', 'visible', 'catalog', 'search', 'hidden'),
      search: fc.constantFrom(
        'hood',
        'RED',
        'hoodie red',
        'co',
        'mug-1',
        'o',
        '製の',
        '  ',
        'a',
        'none',
        'blue-m',
        'blue',
        'hoodei',
        'cottn',
        'red Hoxdie',
      ),
      include: ids,
      exclude: ids,
      parents: fc.array(fc.constantFrom(0, 7, 10, 20, 30), { minLength: 1, maxLength: 3 }),
      parentsExcluded: fc.array(fc.constantFrom(0, 10, 20), { minLength: 1, maxLength: 3 }),
      typesExcluded: fc.constantFrom(['simple'], ['variation', 'external']),
      slugs: fc.constantFrom(['a'], ['b', 'c'], ['z']),
      skus: fc.constantFrom(['MUG-1'], ['hood-2', 'v-1'], ['z']),
      categories: filter('1', '2', 'c2', 'c3', '4', 'none'),
      tags: filter('1', '2', 't2', 't3', 'none'),
      brands: filter('1', 'b2', 'none'),
      attributes: fc.array(
        filter('red', 'blue', 'none').map((one) => ({ ...one, attribute: 'pa_colour' })),
        { minLength: 1, maxLength: 2 },
      ),
      attributeRelation: fc.constantFrom('and', 'in'),
      featured: flag,
      onSale: flag,
      virtual: flag,
      hideFree: flag,
      minPrice: bound,
      maxPrice: bound,
      stockStatuses: fc.constantFrom(['instock'], ['outofstock', 'onbackorder']),
      ratings: fc.constantFrom([4], [5], [1, 4]),
      after: dateBound,
      before: dateBound,
      modifiedAfter: dateBound,
      modifiedBefore: dateBound,
    },
    { requiredKeys: ['direction', 'orderBy'] },
  )
  .chain((whole) =>
    fc.subarray(Object.keys(whole), { maxLength: 4 }).map((names) =>
      ListQuery.parse({
        perPage: 100,
        direction: whole.direction,
        orderBy: whole.orderBy,
        ...Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name))),
      }),
    ),
  );
