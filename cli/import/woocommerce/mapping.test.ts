import { describe, expect, test } from 'vitest';
import { VariationRecord } from '#contracts/catalogue-import.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { attributeOf, chosenBy, defaultsOf } from './attributes.ts';
import { productRecord } from './products.ts';
import { WooProduct, WooSetting, WooSite, WooTaxRate, WooVariation } from './schemas.ts';
import { settingsRecord } from './settings.ts';
import { plainText, slugOf } from './text.ts';

const context = { terms: new Map(), decimals: 2 };
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
  const terms = new Map([
    [
      3,
      [
        { id: 30, name: 'Red &amp; Black', slug: 'red-black', description: '', count: 1, menu_order: 0 },
        { id: 31, name: 'Blue', slug: 'blue-2', description: '', count: 1, menu_order: 0 },
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

  test('of the shop has the slugs of its terms, and made ones for options without a term', () => {
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

  test("of the product's own is keyed by its name, and its options are their own slugs", () => {
    expect([material.key, material.options]).toEqual(['raw-material', [{ slug: 'Wool', label: 'Wool' }]]);
  });

  test('that a variation does not name is open', () => {
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

  test.each(['ten', '-1', '1,50'])('with the price %s is unfit', (regular_price) => {
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

test('a variation bears the name of its product and its options, and leaves to it what is empty', () => {
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

describe('settings', () => {
  const held = {
    currency: {
      code: 'USD',
      symbol: '$',
      position: 'left',
      decimals: 2,
      decimalSeparator: '.',
      thousandSeparator: ',',
    },
    tax: { rates: [] },
  } as unknown as StoreSettings;
  const none = { general: null, products: null, tax: null, rates: null, site: null };
  const general = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => WooSetting.parse({ id: `woocommerce_${name}`, value }));

  test('of a folder without settings change nothing', () => {
    expect(settingsRecord(none, held)).toEqual({});
  });

  test.each([
    ['EUR', '€'],
    ['JPY', '¥'],
    ['GBP', '£'],
    ['BRL', 'R$'],
    ['CHF', 'CHF'],
    ['KWD', 'د.ك'],
  ])('write %s with %s', (currency, symbol) => {
    expect(settingsRecord({ ...none, general: general({ currency }) }, held).currency?.symbol).toBe(symbol);
  });

  test('know country and state of the shop', () => {
    const { address, defaultCountry } = settingsRecord(
      { ...none, general: general({ default_country: 'US:CA' }) },
      held,
    );
    expect([address?.country, address?.state, defaultCountry]).toEqual(['US', 'CA', 'US']);
  });

  test('turn per cents into millionths and lists of places into lists', () => {
    const rate = {
      id: 1,
      country: 'GB',
      postcode: 'N1*;EC1',
      rate: '8.8750',
      name: 'VAT',
      class: 'reduced-rate',
    };
    expect(settingsRecord({ ...none, rates: [WooTaxRate.parse(rate)] }, held).tax?.rates).toEqual([
      {
        id: 1,
        name: 'VAT',
        country: 'GB',
        state: '',
        postcodes: ['N1*', 'EC1'],
        cities: [],
        ppm: 88_750,
        priority: 1,
        order: 0,
        compound: false,
        shipping: false,
        taxClass: 'reduced-rate',
      },
    ]);
  });

  test('take the title of the site as plain text', () => {
    const site = WooSite.parse({
      name: 'Salt &amp; Co',
      url: 'http://a.example',
      gmt_offset: '5.5',
      timezone_string: '',
    });
    expect(settingsRecord({ ...none, site }, held)).toEqual({
      title: 'Salt & Co',
      description: '',
      homeUrl: 'http://a.example',
      timezone: 'UTC',
      gmtOffset: 5.5,
    });
  });
});
