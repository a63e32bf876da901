import { describe, expect, test } from 'vitest';
import { ProductRecord, VariationRecord } from '#contracts/product.ts';
import { attributesOf, chosenBy, defaultsOf, TermsOfAttributes } from './attributes.ts';
import { Notes } from './notes.ts';
import { productRecord, WooProduct, WooVariation } from './products.ts';
import { plainText } from './values.ts';

const format = { zone: 'Asia/Tokyo', decimals: 2, decimalSeparator: '.' };
const context = { ...format, terms: new TermsOfAttributes(), roles: [], notes: new Notes() };
const product = (changes: object) =>
  productRecord(WooProduct.parse({ id: 1, type: 'simple', ...changes }), [], context);

describe('a name', () => {
  test.each([
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['5&#8243; &#x2013; 6&quot;', '5″ – 6"'],
    ['&amp;lt;', '&lt;'],
    ['Cre&ccedil;&oslash; &frac34; &bdquo;a&rdquo;', 'Creçø ¾ „a”'],
    ['U\u0308ber', 'Über'],
    ['&unknown; &#0; &#xd800; &', '&unknown; &#0; &#xd800; &'],
  ])('%s is %s as plain text', (html, text) => {
    expect(plainText(html)).toBe(text);
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
  const shared = { slug: '', visible: true, variation: true };
  const attributes = attributesOf(
    [
      {
        ...{ ...shared, id: 3, name: 'Colour', slug: 'pa_colour', position: 1 },
        options: ['Blue', 'Red &amp; Black', 'Odd'],
      },
      { ...shared, id: 0, name: 'Raw Material', position: 0, visible: false, options: ['Wool'] },
    ],
    terms,
  );
  const [colour, material] = attributes;

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
    expect([material?.key, material?.options]).toEqual(['raw-material', [{ slug: 'Wool', label: 'Wool' }]]);
  });

  test('of a single product has the key of the language of the shop', () => {
    const inGerman = new TermsOfAttributes([], 'de-DE');
    const size = { ...shared, id: 0, name: 'Größe', position: 0, options: ['XL'] };
    const own = attributesOf([size], inGerman);
    expect(own[0]?.key).toBe('groesse');
    for (const name of ['Größe', 'groesse'])
      expect(chosenBy(own, [{ id: 0, name, option: 'XL' }], inGerman)).toMatchObject([{ slug: 'XL' }]);
    expect(attributesOf([size], terms)[0]?.key).toBe('grose');
  });

  test('that a variation does not name accepts any option', () => {
    const given = [{ id: 0, name: 'Raw Material', option: 'Wool' }];
    expect(chosenBy(attributes, given, terms)).toEqual([
      { id: 3, key: 'pa_colour', name: 'Colour', slug: '', label: '' },
      { id: 0, key: 'raw-material', name: 'Raw Material', slug: 'Wool', label: 'Wool' },
    ]);
  });

  test('is found by its slug in defaults', () => {
    expect(defaultsOf(attributes, [{ id: 3, name: 'Colour', option: 'blue-2' }], terms)).toEqual([
      { id: 3, key: 'pa_colour', name: 'Colour', slug: 'blue-2', label: 'Blue' },
    ]);
  });
});

describe('attributes and options of symbols', () => {
  const own = (name: string, options: readonly unknown[], more: object = {}) => ({
    ...{ id: 0, name, variation: true, options },
    ...more,
  });
  const variable = (attributes: readonly object[], ...variations: readonly object[]) =>
    productRecord(
      WooProduct.parse({ id: 1, type: 'variable', attributes }),
      variations.map((one, index) => WooVariation.parse({ id: 10 + index, attributes: one })),
      context,
    );
  const chosen = ({ variations }: ProductRecord) =>
    variations.map((one) => one.attributes.map(({ key, slug }) => [key, slug]));

  test('have percent-encoded slugs that differ', () => {
    const mood = own('Mood', ['😀', '😡', '®', '!', '?'], { id: 5, slug: 'pa_mood' });
    const record = variable(
      [mood],
      ...['😀', '😡', '®', '?'].map((option) => [{ id: 5, name: 'Mood', option }]),
    );
    expect(chosen(record)).toEqual([
      [['pa_mood', '%f0%9f%98%80']],
      [['pa_mood', '%f0%9f%98%a1']],
      [['pa_mood', '%c2%ae']],
      [['pa_mood', '%3f']],
    ]);
  });

  test('have keys that differ, and variations name the right one', () => {
    const names = ['Color 🖍', 'Color', '🎨', '📏', '!?', 'Color!', '-', '.'];
    const record = variable(
      names.map((name) => own(name, ['a', 'b'])),
      names.map((name, index) => ({ id: 0, name, option: index % 2 === 0 ? 'a' : 'b' })),
    );
    expect(chosen(record)).toEqual([
      [
        ['color-%f0%9f%96%8d', 'a'],
        ['color', 'b'],
        ['%f0%9f%8e%a8', 'a'],
        ['%f0%9f%93%8f', 'b'],
        ['%21%3f', 'a'],
        ['color%21', 'b'],
        ['-', 'a'],
        ['%2e', 'b'],
      ],
    ]);
  });

  test('of one name are kept apart if variations do not differ in them, and refused if they do', () => {
    const notes = [own('Note', ['a'], { variation: false }), own('Note', ['b'], { variation: false })];
    expect(variable(notes).attributes.map(({ key }) => key)).toEqual(['note', 'note-2']);
    const twice = [own('Color', ['Red']), own('Color', ['Matt'])];
    expect(() => variable(twice)).toThrow('attributes: must be different, not "Color"');
  });

  test('that are numbers or need composing are found; an empty option accepts any', () => {
    const record = variable(
      [own('Length', [0, 1, 'e\u0301te'])],
      ...[0, '1', 'éte', '', null].map((option) => [{ id: 0, name: 'length', option }]),
    );
    expect(chosen(record).map(([one]) => one?.[1])).toEqual(['0', '1', 'éte', '', '']);
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

  test.each([
    ['8.2645', '8.2641', 2, { regular: 826, sale: 826, exact: { regular: '8.2645', sale: '8.2641' } }],
    ['0.004', '', 2, { regular: 0, sale: null, exact: { regular: '0.004' } }],
    ['999.50', '900.00', 0, { regular: 1_000, sale: 900, exact: { regular: '999.5' } }],
    ['.99', '.5', 2, { regular: 99, sale: 50 }],
    ['5.', '', 2, { regular: 500, sale: null }],
  ])('with the prices "%s" and "%s" at %i decimals keeps all decimals', (regular, sale, decimals, kept) => {
    const given = WooProduct.parse({ id: 1, type: 'simple', regular_price: regular, sale_price: sale });
    const notes = new Notes();
    expect(productRecord(given, [], { ...context, decimals, notes }).prices).toEqual({
      ...kept,
      saleFrom: null,
      saleTo: null,
    });
    expect(notes.adjusted).toEqual([]);
  });

  test.each(['ten', '-1', '1,50', '1..23', '1e3', 'NaN', '12 €', '1,299.00'])(
    'with the price %s cannot be read, since it could mean another amount',
    (regular_price) => {
      const message = `regular_price: must be an amount from 0 on, not "${regular_price}"`;
      expect(() => product({ regular_price })).toThrow(message);
    },
  );

  test.each([
    [12.89, 1_289],
    [' 10.00 ', 1_000],
    ['+5', 500],
    ['', null],
    [null, null],
    [false, null],
  ])('with the price %j has the amount %j', (regular_price, amount) => {
    expect(product({ regular_price }).prices.regular).toBe(amount);
  });

  test('of a shop that writes a comma has prices with a comma', () => {
    const woo = WooProduct.parse({ id: 1, type: 'simple', regular_price: '12,50', sale_price: '9.00' });
    const { prices } = productRecord(woo, [], { ...context, decimalSeparator: ',' });
    expect([prices.regular, prices.sale]).toEqual([1_250, 900]);
  });

  test('with values in other types is read', () => {
    const record = product({
      ...{
        id: '5',
        featured: 1,
        virtual: 'yes',
        downloadable: '',
        sold_individually: '0',
        manage_stock: '1',
      },
      ...{ stock_quantity: '12', low_stock_amount: '', menu_order: '3', rating_count: '2', total_sales: '7' },
      ...{
        upsell_ids: { 1: 10, 3: '11', 4: 10, 6: 5 },
        cross_sell_ids: ['5', 0, 7, '7'],
        grouped_products: '',
      },
      ...{
        dimensions: [],
        downloads: { 'a-b': { id: 'a-b', name: 'A &amp; B', file: 'https://a.example/f' } },
      },
      ...{
        images: {
          2: { id: '7', src: 'https://a.example/i.jpg', name: false, alt: false },
          3: { src: false },
        },
      },
      ...{
        categories: { 1: { id: '4', name: 'C', slug: null } },
        meta_data: { 0: { id: '1', key: 'a', value: 'b' } },
      },
      attributes: {
        pa_size: { id: 1, name: 'Size', visible: 'yes', variation: 0, options: { 1: 'S', 4: 38 } },
      },
    });
    expect(ProductRecord.parse(record)).toMatchObject({
      ...{ id: 5, featured: true, virtual: true, downloadable: false, soldIndividually: false },
      ...{
        menuOrder: 3,
        ratingCount: 2,
        totalSales: 7,
        upsellIds: [10, 11],
        crossSellIds: [7],
        groupedIds: [],
      },
      stock: { counted: 'own', quantity: 12, lowAmount: null },
      dimensions: { length: '', width: '', height: '' },
      downloads: [{ id: 'a-b', name: 'A & B' }],
      images: [{ id: 7, full: 'https://a.example/i.jpg', name: '', alt: '' }],
      categories: [{ id: 4, name: 'C', slug: '' }],
      meta: [{ id: 1, key: 'a', value: 'b' }],
      attributes: [
        { key: 'pa_size', visible: true, variation: false, options: [{ slug: 's' }, { slug: '38' }] },
      ],
    });
  });

  test.each([
    ['sold_individually', 'maybe'],
    ['stock_quantity', 'many'],
    ['description', { rendered: 'x' }],
    ['upsell_ids', 'some'],
  ])('whose %s is %j cannot be read', (member, value) => {
    expect(WooProduct.safeParse({ id: 1, [member]: value }).error?.issues[0]?.path).toEqual([member]);
  });

  test.each([
    ['2026-06-01T09:00:00', '', '2026-06-01T09:00:00', '2026-06-01T00:00:00'],
    ['2026-06-01', null, '2026-06-01T00:00:00', '2026-05-31T15:00:00'],
    ['', '2026-06-01T00:00:00', '2026-06-01T09:00:00', '2026-06-01T00:00:00'],
    ['2026-06-01T09:00:00+02:00', '', '2026-06-01T16:00:00', '2026-06-01T07:00:00'],
    ['2026-06-01T08:00:00', '2026-06-01T00:00:00', '2026-06-01T08:00:00', '2026-06-01T00:00:00'],
    ['2026-02-30T10:00:00', '2026-02-30T01:00:00', '2026-03-02T10:00:00', '2026-03-02T01:00:00'],
    ['1780272000', '', '2026-06-01T09:00:00', '2026-06-01T00:00:00'],
  ])(
    'with the local time %j and the time %j in UTC has both in the time zone of the shop',
    (local, gmt, ...times) => {
      const record = product({
        ...{ date_created: local, date_created_gmt: gmt, date_modified: local, date_modified_gmt: gmt },
        ...{
          date_on_sale_from: local,
          date_on_sale_from_gmt: gmt,
          date_on_sale_to: local,
          date_on_sale_to_gmt: gmt,
        },
      });
      const expected = { local: times[0], utc: times[1] };
      expect([record.created, record.modified]).toEqual([expected, expected]);
      expect([record.prices.saleFrom, record.prices.saleTo]).toEqual([expected, expected]);
    },
  );

  test.each(['0000-00-00T00:00:00', '-0001-11-30T00:00:00', '', null])(
    'with the date %j has none',
    (date) => {
      const record = product({ date_on_sale_from: date, date_on_sale_from_gmt: date, date_created: date });
      expect([record.prices.saleFrom, record.created.local]).toEqual([null, '1970-01-01T00:00:00']);
    },
  );

  test('with a sale at a time that is none cannot be read; a creation at such a time is unknown', () => {
    const given = { date_on_sale_to: '2026-02-10T25:61:00' };
    expect(() => product(given)).toThrow(
      'date_on_sale_to: must be a date and time, not "2026-02-10T25:61:00"',
    );
    const { record, adjusted } = notesOf({ id: 9, date_created: 'x' });
    expect(record.created.utc).toBe('1970-01-01T00:00:00');
    const why = 'date_created: must be a date and time, not "x": the time is unknown';
    expect(adjusted).toEqual([{ what: 'record 9', count: 1, why }]);
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
    ['of stock in parts', { stock_quantity: 2.5 }, 'stock'],
  ])('%s', (_, changes, what) => {
    expect(notesOf(changes).adjusted).toEqual([{ what, count: 1, why: expect.any(String) }]);
  });

  test('name each product with a price of more than six decimals', () => {
    const variations = [
      { id: 2, regular_price: '8.26446281' },
      { id: 3, regular_price: '8.264463' },
    ];
    const { record, adjusted } = notesOf({ type: 'variable', sale_price: '0.1234567' }, variations);
    expect(record.variations.map(({ prices }) => prices.exact?.regular)).toEqual(['8.264463', '8.264463']);
    expect(adjusted).toEqual([
      { what: 'prices', count: 2, why: 'were rounded to six decimals', ids: [1, 2] },
    ]);
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

test('HTML and addresses that a page must not run are cleaned, and the report names the product', () => {
  const notes = new Notes();
  const given = {
    id: 7,
    type: 'simple',
    name: 'Mug',
    description: '<img src=x onerror=y>',
    permalink: 'javascript:x',
  };
  const record = productRecord(WooProduct.parse(given), [], { ...context, notes });
  expect(record).toMatchObject({ description: '<img src="x" />', permalink: '' });
  expect(notes.adjusted).toContainEqual({
    ...{ what: 'products', count: 1, why: 'their HTML or addresses were cleaned', ids: [7] },
  });
});
