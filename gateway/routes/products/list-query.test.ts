import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { urlParameters } from '../../http/body.ts';
import { checker } from '../../routing/check.ts';
import {
  ListParametersV1,
  ListParametersV2,
  lenientV1,
  lenientV2,
  listQueryV1,
  listQueryV2,
  variationQuery,
  withVariationsBySku,
} from './list-query.ts';

const checkV1 = checker(ListParametersV1);
const checkV2 = checker(ListParametersV2);
const v1 = (query: string) =>
  ListQuery.parse(
    listQueryV1(checkV1(urlParameters(query)), { directionV1: 'asked', priceOrder: 'byDirection' }),
  );
const v2 = (query: string) =>
  ListQuery.parse(listQueryV2(checkV2(urlParameters(query)), { priceOrder: 'byDirection' }));
const everything = ListQuery.parse({});

test('without parameters, the query has the catalogue’s defaults, in both versions', () => {
  expect([v1(''), v2('')]).toEqual([everything, everything]);
});

test.each([
  ['date', 'date', 'asc'],
  ['id', 'id', 'asc'],
  ['include', 'include', 'asc'],
  ['title', 'title', 'asc'],
  ['slug', 'slug', 'asc'],
  ['name', 'title', 'asc'],
  ['price', 'price', 'asc'],
  ['popularity', 'sales', 'asc'],
  ['rating', 'rating', 'desc'],
  ['menu_order', 'menuOrder', 'asc'],
  ['alphabetical', 'title', 'asc'],
  ['reverse_alpha', 'title', 'desc'],
  ['relevance', 'date', 'asc'],
  ['relevance&search=mug', 'relevance', 'desc'],
  ['rand', 'random', 'asc'],
  ['by_stock', 'stock', 'desc'],
  ['review_count', 'reviewCount', 'desc'],
  ['on_sale_first', 'onSaleFirst', 'desc'],
  ['featured_first', 'featuredFirst', 'desc'],
  ['price_asc', 'price', 'asc'],
  ['price_desc', 'price', 'desc'],
  ['sales', 'sales', 'asc'],
])('v2 orders by %s ascending as %s %s, since some words imply a direction', (word, by, way) => {
  const { orderBy, direction } = v2(`orderby=${word}&order=ASC`);
  expect([orderBy, direction]).toEqual([by, way]);
});

test.each(['date', 'id', 'title', 'slug', 'price', 'popularity', 'rating', 'menu_order'])(
  'v1 sorts by %s in the requested direction',
  (word) => {
    expect([v1(`orderby=${word}&order=asc`).direction, v1(`orderby=${word}`).direction]).toEqual([
      'asc',
      'desc',
    ]);
  },
);

test.each(['alphabetical', 'price_asc', 'rand', 'by_stock', 'name'])('v1 has no order by %s', (word) => {
  expect(() => v1(`orderby=${word}`)).toThrow(
    expect.objectContaining({ data: { faults: { orderby: expect.anything() } } }),
  );
});

test.each([
  ['per_page=5&page=2&offset=3', { perPage: 5, page: 2, offset: 3 }],
  ['search=%20blue%20mug%20', { search: 'blue mug' }],
  ['slug=t-shirt', { slugs: ['t-shirt'] }],
  ['sku=a,b', { skus: ['a', 'b', 'a,b'] }],
  ['sku=a', { skus: ['a'] }],
  ['sku[]=a,b&sku[]=c', { skus: ['a,b', 'c'] }],
  ['sku= a , b ', { skus: ['a', 'b', 'a , b'] }],
  ['global_unique_id=400', { globalUniqueId: '400' }],
  ['include=3,1&exclude[]=2', { include: [3, 1], exclude: [2] }],
  ['parent=4&parent_exclude=5,6', { parents: [4], parentsExcluded: [5, 6] }],
  ['type=simple', { types: ['simple'] }],
  ['type=simple&include_types=variable,simple', { types: ['simple', 'variable'] }],
  ['exclude_types=external', { typesExcluded: ['external'] }],
  ['category=18,hoodies', { categories: { terms: ['18', 'hoodies'], operator: 'in' } }],
  ['category=18&category_operator=not+in', { categories: { terms: ['18'], operator: 'not_in' } }],
  ['category_operator=and', {}],
  ['tag=a,b&tag_operator=and', { tags: { terms: ['a', 'b'], operator: 'and' } }],
  ['brand=9&brand_operator=NOT_IN', { brands: { terms: ['9'], operator: 'not_in' } }],
  ['featured=true&on_sale=0&virtual=1', { featured: true, onSale: false, virtual: true }],
  ['hide_free=1', { hideFree: true }],
  ['min_price=1.50&max_price=20', { minPrice: '1.50', maxPrice: '20' }],
  ['min_price=.99&max_price=5.', { minPrice: '.99', maxPrice: '5.' }],
  ['stock_status=onbackorder', { stockStatuses: ['onbackorder'] }],
  ['rating=4,5', { ratings: [4, 5] }],
  ['catalog_visibility=hidden', { visibility: 'hidden' }],
  ['seed=abc', { seed: 'abc' }],
  ['attribute_relation=IN', { attributeRelation: 'in' }],
  ['attributes[0][attribute]=pa_a', {}],
  [
    'attributes[0][attribute]=pa_a&attributes[0][slug]=x&attributes[1][attribute]=pa_b&attributes[1][term_id]=7&attributes[1][operator]=not_in',
    {
      attributes: [
        { attribute: 'pa_a', terms: ['x'], operator: 'in' },
        { attribute: 'pa_b', terms: ['7'], operator: 'not_in' },
      ],
    },
  ],
  [
    'after=2031-01-01T00:00:00&before=2031-01-02T00:00:00%2B01:00',
    { after: { at: '2031-01-01T00:00:00', utc: false }, before: { at: '2031-01-01T23:00:00', utc: true } },
  ],
])('%s has the same meaning in both versions', (query, changes) => {
  const whole = { ...everything, ...changes };
  expect([v1(query), v2(query)]).toEqual([whole, whole]);
});

test.each([
  ['status=draft', { statuses: ['draft'] }],
  ['shipping_class=bulky,4', { shippingClasses: ['bulky', '4'] }],
  ['tax_class=reduced-rate', { taxClass: 'reduced-rate' }],
  ['tax_class=standard', { taxClass: '' }],
  ['attribute=pa_a', {}],
  ['attribute_term=7', {}],
  ['attribute=pa_a&attribute_term=7', { attributes: [{ attribute: 'pa_a', terms: ['7'], operator: 'in' }] }],
  [
    'dates_are_gmt=true&after=2031-01-01T00:00:00&modified_before=2031-01-02T00:00:00',
    {
      after: { at: '2031-01-01T00:00:00', utc: true },
      modifiedBefore: { at: '2031-01-02T00:00:00', utc: true },
    },
  ],
  ['modified_after=2031-01-02T00:00:00', { modifiedAfter: { at: '2031-01-02T00:00:00', utc: false } }],
])('%s is a parameter of v1 only', (query, changes) => {
  expect([v1(query), v2(query.replace(/(?<=[&]|^)after=[^&]*/, ''))]).toEqual([
    { ...everything, ...changes },
    everything,
  ]);
});

test.each([
  ['', []],
  ['parent=52', []],
  ['parent=51,52', []],
  ['parent=51', [52]],
  ['parent_exclude=51', [51]],
  ['parent_exclude=52', [52]],
])('with %j, the variations of product 52 are those without a parent in %j', (query, excluded) => {
  expect(ListQuery.parse(variationQuery(v1(query), 52)).parentsExcluded).toEqual(excluded);
});

test('the catalogue accepts everything that the gateway accepts', () => {
  const names = [...Object.keys(ListParametersV1.shape), 'attributes[0][attribute]', 'attributes[0][slug]'];
  const value = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 120 }).map((all) => all.join(',')),
    fc.constantFrom(
      '1',
      'asc',
      'simple',
      'date',
      'true',
      'publish',
      'instock',
      'any',
      '2031-01-01T00:00:00Z',
    ),
  );
  const queries = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 });
  fc.assert(
    fc.property(queries, (members) => {
      const query = String(new URLSearchParams(members));
      for (const read of [v1, v2]) {
        try {
          read(query);
        } catch (error) {
          expect(error instanceof ServiceError && error.code).toBe('rest_invalid_param');
        }
      }
    }),
  );
});

const lenientV1Check = checker(ListParametersV1.extend(lenientV1));
const lenientV2Check = checker(ListParametersV2.extend(lenientV2));
const leniently = (query: string) =>
  ListQuery.parse(listQueryV2(lenientV2Check(urlParameters(query)), { priceOrder: 'alwaysLowest' }));

test.each([
  ['order=sideways', {}],
  ['order=ASC', { direction: 'asc' }],
  ['rating=6', { ratings: [6] }],
  ['rating=4,5,9,0', { ratings: [4, 5, 6] }],
  ['rating=many', { ratings: [6] }],
  ['min_price=abc', {}],
  ['min_price=-5', {}],
  ['min_price=', {}],
  ['min_price=12abc&max_price=19.50', { minPrice: '12', maxPrice: '19.50' }],
  ['min_price=.99&max_price=5.', { minPrice: '.99', maxPrice: '5.' }],
  ['min_price=.&max_price=.x', { minPrice: null, maxPrice: null }],
  ['max_price=0', { maxPrice: '0' }],
  ['max_price=free', {}],
])('a mount that ignores unknown filters accepts %s', (query, meant) => {
  expect(leniently(query)).toEqual({ ...everything, ...meant });
});

test.each(['order=sideways', 'rating=6', 'min_price=abc'])('other mounts refuse %s', (query) => {
  expect(() => v2(query)).toThrow(ServiceError);
  expect(() => v1(query)).toThrow(ServiceError);
});

test.each([
  ['name', 'title', 'asc'],
  ['alphabetical', 'title', 'asc'],
  ['reverse_alpha', 'title', 'desc'],
  ['by_stock', 'stock', 'desc'],
  ['review_count', 'reviewCount', 'desc'],
  ['on_sale_first', 'onSaleFirst', 'desc'],
  ['featured_first', 'featuredFirst', 'desc'],
  ['price_asc', 'price', 'asc'],
  ['price_desc', 'price', 'desc'],
  ['sales', 'sales', 'asc'],
  ['rating', 'rating', 'desc'],
  ['include', 'include', 'asc'],
])(
  'orderby=%s of v2 is accepted in v1 on a mount that ignores unknown filters, and refused on others',
  (word, by, way) => {
    const query = `orderby=${word}&order=asc`;
    const { orderBy, direction } = listQueryV1(lenientV1Check(urlParameters(query)), {
      directionV1: 'as-v2',
      priceOrder: 'byDirection',
    });
    expect([orderBy, direction]).toEqual([by, way]);
    if (!['rating', 'include'].includes(word)) expect(() => v1(query)).toThrow(ServiceError);
  },
);

test('a dialect may order by the shown price', () => {
  const shown = { priceOrder: 'alwaysLowest', directionV1: 'as-v2' } as const;
  for (const word of ['price', 'price_desc']) {
    const asked = listQueryV2(checkV2(urlParameters(`orderby=${word}`)), shown);
    expect([asked.orderBy, asked.direction]).toEqual(['shownPrice', 'desc']);
  }
  expect(listQueryV1(checkV1(urlParameters('orderby=price')), shown).orderBy).toBe('shownPrice');
  expect(listQueryV2(checkV2(urlParameters('orderby=title')), shown).orderBy).toBe('title');
});

test('a SKU also finds variations on some mounts, unless types are given', () => {
  const types = (query: string) =>
    withVariationsBySku(listQueryV2(checkV2(urlParameters(query)), { priceOrder: 'byDirection' })).types;
  expect(types('sku=mug-red')).toEqual(['simple', 'grouped', 'external', 'variable', 'variation']);
  expect(types('sku=mug-red&type=simple')).toEqual(['simple']);
  expect(types('search=mug')).toEqual([]);
});
