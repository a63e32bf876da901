import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contracts/listing.ts';
import type { Variation } from '#contracts/product.ts';
import { type Part, type PartsKind, SerializedJson, withParts } from '#platform/bus/serialized-parts.ts';
import { dialects } from '../dialects/dialects.ts';
import { type Dialect, present } from '../dialects/shared/dialect.ts';
import { Links } from '../dialects/shared/links.ts';
import type { View } from '../dialects/shared/views.ts';
import { type Fields, pickFields, pickListFields, readFields } from '../routing/fields.ts';
import { aReview } from '../testing/catalogue-samples.ts';
import { aProduct, aVariation, units } from '../testing/samples.ts';
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
  ...{ units, context: 'view', parent, page: 2, totalPages: 3, total: 25 },
  ...{ neighbourPages: { prev: 'https://shop.example/prev', next: 'https://shop.example/next' } },
};
const links = (prefix: string) => new Links('https://api.example', prefix);
const viewOf = (name: View['name'], kind: PartsKind, parts: readonly Part<object>[], more: object = {}) =>
  ({ name, data: withParts(kind, parts as Part<never>[], { ...others, ...more }) }) as View;
const serialized = (values: readonly object[]) => values.map((one) => SerializedJson.of(one));

const views: [View['name'], PartsKind, object[]][] = [
  ['productV1', 'product', entries.slice(0, 1)],
  ['productV2', 'product', entries.slice(0, 1)],
  ['productsV1', 'entries', entries],
  ['productsV2', 'entries', entries],
  ['variationV1', 'variation', variations.slice(0, 1)],
  ['variationV2', 'variation', variations.slice(0, 1)],
  ['variationsV1', 'variations', variations],
  ['variationsV2', 'variations', variations],
];

describe.each(Object.values(dialects))('in the dialect $name', (dialect) => {
  describe.each(views)('%s', (name, kind, values) => {
    const write = (
      parts: readonly Part<object>[],
      more: object = {},
      prefix = '/shop',
      fields: Fields | null = null,
    ) => serializedProducts(viewOf(name, kind, parts, more), fields, { dialect, links: links(prefix) });

    test.each(['view', 'embed'] as const)(
      'in context %s has the bytes that its presenter writes',
      (context) => {
        // The first answer fills the cache of fragments. The next answers are made from these fragments.
        for (const prefix of ['/shop', '/other', '/shop']) {
          const plain = present(viewOf(name, kind, values, { context }), dialect, links(prefix));
          const { bytes } = write(serialized(values), { context }, prefix) ?? {};
          expect(bytes?.toString()).toBe(JSON.stringify(plain));
        }
      },
    );

    test.each([
      ...['id', 'name,prices.price', 'products', 'products.id,total', 'total', 'unknown'],
      ...['id,total', 'prices:price-currency', 'products.images.id,products.name'],
    ])('with the fields %s has the bytes of the requested members', (text) => {
      const fields = readFields(text) ?? new Map();
      const body = present(viewOf(name, kind, values), dialect, links('/shop'));
      const picked =
        name === 'productsV2'
          ? pickListFields(body as Record<string, unknown>, 'products', fields)
          : pickFields(body, fields);
      for (let times = 0; times < 2; times += 1) {
        const { bytes } = write(serialized(values), {}, '/shop', fields) ?? {};
        expect(bytes?.toString()).toBe(JSON.stringify(picked));
      }
    });

    test('has the same digest for the same bytes, and another digest for other bytes', () => {
      const dearer = { ...units, currency: { ...units.currency, code: 'CHF', symbol: 'Fr' } };
      const [first = {}, ...rest] = values;
      const renamed = [{ ...first, ...renamedMember(first) }, ...rest];
      const answers = [
        write(serialized(values)),
        write(serialized(values)),
        write(serialized(renamed)),
        write(serialized(values), { context: 'embed' }),
        write(serialized(values), { units: dearer }),
        write(serialized(values), { parent: { ...parent, id: 8, tags: parent.categories } }),
        write(serialized(values), { total: 26 }),
        write(serialized(values), {}, '/other'),
        write(serialized([...values].reverse())),
        write(serialized([first])),
      ];
      const texts = answers.map((one) => one?.bytes.toString());
      const digests = answers.map((one) => one?.digest);
      expect(digests.map((one) => digests.indexOf(one))).toEqual(texts.map((one) => texts.indexOf(one)));
      expect(new Set(texts).size).toBeGreaterThan(3);
    });

    test('is null unless all its parts came as bytes', () => {
      expect(write(values)).toBeNull();
      expect(write([...values.slice(0, 1), ...serialized(values)])).toBeNull();
    });
  });

  test('another view is not made of products', () => {
    expect(serializedProducts({ name: 'validToken', data: null }, null, mountOf(dialect))).toBeNull();
  });
});

function mountOf(dialect: Dialect) {
  return { dialect, links: links('/shop') };
}

function renamedMember(one: object) {
  return 'product' in one
    ? { product: { ...(one as ListedProduct).product, name: 'Cup', sku: 'CUP' } }
    : { name: 'Cup', sku: 'CUP' };
}
