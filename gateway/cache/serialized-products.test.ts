import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contracts/listing.ts';
import type { Variation } from '#contracts/product.ts';
import { Parts } from '#contracts/product-replies.ts';
import { serialized } from '#platform/bus/wire.ts';
import { aReview } from '#testing/gateway/catalogue-samples.ts';
import { aProduct, aVariation, units } from '#testing/gateway/samples.ts';
import { dialects } from '../views/dialects.ts';
import { present } from '../views/shared/dialect.ts';
import { type Fields, pickFields, pickListFields, readFields } from '../views/shared/fields.ts';
import { Links } from '../views/shared/links.ts';
import type { PartsOf, PresentedView, ViewOf } from '../views/shared/views.ts';
import { serializedProducts } from './serialized-products.ts';

const names = ['A “round” mug', 'Köln, 10 € – \u2028'];
const entries: ListedProduct[] = names.map((name, at) => ({
  product: aProduct({
    ...{ id: 7 + at, name, type: 'variable', variationIds: [54] },
    variations: [aVariation({ id: 54 })],
  }),
  reviews: [aReview({ id: 3 + at })],
}));
const variations: Variation[] = names.map((name, at) => aVariation({ id: 71 + at, name }));
const parent = {
  id: 7,
  categories: [{ id: 2, name: 'Tea & Herbs', slug: 'tea' }],
  tags: [],
  attributes: [{ key: 'pa_colour', position: 3, visible: false }],
};
const others = {
  ...{ units, context: 'view', page: 2, totalPages: 3, total: 25 },
  ...{ neighbourPages: { prev: 'https://shop.example/prev', next: 'https://shop.example/next' } },
};
const links = (prefix: string) => new Links('https://api.example', prefix);
type Name = keyof PartsOf;
/** Returns the data of a view, besides its products or variations. Only variations have a parent. */
const othersOf = (name: Name) => (name.startsWith('variation') ? { ...others, parent } : others);
/** Returns a view as a route returns it. */
const viewOf = (name: Name, values: readonly object[], more: object = {}) =>
  ({
    name,
    data: new Parts(
      values.map((one) => serialized(one)),
      { ...othersOf(name), ...more },
    ),
  }) as unknown as ViewOf<Name>;
/** Returns a view with its data. */
const presented = (name: Name, values: readonly object[], more: object = {}) => {
  const [first] = values;
  const members = { ...first, entries: values, variation: first, variations: values };
  return { name, data: { ...othersOf(name), ...more, ...members } } as unknown as PresentedView;
};

const views: [Name, object[]][] = [
  ['productV1', entries.slice(0, 1)],
  ['productV2', entries.slice(0, 1)],
  ['productsV1', entries],
  ['productsV2', entries],
  ['variationV1', variations.slice(0, 1)],
  ['variationV2', variations.slice(0, 1)],
  ['variationsV1', variations],
  ['variationsV2', variations],
];

describe.each(Object.values(dialects))('in the dialect $name', (dialect) => {
  describe.each(views)('%s', (name, values) => {
    const write = (
      some: readonly object[],
      more: object = {},
      prefix = '/shop',
      fields: Fields | null = null,
    ) => serializedProducts(viewOf(name, some, more), fields, { dialect, links: links(prefix) });

    test.each(['view', 'embed'] as const)('in context %s has the bytes of the whole view', (context) => {
      // The first answer fills the cache of fragments. The next answers are made from these fragments.
      for (const prefix of ['/shop', '/other', '/shop']) {
        const plain = present(presented(name, values, { context }), dialect, links(prefix), null);
        const { bytes } = write(values, { context }, prefix) ?? {};
        expect(bytes?.toString()).toBe(JSON.stringify(plain));
      }
    });

    test.each([
      ...['id', 'name,prices.price', 'products', 'products.id,total', 'total', 'unknown'],
      ...['id,total', 'prices:price-currency', 'products.images.id,products.name'],
    ])('with the fields %s has the bytes of the requested members', (text) => {
      const fields = readFields(text) ?? new Map();
      const body = present(presented(name, values), dialect, links('/shop'), null);
      const picked =
        name === 'productsV2'
          ? pickListFields(body as Record<string, unknown>, 'products', fields)
          : pickFields(body, fields);
      for (let times = 0; times < 2; times += 1) {
        const { bytes } = write(values, {}, '/shop', fields) ?? {};
        expect(bytes?.toString()).toBe(JSON.stringify(picked));
      }
    });

    test('has the same digest for the same bytes, and another digest for other bytes', () => {
      const dearer = { ...units, currency: { ...units.currency, code: 'CHF', symbol: 'Fr' } };
      const [first = {}, ...rest] = values;
      const renamed = [{ ...first, ...renamedMember(first) }, ...rest];
      const answers = [
        write(values),
        write(values),
        write(renamed),
        write(values, { context: 'embed' }),
        write(values, { units: dearer }),
        ...(name.startsWith('variation')
          ? [write(values, { parent: { ...parent, id: 8, tags: parent.categories } })]
          : []),
        write(values, { total: 26 }),
        write(values, {}, '/other'),
        write([...values].reverse()),
        write([first]),
      ];
      const texts = answers.map((one) => one?.bytes.toString());
      const digests = answers.map((one) => one?.digest);
      expect(digests.map((one) => digests.indexOf(one))).toEqual(texts.map((one) => texts.indexOf(one)));
      expect(new Set(texts).size).toBeGreaterThan(3);
    });
  });
});

function renamedMember(one: object) {
  return 'product' in one
    ? { product: { ...(one as ListedProduct).product, name: 'Cup', sku: 'CUP' } }
    : { name: 'Cup', sku: 'CUP' };
}
