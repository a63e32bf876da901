import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';
import { namedSettings } from '../store-settings/named-settings.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const shown = async () => JSON.parse((await cartwright('settings', 'show', '--json')).out);

const vat = { id: 7, name: 'VAT', country: 'NL', state: '', postcodes: [], cities: [] };
const plain = { priority: 1, order: 0, compound: false, shipping: true, class: 'standard' };
const pst = {
  ...{
    id: 8,
    name: 'PST',
    country: 'CA',
    state: 'QC',
    postcodes: ['H1*', '1000...1999'],
    cities: ['Québec'],
  },
  ...{ rate: '9.9750', priority: 2, order: 5, compound: true, shipping: false, class: 'reduced-rate' },
};

const rateRule =
  'must be per cent as text, from "0" on, with four decimals at most, like "20.0000"; nothing was changed';
const postcodeRule =
  'must be a postcode, or like 179* or 1000...1999 with the lower end first; nothing was changed';
const parcel = { instanceId: 4, methodId: 'flat_rate', title: 'Parcel', order: 0, enabled: true };
const free = { instanceId: 9, methodId: 'free_shipping', title: 'Free', order: 1, enabled: false };
const islands = {
  id: 3,
  name: 'Islands',
  order: 0,
  locations: [
    { code: 'NL', type: 'country' },
    { code: '179*', type: 'postcode' },
    { code: '8881...8897', type: 'postcode' },
  ],
  methods: [
    { ...parcel, settings: { cost: '5 + [qty] * 0.50', class_cost_91: '[fee percent="10" min_fee="2"]' } },
    { ...free, settings: { requires: 'either', min_amount: '75' } },
  ],
};
const rest = { id: 0, name: 'Elsewhere', order: 0, locations: [], methods: [] };

const set = (name: string, value: unknown) =>
  cartwright('settings', 'set', name, typeof value === 'string' ? value : JSON.stringify(value));
const shownOf = async (name: string) =>
  JSON.parse((await cartwright('settings', 'show', name, '--json')).out)[name];
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

async function storedSettings(): Promise<StoreSettings> {
  await using bus = await connectBus(catalogue.address);
  return (await bus.request(readSettings, {})).settings;
}

describe('customer-roles', () => {
  test('are stored without duplicates, and an empty text clears them', async () => {
    expect((await set('customer-roles', ' wholesale,reseller, wholesale')).code).toBe(0);
    expect((await storedSettings()).customerRoles).toEqual(['wholesale', 'reseller']);
    expect(await shownOf('customer-roles')).toBe('wholesale,reseller');
    await set('customer-roles', '');
    expect((await storedSettings()).customerRoles).toEqual([]);
  });

  test.each(['Wholesale', 'public', 'customer', 'wholesale,administrator', 'a b'])(
    '%j is refused, and nothing changes',
    async (value) => {
      const { code, err } = await set('customer-roles', value);
      expect([code, err]).toEqual([2, expect.stringContaining('customer-roles')]);
      expect((await storedSettings()).customerRoles).toEqual([]);
    },
  );
});

describe('tax-rates', () => {
  test('are stored in millionths, with defaults, and ids in order', async () => {
    const { code } = await set('tax-rates', [
      { name: 'VAT', country: 'NL', rate: '21' },
      { ...pst, id: undefined },
    ]);
    expect([code, (await storedSettings()).tax.rates]).toEqual([
      0,
      [
        {
          ...{ ...vat, id: 1, ppm: 210_000, priority: 1, order: 0 },
          ...{ compound: false, shipping: true, taxClass: 'standard' },
        },
        {
          ...{ id: 2, name: 'PST', country: 'CA', state: 'QC', postcodes: pst.postcodes, cities: pst.cities },
          ...{
            ppm: 99_750,
            priority: 2,
            order: 5,
            compound: true,
            shipping: false,
            taxClass: 'reduced-rate',
          },
        },
      ],
    ]);
  });

  test('are printed in the form in which they are set, which is also read from a file', async () => {
    const rates = [{ ...vat, ...plain, rate: '21.0000' }, pst];
    await set('tax-rates', rates);
    expect(await shownOf('tax-rates')).toEqual(rates);
    const file = join(catalogue.folder, 'rates.json');
    await writeFile(file, (await cartwright('settings', 'show', 'tax-rates', '--json')).out);
    await set('tax-rates', []);
    expect(await shownOf('tax-rates')).toEqual([]);
    await set('tax-rates', `@${file}`);
    expect(await shownOf('tax-rates')).toEqual(rates);
  });

  test('with more than twenty priorities in a class are refused, and nothing changes', async () => {
    const before = await shownOf('tax-rates');
    const rates = Array.from({ length: 21 }, (_, at) => ({
      ...{ ...vat, ...plain, rate: '21.0000' },
      ...{ id: at + 1, priority: at },
    }));
    const { code, err } = await set('tax-rates', rates);
    expect([code, err]).toEqual([2, expect.stringContaining('at most 20 priorities in each class')]);
    expect(await shownOf('tax-rates')).toEqual(before);
    expect((await set('tax-rates', rates.slice(1))).code).toBe(0);
  });

  test('are printed as a table, and as one line among all settings', async () => {
    await set('tax-rates', [{ ...vat, ...plain, rate: '21.0000' }, pst]);
    expect((await cartwright('settings', 'show', 'tax-rates')).out).toBe(
      lines(
        'id  name  rate     where                         class         priority  compound  on shipping',
        ' 7  VAT   21 %     NL                            standard             1  no        yes',
        ' 8  PST   9.975 %  CA:QC H1* 1000...1999 Québec  reduced-rate         2  yes       no',
      ),
    );
    const all = (await cartwright('settings', 'show')).out;
    expect(all).toMatch(/^tax-rates +2 rates: settings show tax-rates$/m);
    await set('tax-rates', []);
    expect((await cartwright('settings', 'show', 'tax-rates')).out).toBe('No tax is charged anywhere.\n');
  });

  test.each<[unknown, string]>([
    ['21', 'tax-rates: must be a list in [ ]; nothing was changed'],
    ['VAT 21', 'is not valid JSON; nothing was changed'],
    [[{ name: 'VAT', rate: 21 }], `tax-rates[0].rate: ${rateRule}`],
    [[{ name: 'VAT', rate: '21%' }], `tax-rates[0].rate: ${rateRule}`],
    [[{ name: 'VAT', rate: '-1' }], `tax-rates[0].rate: ${rateRule}`],
    [[{ name: 'VAT', rate: '1.00001' }], `tax-rates[0].rate: ${rateRule}`],
    [[{ name: 'VAT' }], 'tax-rates[0].rate: is missing; nothing was changed'],
    [[pst, { rate: '1' }], 'tax-rates[1].name: is missing; nothing was changed'],
    [[pst, 'VAT'], 'tax-rates[1]: must be an entry in { }; nothing was changed'],
    [[{ ...pst, name: 5 }], 'tax-rates[0].name: must be a text in quotes; nothing was changed'],
    [[{ ...pst, cities: 'Québec' }], 'tax-rates[0].cities: must be a list in [ ]; nothing was changed'],
    [[{ ...pst, compound: 'yes' }], 'tax-rates[0].compound: must be true or false; nothing was changed'],
    [[{ ...pst, priority: 1.5 }], 'tax-rates[0].priority: must be a whole number; nothing was changed'],
    [[{ ...pst, id: 0 }], 'tax-rates[0].id: must be greater than 0; nothing was changed'],
    [[{ ...pst, class: '' }], 'tax-rates[0].class: must not be empty; nothing was changed'],
    [[{ ...pst, state: 'Q'.repeat(201) }], 'tax-rates[0].state: must be of at most 200 characters; nothing'],
    [[{ ...pst, country: 'UK' }], 'tax-rates[0].country: must be a country like NL, or "" for all'],
    [[{ ...pst, postcodes: ['2000...1000'] }], `tax-rates[0].postcodes[0]: ${postcodeRule}`],
    [[{ ...pst, postcodes: ['B1...A10'] }], `tax-rates[0].postcodes[0]: ${postcodeRule}`],
    [[{ ...pst, postcodes: ['H*1'] }], `tax-rates[0].postcodes[0]: ${postcodeRule}`],
    [[{ ...pst, postcodes: ['1000...'] }], `tax-rates[0].postcodes[0]: ${postcodeRule}`],
    [[{ ...pst, country: 'Canada' }], 'tax-rates[0].country: must be a country like NL, or "" for all'],
    [[{ ...pst, postcodes: ['H1*', ' '] }], 'tax-rates[0].postcodes[1]: '],
    [[{ ...pst, ppm: 1 }], 'tax-rates[0]: "ppm" is not known here; nothing was changed'],
    [[pst, pst], 'tax-rates: the id 8 is there twice'],
    ['@/there/is/none', 'the file /there/is/none cannot be read (ENOENT)'],
  ])('%j are refused in one sentence that names the place, and change nothing', async (value, sentence) => {
    const before = await storedSettings();
    const { code, out, err } = await set('tax-rates', value);
    expect([code, out, await storedSettings()]).toEqual([2, '', before]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('shipping-zones', () => {
  test('are stored as written, and printed in the form of the input', async () => {
    expect((await set('shipping-zones', [islands, rest])).code).toBe(0);
    expect((await storedSettings()).shippingZones).toEqual([islands, rest]);
    expect(await shownOf('shipping-zones')).toEqual([islands, rest]);
  });

  test('get missing ids and positions after the given ones', async () => {
    const { order: _order, enabled: _enabled, ...method } = parcel;
    const bare = { methodId: 'local_pickup', title: 'Pickup' };
    await set('shipping-zones', [
      { name: 'A', methods: [bare, method] },
      { ...rest, methods: [bare] },
    ]);
    const pickup = { ...bare, enabled: true, settings: {} };
    expect((await storedSettings()).shippingZones).toEqual([
      {
        ...{ id: 1, name: 'A', order: 0, locations: [] },
        methods: [
          { ...pickup, instanceId: 5, order: 0 },
          { ...parcel, order: 1, settings: {} },
        ],
      },
      { ...rest, methods: [{ ...pickup, instanceId: 6, order: 0 }] },
    ]);
  });

  test('are printed as tables', async () => {
    await set('shipping-zones', [islands, rest]);
    expect((await cartwright('settings', 'show', 'shipping-zones')).out).toBe(
      lines(
        'zone  name     where',
        '   3  Islands  NL, postcodes 179* 8881...8897',
        'rate             title   offered  settings',
        'flat_rate:4      Parcel  on       cost 5 + [qty] * 0.50, class_cost_91 [fee percent="10" min_fee="2"]',
        'free_shipping:9  Free    off      requires either, min_amount 75',
        '',
        'zone  name       where',
        '   0  Elsewhere  everywhere else',
        'Nothing is shipped there.',
      ),
    );
    const all = (await cartwright('settings', 'show')).out;
    expect(all).toMatch(/^shipping-zones +2 zones: settings show shipping-zones$/m);
    await set('shipping-zones', []);
    expect((await cartwright('settings', 'show', 'shipping-zones')).out).toBe(
      'Nothing is shipped anywhere.\n',
    );
  });

  test('show why carts never get a shipping method', async () => {
    const methods = [
      { methodId: 'drone', title: 'Drone' },
      { methodId: 'flat_rate', title: 'Parcel', settings: { costs: '5', tax_status: 'none' } },
      { methodId: 'flat_rate', title: 'Heavy', settings: { class_cost_91: '5' } },
      { methodId: 'local_pickup', title: 'Pickup', enabled: false },
    ];
    await set('shipping-zones', [{ name: 'A', methods }]);
    const cells = (await cartwright('settings', 'show', 'shipping-zones')).out.split('\n').slice(3);
    expect(cells.map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['drone:1', 'Drone', 'never: not known here'],
      ['flat_rate:2', 'Parcel', 'never: no cost'],
      ['flat_rate:3', 'Heavy', 'on'],
      ['local_pickup:4', 'Pickup', 'off'],
      [''],
    ]);
  });

  test.each<[unknown, string]>([
    [
      [{ ...rest, locations: [{ code: 'Texel', type: 'island' }] }],
      '[0].locations[0].type: must be one of country, state, continent, postcode; nothing was changed',
    ],
    [
      [{ ...rest, locations: [{ code: 'Spain', type: 'country' }] }],
      '[0].locations[0].code: must be a country like NL',
    ],
    [[{ ...rest, locations: [{ code: 'CA', type: 'state' }] }], 'must be a country and a state like US:CA'],
    [
      [{ ...rest, locations: [{ code: 'Europe', type: 'continent' }] }],
      'must be a continent: AF, AN, AS, EU, NA, OC or SA',
    ],
    [
      [{ ...rest, locations: [{ code: ' ', type: 'postcode' }] }],
      'must be a postcode, or like 179* or 1000...1999',
    ],
    [
      [{ ...rest, locations: [{ code: '8897...8881', type: 'postcode' }] }],
      `[0].locations[0].code: ${postcodeRule}`,
    ],
    [
      [{ ...rest, locations: [{ code: 'UK', type: 'country' }] }],
      '[0].locations[0].code: must be a country like NL',
    ],
    [[{ ...rest, locations: [{ code: 'UK:X', type: 'state' }] }], 'must be a country and a state like US:CA'],
    ...['5 +', '[quantity] * 2', '5,95', '(5', '5 5'].map((cost): [unknown, string] => [
      [{ ...rest, methods: [{ ...parcel, settings: { cost } }] }],
      '[0].methods[0].settings.cost: must be an amount like 5.95, or like 5 + [qty] * 1.50; nothing',
    ]),
    [
      [{ ...rest, methods: [{ ...free, settings: { min_amount: '75,50' } }] }],
      '[0].methods[0].settings.min_amount: must be an amount like 75; nothing was changed',
    ],
    [[rest, { ...rest, id: 1, methods: [{ title: 'x' }] }], 'shipping-zones[1].methods[0].methodId: '],
    [
      [{ ...rest, methods: [{ ...parcel, settings: { cost: 5 } }] }],
      'shipping-zones[0].methods[0].settings.cost: must be a text in quotes; nothing was changed',
    ],
    [
      [{ ...rest, methods: [{ ...parcel, settings: { class_cost_91: 'five' } }] }],
      '[0].methods[0].settings.class_cost_91: must be an amount like 5.95, or like 5 + [qty] * 1.50',
    ],
    [
      [{ ...rest, methods: [{ ...free, settings: { requires: 'luck' } }] }],
      '[0].methods[0].settings.requires: must be one of nothing, coupon, min_amount, either, both',
    ],
    [
      [
        { ...rest, methods: [parcel] },
        { ...islands, methods: [parcel] },
      ],
      'the instanceId 4 is there twice',
    ],
    [[rest, rest], 'shipping-zones: the id 0 is there twice'],
    [[{ ...rest, zone: 1 }], 'shipping-zones[0]: "zone" is not known here; nothing was changed'],
  ])('%j are refused in one sentence that names the place, and change nothing', async (value, sentence) => {
    const before = await storedSettings();
    const { code, out, err } = await set('shipping-zones', value);
    expect([code, out, await storedSettings()]).toEqual([2, '', before]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

// Last, because it changes the decimal separator, which costs of shipping methods follow.
describe('settings', () => {
  test.each([
    ['title', 'Kettle & Clay'],
    ['description', ''],
    ['home-url', 'https://shop.example'],
    ['language', 'nl-NL'],
    ['timezone', 'Asia/Kolkata'],
    ['street', 'Oudegracht 1'],
    ['street-2', 'Cellar'],
    ['city', 'Utrecht'],
    ['state', 'UT'],
    ['postcode', '3511 AB'],
    ['country', 'NL'],
    ['default-country', 'BE'],
    ['currency', 'EUR'],
    ['currency-position', 'right_space'],
    ['decimal-separator', ','],
    ['thousand-separator', '.'],
    ['tax', 'on'],
    ['prices-include-tax', 'on'],
    ['tax-in-shop', 'incl'],
    ['tax-in-cart', 'incl'],
    ['tax-based-on', 'billing'],
    ['tax-rounded-at-subtotal', 'on'],
    ['shipping-tax-class', 'reduced-rate'],
    ['stock', 'off'],
    ['low-stock', '7'],
    ['reviews', 'off'],
    ['reviews-held', 'off'],
    ['reviews-by-buyers-only', 'on'],
    ['weight-unit', 'g'],
    ['dimension-unit', 'mm'],
    ['coupons', 'off'],
    ['shipping', 'off'],
    ['shipping-hidden-until-address', 'on'],
    ['selling-countries', 'NL,BE'],
    ['selling-countries', ''],
    ['shipping-countries', 'BE'],
  ])('%s is set to "%s" and shown with this value; no other setting changes', async (name, value) => {
    const before = await shown();
    const { code } = await cartwright('settings', 'set', name, value);
    expect([code, await shown()]).toEqual([0, { ...before, [name]: value }]);
  });

  test('every setting is in the table above, or is a list of records', async () => {
    expect(Object.keys(await shown())).toEqual(namedSettings.map(({ name }) => name));
    const { out } = await cartwright('settings', 'show', 'city');
    expect(out).toBe('city  Utrecht\n');
  });

  test('a currency sets its symbol; a currency with other decimals needs --force', async () => {
    await cartwright('settings', 'set', 'currency', 'GBP');
    await cartwright('seed', '--products', '1');
    const price = async () => (await cartwright('products', 'show', '1000000')).out;
    expect(await price()).toMatch(/£/);
    const refused = await cartwright('settings', 'set', 'currency', 'JPY');
    expect([refused.code, refused.err]).toEqual([
      3,
      'cartwright: JPY has 0 decimals and GBP has 2 here: every price would mean another amount; --force sets it all the same\n',
    ]);
    expect((await shown()).currency).toBe('GBP');
    await cartwright('settings', 'set', 'currency', 'JPY', '--force');
    expect(await price()).toMatch(/¥/);
  });

  test.each([
    [['currency', 'EURO'], 'currency takes the code of a currency like EUR, not "EURO"'],
    [
      ['currency-position', 'above'],
      'currency-position takes one of left, right, left_space, right_space, not "above"',
    ],
    [['timezone', 'Mars/Olympus'], 'timezone takes the name of a time zone'],
    [['home-url', 'shop.example'], 'home-url takes an address that begins with http:// or https://'],
    [['tax', 'yes'], 'tax takes on or off, not "yes"'],
    [['decimal-separator', '1'], 'decimal-separator takes one to three characters without digits'],
    [['decimal-separator', ''], 'decimal-separator takes one to three characters'],
    [['thousand-separator', '0'], 'thousand-separator takes at most three characters'],
    [['low-stock', '-1'], 'low-stock takes a whole number from 0 on'],
    [['weight-unit', 'stone'], 'weight-unit takes one of kg, g, lbs, oz'],
    [['country', 'Netherlands'], 'country takes a country like NL'],
    [['country', 'UK'], 'country takes a country like NL'],
    [['default-country', 'XX'], 'default-country takes a country like NL'],
    [
      ['shipping-tax-class', 'Reduced rate'],
      'shipping-tax-class takes inherit for that of the goods, standard, or',
    ],
    [
      ['selling-countries', 'NL,Belgium'],
      'selling-countries takes codes of countries with commas like NL,BE',
    ],
    [['shipping-countries', 'NL;BE'], 'shipping-countries takes codes of countries with commas like NL,BE'],
    [['shipping-countries', 'XX'], 'or nothing for all that the shop sells to, not "XX"'],
    [['colour', 'blue'], 'there is no setting "colour": settings show lists them all'],
  ])('%j is refused in one sentence and changes nothing', async ([name = '', value = ''], sentence) => {
    const before = await shown();
    const { code, out, err } = await cartwright('settings', 'set', '--', name, value);
    expect([code > 1, out]).toEqual([true, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(await shown()).toEqual(before);
  });
});
