import { describe, expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { countryCodes } from '../tax/place.ts';
import { Notes } from './notes.ts';
import { WooStatus } from './plugins.ts';
import { WooSetting } from './setting-values.ts';
import { placesOf, settingsRecord, WooSite } from './settings.ts';
import { WooShippingZone } from './shipping.ts';
import { WooTaxRate } from './taxes.ts';

describe('settings', () => {
  const current = {
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
  const none = {
    general: null,
    products: null,
    tax: null,
    shipping: null,
    rates: null,
    zones: null,
    site: null,
    status: null,
  };
  const general = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => WooSetting.parse({ id: `woocommerce_${name}`, value }));

  test('of a folder without settings change nothing', () => {
    expect(settingsRecord(none, current, new Notes())).toEqual({});
  });

  test.each([
    ['EUR', '€'],
    ['JPY', '¥'],
    ['GBP', '£'],
    ['BRL', 'R$'],
    ['CHF', 'CHF'],
    ['KWD', 'د.ك'],
  ])('show %s with %s', (currency, symbol) => {
    expect(
      settingsRecord({ ...none, general: general({ currency }) }, current, new Notes()).currency?.symbol,
    ).toBe(symbol);
  });

  test('include country and state of the shop', () => {
    const { address, defaultCountry } = settingsRecord(
      { ...none, general: general({ default_country: 'US:CA' }) },
      current,
      new Notes(),
    );
    expect([address?.country, address?.state, defaultCountry]).toEqual(['US', 'CA', 'US']);
  });

  test('convert percentages to millionths, and texts of places to lists', () => {
    const rate = {
      id: 1,
      country: 'GB',
      postcode: 'N1*;EC1',
      rate: '8.8750',
      name: 'VAT',
      class: 'reduced-rate',
    };
    expect(
      settingsRecord({ ...none, rates: [WooTaxRate.parse(rate)] }, current, new Notes()).tax?.rates,
    ).toEqual([
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

  test('include rates of twenty priorities in each class, and report further rates', () => {
    const notes = new Notes();
    const rate = { country: 'GB', rate: '1.0000', name: 'Tax', compound: true };
    const rates = [1_000, ...Array(22).keys(), 5].map((priority, place) =>
      WooTaxRate.parse({ ...rate, id: place + 1, priority: priority + 1 }),
    );
    const other = WooTaxRate.parse({ ...rate, id: 50, priority: 2_000, class: 'reduced-rate' });
    const taken = settingsRecord({ ...none, rates: [...rates, other] }, current, notes).tax?.rates ?? [];
    expect(taken.map(({ id }) => id)).toEqual([...Array(20).keys()].map((id) => id + 2).concat(24, 50));
    expect(notes.leftOut).toEqual([
      {
        what: 'tax rates',
        count: 3,
        why: 'a tax class has at most 20 priorities here; the first are taken',
      },
    ]);
  });

  test('include a rate for some postcodes and cities, and report too many decimals', () => {
    const notes = new Notes();
    const rate = { id: 2, country: 'US', state: 'CA', rate: '7.25005', name: 'Tax', priority: 2, order: 4 };
    const places = { postcode: '', postcodes: ['90210', '1000...1999'], city: '', cities: ['BEVERLY HILLS'] };
    const flags = { compound: true, shipping: true, class: '' };
    const rates = [WooTaxRate.parse({ ...rate, ...places, ...flags })];
    expect(settingsRecord({ ...none, rates }, current, notes).tax?.rates).toEqual([
      {
        id: 2,
        name: 'Tax',
        country: 'US',
        state: 'CA',
        postcodes: ['90210', '1000...1999'],
        cities: ['BEVERLY HILLS'],
        ppm: 72_501,
        priority: 2,
        order: 4,
        compound: true,
        shipping: true,
        taxClass: 'standard',
      },
    ]);
    expect(notes.adjusted).toEqual([
      { what: 'tax rates', count: 1, why: 'rounded to four decimals of a per cent' },
    ]);
  });

  test.each([
    ['inherit', 'inherit'],
    ['', 'standard'],
    ['zero-rate', 'zero-rate'],
  ])('tax shipping by the class %j as by %s', (value, kept) => {
    const tax = [WooSetting.parse({ id: 'woocommerce_shipping_tax_class', value })];
    expect(settingsRecord({ ...none, tax }, current, new Notes()).tax?.shippingTaxClass).toBe(kept);
  });

  test('without a tax class of shipping leave that setting unchanged', () => {
    const tax = { ...current.tax, shippingTaxClass: 'reduced-rate' };
    expect(settingsRecord({ ...none, tax: [] }, { ...current, tax }, new Notes()).tax?.shippingTaxClass).toBe(
      'reduced-rate',
    );
  });

  test('report differences in shipping', () => {
    const notes = new Notes();
    const shipping = [WooSetting.parse({ id: 'woocommerce_ship_to_destination', value: 'billing_only' })];
    settingsRecord({ ...none, shipping }, current, notes);
    expect(notes.leftOut.map(({ what }) => what)).toEqual(['shipping to the billing address only']);
  });

  test.each([
    ['yes', true],
    ['no', false],
    [undefined, current.sequentialDiscounts],
  ])('include whether discounts are sequential: %s', (value, expected) => {
    const given = value === undefined ? {} : { calc_discounts_sequentially: value };
    const record = settingsRecord({ ...none, general: general(given) }, current, new Notes());
    expect(record.sequentialDiscounts).toBe(expected);
  });

  test('store the title of the site as plain text', () => {
    const site = WooSite.parse({
      name: 'Salt &amp; Co',
      url: 'http://a.example',
      gmt_offset: '5.5',
      timezone_string: '',
    });
    expect(settingsRecord({ ...none, site }, current, new Notes())).toEqual({
      title: 'Salt & Co',
      description: '',
      homeUrl: 'http://a.example',
      timezone: '',
      gmtOffset: 5.5,
    });
  });

  test.each([
    ['Asia/Kathmandu', 5.75, { timezone: 'Asia/Kathmandu', gmtOffset: 5.75 }],
    ['', '-3', { timezone: '', gmtOffset: -3 }],
    ['', 0, { timezone: 'UTC', gmtOffset: 0 }],
    ['', null, { timezone: 'UTC', gmtOffset: 0 }],
  ])(
    'with the time zone %j and an offset of %j hours keep the offset for dates',
    (timezone_string, gmt_offset, kept) => {
      const site = WooSite.parse({ gmt_offset, timezone_string });
      expect(settingsRecord({ ...none, site }, current, new Notes())).toMatchObject(kept);
    },
  );

  test.each([
    [{ active_plugins: [], environment: { version: '9.9.5' } }, 'woocommerce-9.9', []],
    [{ active_plugins: [], environment: { version: '8.0.0' } }, 'woocommerce-9.9', []],
    [{ active_plugins: [], environment: { version: '10.0.4' } }, 'woocommerce-10', ['tax on shipping']],
    [{ active_plugins: [], environment: { version: '10.1.0' } }, 'woocommerce-10', []],
    [{ active_plugins: [], environment: { version: '11.0.0-beta.1' } }, 'woocommerce-10', []],
    [{ environment: { version: '9.9.5' } }, 'woocommerce-9.9', []],
    [
      { active_plugins: [{ plugin: 'woocommerce/woocommerce.php', version: '9.8.1' }], environment: [] },
      'woocommerce-9.9',
      [],
    ],
    [
      { active_plugins: [{ plugin: 'other/other.php', version: '9.8.1' }] },
      undefined,
      ['version of WooCommerce'],
    ],
    [{ active_plugins: null }, undefined, ['version of WooCommerce']],
  ])('of the status %j have the calculation %s', (status, calculation, noted) => {
    const notes = new Notes();
    const files = { ...none, status: WooStatus.parse(status) };
    expect(settingsRecord(files, current, notes).calculation).toBe(calculation);
    expect([...notes.adjusted, ...notes.leftOut].map(({ what }) => what)).toEqual(noted);
  });

  test.each([
    ['de_DE', 'de-DE'],
    ['de_DE_formal', 'de-DE'],
    ['pl_PL', 'pl-PL'],
    ['fi', 'fi'],
    ['', undefined],
    ['Klingon', undefined],
  ])('of a site in the language %j have the language %j', (given, language) => {
    const status = WooStatus.parse({
      active_plugins: [],
      environment: { version: '10.5.0', language: given },
    });
    expect(settingsRecord({ ...none, status }, current, new Notes()).language).toBe(language);
  });

  test('include whether only buyers may write reviews, and whether shipping costs need an address', () => {
    const of = (id: string) => [WooSetting.parse({ id: `woocommerce_${id}`, value: 'yes' })];
    const files = {
      ...none,
      products: of('review_rating_verification_required'),
      shipping: of('shipping_cost_requires_address'),
    };
    expect(settingsRecord(files, current, new Notes())).toMatchObject({
      reviewsByBuyersOnly: true,
      shippingHiddenUntilAddress: true,
    });
  });

  test('include shipping zones with their methods, each setting as text', () => {
    const zone = {
      id: 1,
      name: 'UK &amp; Ireland',
      order: 2,
      locations: [
        { code: 'GB', type: 'country' },
        { code: 'x', type: 'planet' },
      ],
      methods: [
        {
          id: 7,
          instance_id: 7,
          title: 'Flat rate',
          order: 1,
          enabled: true,
          method_id: 'flat_rate',
          settings: {
            cost: { id: 'cost', value: '5.00', default: '' },
            ignore_discounts: { id: 'ignore_discounts', value: null, default: 'no' },
            table: { id: 'table', value: [1], default: [] },
            type: { id: 'type', value: 'class', default: 'class' },
            class_cost_41: { id: 'class_cost_41', value: '[qty] * 2', default: '' },
            empty: { id: 'empty' },
          },
        },
        { instance_id: 9, method_id: 'table_rate', title: 'Table', enabled: true },
        { instance_id: 8, method_id: 'local_pickup', title: 'Pickup', enabled: false, settings: [] },
      ],
    };
    const lost = { id: 2, name: 'Mars', locations: [{ code: 'x', type: 'planet' }] };
    const notes = new Notes();
    const zones = [zone, lost].map((one) => WooShippingZone.parse(one));
    expect(settingsRecord({ ...none, zones }, current, notes).shippingZones).toEqual([
      {
        id: 1,
        name: 'UK & Ireland',
        order: 2,
        locations: [{ code: 'GB', type: 'country' }],
        methods: [
          {
            instanceId: 7,
            methodId: 'flat_rate',
            title: 'Flat rate',
            order: 1,
            enabled: true,
            settings: { cost: '5.00', ignore_discounts: 'no', type: 'class', class_cost_41: '[qty] * 2' },
          },
          {
            ...{ instanceId: 9, methodId: 'table_rate', title: 'Table', order: 0, enabled: true },
            settings: {},
          },
          {
            instanceId: 8,
            methodId: 'local_pickup',
            title: 'Pickup',
            order: 0,
            enabled: false,
            settings: {},
          },
        ],
      },
    ]);
    expect(notes.leftOut.map(({ what, count }) => [what, count])).toEqual([
      ['locations of type planet', 2],
      ['settings of shipping methods', 1],
      ['shipping zones', 1],
    ]);
    expect(notes.adjusted).toEqual([
      { what: 'shipping methods of type table_rate', count: 1, why: 'are kept and not offered' },
    ]);
  });
});

const current = { sellingCountries: ['NL'], shippingCountries: ['BE'] };
const all = [...countryCodes];

function places(values: Record<string, unknown>, notes = new Notes()) {
  const settings = Object.entries(values).map(([name, value]) =>
    WooSetting.parse({ id: `woocommerce_${name}`, value }),
  );
  return placesOf(settings, current, notes);
}

/** Settings of a shop that ships to each country that it sells to. */
const everywhere = { ship_to_countries: '' };

describe('the countries that a shop sells to', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['all', { allowed_countries: 'all' }, []],
    [
      'all, even if some countries are listed',
      { allowed_countries: 'all', specific_allowed_countries: ['NL'] },
      [],
    ],
    ['some', { allowed_countries: 'specific', specific_allowed_countries: ['NL', 'BE', 'NL'] }, ['NL', 'BE']],
    [
      'some, written by PHP as an object',
      { allowed_countries: 'specific', specific_allowed_countries: { 1: 'NL' } },
      ['NL'],
    ],
    ['all except none', { allowed_countries: 'all_except', all_except_countries: '' }, []],
    [
      'all except some',
      { allowed_countries: 'all_except', all_except_countries: ['US', 'CU'] },
      all.filter((code) => code !== 'US' && code !== 'CU'),
    ],
    ['unchanged without these settings', {}, ['NL']],
  ])('are %s', (_what, values, expected) => {
    expect(places({ ...everywhere, ...values })).toEqual({
      sellingCountries: expected,
      shippingCountries: [],
    });
  });

  test('are all, with a note, if the shop names none', () => {
    const notes = new Notes();
    const values = { allowed_countries: 'specific', specific_allowed_countries: '' };
    expect(places(values, notes).sellingCountries).toEqual([]);
    expect(notes.adjusted).toEqual([
      { what: 'specific_allowed_countries', count: 1, why: 'names no country, which here is no limit' },
    ]);
  });

  test('omit invalid country codes, with a note', () => {
    const notes = new Notes();
    const values = { allowed_countries: 'specific', specific_allowed_countries: ['NL', 'Utopia', 7] };
    expect(places(values, notes).sellingCountries).toEqual(['NL']);
    expect(notes.leftOut).toEqual([
      { what: 'countries of specific_allowed_countries', count: 2, why: 'they are no codes of countries' },
    ]);
  });
});

describe('the countries that a shop ships to', () => {
  const sold = { allowed_countries: 'specific', specific_allowed_countries: ['NL', 'BE'] };

  test.each<[string, Record<string, unknown>, string[]]>([
    ['those that it sells to', { ...sold, ship_to_countries: '' }, []],
    ['all, where it sells to all', { allowed_countries: 'all', ship_to_countries: 'all' }, []],
    ['all by name, where it sells to some only', { ...sold, ship_to_countries: 'all' }, all],
    ['some', { ...sold, ship_to_countries: 'specific', specific_ship_to_countries: ['BE'] }, ['BE']],
    [
      'not limited if shipping is disabled by another setting',
      { ...sold, ship_to_countries: 'disabled' },
      [],
    ],
    ['unchanged without these settings', sold, ['BE']],
  ])('are %s', (_what, values, expected) => {
    expect(places(values).shippingCountries).toEqual(expected);
  });
});
