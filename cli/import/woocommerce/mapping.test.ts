import { describe, expect, test } from 'vitest';
import { VariationRecord } from '#contracts/catalogue-import.ts';
import { Notes } from '../notes.ts';
import { attributeOf, chosenBy, defaultsOf, TermsOfAttributes } from './attributes.ts';
import { productRecord } from './products.ts';
import { WooProduct, WooVariation } from './schemas.ts';
import { plainText, slugOf } from './text.ts';

const context = { terms: new TermsOfAttributes(), decimals: 2, roles: [], notes: new Notes() };
const product = (changes: object) =>
  productRecord(WooProduct.parse({ id: 1, type: 'simple', ...changes }), [], context);

describe('a name', () => {
  test.each([
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['5&#8243; &#x2013; 6&quot;', '5″ – 6"'],
    ['&amp;lt;', '&lt;'],
    ['&unknown; &#0; &#xd800; &', '&unknown; &#0; &#xd800; &'],
  ])('%s is %s as plain text', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  test.each([
    ['Über Größe', 'uber-grosse'],
    ["  Men's -- T/Shirt ", 'mens-tshirt'],
    ['Цвет', '%d1%86%d0%b2%d0%b5%d1%82'],
  ])('%s has the slug %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

describe('an attribute', () => {
  const terms = new TermsOfAttributes([
    [
      3,
      [
        { name: 'Red &amp; Black', slug: 'red-black' },
        { name: 'Blue', slug: 'blue-2' },
        { name: 'Blue', slug: 'blue-3' },
      ],
    ],
  ]);
  const colour = attributeOf(
    {
      id: 3,
      name: 'Colour',
      slug: 'pa_colour',
      position: 1,
      visible: true,
      variation: true,
      options: ['Blue', 'Red &amp; Black', 'Odd'],
    },
    terms,
  );
  const material = attributeOf(
    {
      id: 0,
      name: 'Raw Material',
      slug: 'Raw Material',
      position: 0,
      visible: false,
      variation: true,
      options: ['Wool'],
    },
    terms,
  );

  test('of the shop has the slugs of its terms, and generated slugs for options without a term', () => {
    expect(colour).toEqual({
      id: 3,
      key: 'pa_colour',
      name: 'Colour',
      position: 1,
      visible: true,
      variation: true,
      options: [
        { slug: 'blue-2', label: 'Blue' },
        { slug: 'red-black', label: 'Red & Black' },
        { slug: 'odd', label: 'Odd' },
      ],
    });
  });

  test('of a single product has a key from its name, and options that are their own slugs', () => {
    expect([material.key, material.options]).toEqual(['raw-material', [{ slug: 'Wool', label: 'Wool' }]]);
  });

  test('that a variation does not name accepts any option', () => {
    const given = [{ id: 0, name: 'Raw Material', option: 'Wool' }];
    expect(chosenBy([colour, material], given, terms)).toEqual([
      { id: 3, key: 'pa_colour', name: 'Colour', slug: '', label: '' },
      { id: 0, key: 'raw-material', name: 'Raw Material', slug: 'Wool', label: 'Wool' },
    ]);
  });

  test('is found by its slug in defaults', () => {
    expect(defaultsOf([colour, material], [{ id: 3, name: 'Colour', option: 'blue-2' }], terms)).toEqual([
      { id: 3, key: 'pa_colour', name: 'Colour', slug: 'blue-2', label: 'Blue' },
    ]);
  });
});

describe('a product', () => {
  test('has its prices in minor units of the currency, null where there is none', () => {
    expect(product({ regular_price: '19.99', sale_price: '' }).prices).toEqual({
      regular: 1_999,
      sale: null,
      saleFrom: null,
      saleTo: null,
    });
    const yen = productRecord(WooProduct.parse({ id: 1, type: 'simple', regular_price: '1999' }), [], {
      ...context,
      decimals: 0,
    });
    expect(yen.prices.regular).toBe(1_999);
  });

  test.each(['ten', '-1', '1,50'])('with the price %s is not supported', (regular_price) => {
    expect(() => product({ regular_price })).toThrow('regular_price is no price');
  });

  test('keeps no meta entry that the shop hides', () => {
    const meta_data = [
      { id: 1, key: '_hidden', value: 1 },
      { id: 2, key: 'shown', value: { a: [1] } },
    ];
    expect(product({ meta_data }).meta).toEqual([{ id: 2, key: 'shown', value: { a: [1] } }]);
  });

  test('behind a password is locked', () => {
    expect([product({ post_password: 'x' }).locked, product({}).locked]).toEqual([true, false]);
  });

  test('with a status of an extension is a draft, never public', () => {
    expect(product({ status: 'wc-secret' }).status).toBe('draft');
  });
});

/** Converts a product. Returns the record and the notes about it. */
function notesOf(changes: object, variations: readonly object[] = []) {
  const notes = new Notes();
  const given = variations.map((one) => WooVariation.parse(one));
  const woo = WooProduct.parse({ id: 1, type: 'simple', ...changes });
  const record = productRecord(woo, given, { ...context, notes });
  return { record, adjusted: notes.adjusted, leftOut: notes.leftOut };
}

describe('notes of a report', () => {
  test.each<[string, object, string]>([
    ['of a SKU with blanks', { sku: ' a ' }, 'SKUs'],
    ['of a status that is not known', { status: 'wc-secret' }, 'statuses of products'],
    ['of a stock status that is not known', { stock_status: 'soon' }, 'stock statuses'],
    ['of a visibility that is not known', { catalog_visibility: 'vip' }, 'visibilities'],
    ['of a price with too many decimals', { regular_price: '1.999' }, 'prices'],
    ['of stock in parts', { stock_quantity: 2.5 }, 'stock'],
  ])('%s', (_, changes, what) => {
    expect(notesOf(changes).adjusted).toEqual([{ what, count: 1, why: expect.any(String) }]);
  });

  test('are absent for a product that is imported unchanged', () => {
    const { adjusted, leftOut } = notesOf({ sku: 'a', status: 'publish', regular_price: '1.900' });
    expect([adjusted, leftOut]).toEqual([[], []]);
  });

  test('count the meta entries that the shop hides', () => {
    const hidden = ['_a', '_b', 'c'].map((key) => ({ id: 1, key, value: 1 }));
    expect(notesOf({ meta_data: hidden }).leftOut).toEqual([
      { what: 'meta entries', count: 2, why: 'their keys begin with a low line' },
    ]);
  });
});

test("a variation that shows its product's SKU has none of its own", () => {
  const variations = [
    { id: 2, sku: 'mug' },
    { id: 3, sku: 'mug-red' },
  ];
  const { record } = notesOf({ type: 'variable', sku: 'mug' }, variations);
  expect(record.variations.map(({ sku }) => sku)).toEqual(['', 'mug-red']);
});

test('a sale price not below the regular one is stored as given', () => {
  const { record } = notesOf({ regular_price: '5', sale_price: '7' });
  expect([record.prices.regular, record.prices.sale]).toEqual([500, 700]);
});

test('a variation has the name of its product and its options, and inherits empty members', () => {
  const variation = WooVariation.parse({
    id: 2,
    name: 'Red &amp; Black',
    tax_class: 'parent',
    manage_stock: 'parent',
  });
  const given = WooProduct.parse({ id: 1, type: 'variable', name: 'Mug', slug: 'mug' });
  const [record] = productRecord(given, [variation], context).variations;
  expect(VariationRecord.parse(record)).toMatchObject({
    name: 'Mug - Red & Black',
    slug: 'mug-red-black',
    taxClass: null,
    images: [],
    stock: { counted: 'parent' },
  });
});

describe('reserved prices and products', () => {
  const read = (meta: Record<string, unknown>) => {
    const notes = new Notes();
    const meta_data = Object.entries(meta).map(([key, value], id) => ({ id, key, value }));
    const woo = WooProduct.parse({ id: 1, type: 'simple', regular_price: '10', meta_data });
    const record = productRecord(woo, [], { ...context, roles: ['wholesale'], notes });
    return { record, adjusted: notes.adjusted, leftOut: notes.leftOut };
  };
  const prices = { wholesale: { regular_price: '8.00', sale_price: 7.5 }, club: { regular_price: '9' } };

  test.each([
    ['values', prices, ['wholesale', 'administrator']],
    ['JSON text', JSON.stringify(prices), '["wholesale","administrator"]'],
  ])(
    'are read from meta data that are %s, and are not imported as meta data',
    (_what, rolePrices, visibleTo) => {
      const { record, adjusted, leftOut } = read({
        ...{ _cartwright_role_prices: rolePrices, _cartwright_visible_to: visibleTo },
        colour_code: '7',
      });
      expect(record).toMatchObject({
        rolePrices: [
          { role: 'club', regular: 900, sale: null },
          { role: 'wholesale', regular: 800, sale: 750 },
        ],
        visibleTo: ['wholesale', 'administrator'],
        prices: { regular: 1_000 },
      });
      expect(record.meta.map(({ key }) => key)).toEqual(['colour_code']);
      const why = 'names "club": kept, but not among the setting customer-roles';
      expect([adjusted, leftOut]).toEqual([[{ what: '_cartwright_role_prices', count: 1, why }], []]);
    },
  );

  test('are absent without such meta data, or with empty text', () => {
    for (const meta of [{}, { _cartwright_role_prices: '', _cartwright_visible_to: ' ' }]) {
      expect(read(meta).record).toMatchObject({ rolePrices: [], visibleTo: null });
    }
  });

  test.each([['wholesale'], [[]], [['Not a role']], [{ wholesale: true }]])(
    '%j instead of roles hides the product from all but managers, with a note',
    (visibleTo) => {
      const { record, adjusted } = read({ _cartwright_visible_to: visibleTo });
      expect([record.visibleTo, adjusted.length]).toEqual([['administrator'], 1]);
    },
  );

  test.each(['8.00', ['8.00'], { 'Not a role': {} }, { wholesale: { regular_price: 'cheap' } }])(
    '%j instead of prices is left out, with a note',
    (rolePrices) => {
      const { record, leftOut } = read({ _cartwright_role_prices: rolePrices });
      expect([record.rolePrices, leftOut.length]).toEqual([[], 1]);
    },
  );
});
