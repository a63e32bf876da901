import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Customer } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { fineSum, minor } from '#platform/money/money.ts';
import { leviesIn } from '#platform/tax/levy.ts';
import { basePlace } from '#platform/tax/place.ts';
import { factsOf, store } from '../../model/context.fixture.ts';
import { emptyState } from '../../model/state.ts';
import { taxPlace } from '../customer/addresses.ts';
import { aMethod, aZone, recordedZones } from '../shipping/shipping.fixture.ts';
import { type Package, packagesOf, shippingLevy } from './charges.ts';
import { pricing } from './prices.ts';

interface Given {
  readonly goods: readonly Partial<ProductFacts>[];
  readonly address: Partial<Customer['shipping']>;
  readonly settings: Partial<StoreSettings>;
  readonly chosen: string;
  readonly isFreeByCoupon: boolean;
  /** The shown amount of the cart before and after discounts. */
  readonly shown: number;
}

/**
 * Returns the packages of a cart with one piece of each product. `given.settings` replaces settings of the recorded
 * store.
 */
function packages(given: Partial<Given> = {}): readonly Package[] {
  const {
    goods = [{}],
    address = {},
    settings: changed = {},
    chosen,
    isFreeByCoupon = false,
    shown = 3600,
  } = given;
  const settings: StoreSettings = { ...store, shippingZones: [...recordedZones], ...changed };
  const empty = emptyState(0);
  const state = {
    ...empty,
    customer: { ...empty.customer, shipping: { ...empty.customer.shipping, ...address } },
    chosenRates: chosen === undefined ? {} : { 0: chosen },
  };
  const { priceLine } = pricing(settings, taxPlace(state.customer, settings), 1);
  const lines = goods.map((facts, index) => {
    const line = {
      ...{ key: String(index), productId: 13, variationId: 0, quantity: 1, attributes: {}, itemData: {} },
      ...{ ownPrice: null, seenPrice: null, stockUnit: 13, name: '' },
    };
    const priced = priceLine(line, factsOf(facts));
    return { ...priced, total: priced.subtotal };
  });
  const amount = minor(shown);
  const toShip = { lines, shownSubtotal: amount, shownAfterDiscounts: amount, isFreeByCoupon, grain: 1 };
  return packagesOf(state, toShip, settings, leviesIn(basePlace(settings), settings.tax, true));
}

/** Returns the rates of the packages as texts with cost and tax. A star marks the chosen rate. */
const textsOf = (all: readonly Package[]) =>
  all.flatMap(({ rates, chosen }) =>
    rates.map(
      (rate) => `${rate.key} ${rate.cost}+${fineSum(rate.taxed.taxes)}${rate === chosen ? ' *' : ''}`,
    ),
  );

test('5.00 and 20 % of it, 1.00 (conformance, plain)', () => {
  expect(textsOf(packages({ goods: [{}, {}] }))).toEqual(['flat_rate:1 500+100 *']);
});

test('goods without tax alone make shipping untaxed (conformance, untaxed)', () => {
  const untaxed = { taxable: false, shippingTaxable: false };
  expect(textsOf(packages({ goods: [untaxed] }))).toEqual(['flat_rate:1 500+0 *']);
  expect(textsOf(packages({ goods: [untaxed, {}] }))).toEqual(['flat_rate:1 500+100 *']);
});

test('from 50.00 on, free shipping is offered, and the first rate is used (conformance, free-shipping-offered)', () => {
  expect(textsOf(packages({ shown: 5500 }))).toEqual(['flat_rate:1 500+100 *', 'free_shipping:2 0+0']);
});

test('the chosen rate is used (conformance, choose-free-shipping)', () => {
  expect(textsOf(packages({ shown: 5500, chosen: 'free_shipping:2' }))).toEqual([
    'flat_rate:1 500+100',
    'free_shipping:2 0+0 *',
  ]);
});

test('the chosen rate is used only while it is offered (docs/money.md, Shipping: the rate that counts)', () => {
  expect(textsOf(packages({ shown: 4999, chosen: 'free_shipping:2' }))).toEqual(['flat_rate:1 500+100 *']);
});

test('a free rate is used if a coupon grants it, unless another rate is chosen', () => {
  const isFreeByCoupon = true;
  const free = ['flat_rate:1 500+100', 'free_shipping:2 0+0 *'];
  const paid = ['flat_rate:1 500+100 *', 'free_shipping:2 0+0'];
  expect(textsOf(packages({ shown: 5500, isFreeByCoupon }))).toEqual(free);
  expect(textsOf(packages({ shown: 5500, isFreeByCoupon, chosen: 'gone:9' }))).toEqual(free);
  expect(textsOf(packages({ shown: 5500, isFreeByCoupon, chosen: 'flat_rate:1' }))).toEqual(paid);
  expect(textsOf(packages({ shown: 4999, isFreeByCoupon }))).toEqual(['flat_rate:1 500+100 *']);
});

test('no method applies in the United States (conformance, no-zone)', () => {
  expect(packages({ address: { country: 'US', state: 'CA', postcode: '90210' } })).toEqual([]);
});

const onlyForUs = [aZone({ locations: [{ code: 'US', type: 'country' }] })];

test.each([
  ['the store does not ship', { settings: { shippingEnabled: false } }],
  ['nothing is shipped', { goods: [{ shippingRequired: false }] }],
  ['the cart is empty', { goods: [] }],
  ['the store has no zone', { settings: { shippingZones: [] } }],
  ['no zone has the destination', { settings: { shippingZones: onlyForUs } }],
  [
    'all methods are disabled',
    { settings: { shippingZones: [aZone({ methods: [aMethod({ enabled: false })] })] } },
  ],
])('no package when %s (docs/money.md, Shipping: one package)', (_what, given) => {
  expect(packages(given)).toEqual([]);
});

test('one package with all shipped goods only', () => {
  const [one, ...more] = packages({ goods: [{ id: 1 }, { id: 2, shippingRequired: false }, { id: 3 }] });
  expect(more).toEqual([]);
  expect(one?.index).toBe(0);
  expect(one?.lines.map(({ facts }) => facts.id)).toEqual([1, 3]);
});

test('only shipped goods are counted: 1 piece of 2', () => {
  const methods = [aMethod({ settings: { cost: '[qty]' } })];
  const given = {
    goods: [{}, { shippingRequired: false }],
    settings: { shippingZones: [aZone({ methods })] },
  };
  expect(textsOf(packages(given))).toEqual(['flat_rate:1 100+20 *']);
});

test.each([
  ['no setting is given', {}, false],
  ['there is a postcode alone', { postcode: 'SW1A 1AA' }, false],
  ['there is a country alone that has postcodes', { country: 'GB' }, false],
  ['there is a country and a postcode', { country: 'GB', postcode: 'SW1A 1AA' }, true],
  ['the country has no postcodes', { country: 'AE' }, true],
])('costs are hidden until there is an address: %s (docs/money.md, Shipping)', (_what, address, isShown) => {
  const methods = [aMethod({ settings: { cost: '5' } })];
  const settings = { shippingZones: [aZone({ locations: [], methods })] };
  expect(textsOf(packages({ address, settings }))).toHaveLength(1);
  expect(
    textsOf(packages({ address, settings: { ...settings, shippingHiddenUntilAddress: true } })),
  ).toHaveLength(isShown ? 1 : 0);
});

test.each([
  ['to all by default', [], [], true],
  ['to those it sells to', ['GB'], [], true],
  ['not to where it does not sell', ['US'], [], false],
  ['to those it ships to', ['US', 'GB'], ['GB'], true],
  ['not to where it only sells', ['US', 'GB'], ['US'], false],
])('the store ships %s (contracts/settings.ts)', (_what, sellingCountries, shippingCountries, ships) => {
  const settings = { sellingCountries, shippingCountries };
  expect(packages({ address: { country: 'GB' }, settings })).toHaveLength(ships ? 1 : 0);
});

test('a method that is not taxable has no tax', () => {
  const methods = [aMethod({ settings: { cost: '5', tax_status: 'none' } })];
  expect(textsOf(packages({ settings: { shippingZones: [aZone({ methods })] } }))).toEqual([
    'flat_rate:1 500+0 *',
  ]);
});

test('tax of 50 % on 0.05, 0.025, is rounded up, also when prices contain tax (docs/money.md)', () => {
  const shippingZones = [aZone({ methods: [aMethod({ settings: { cost: '0.05' } })] })];
  const rates = store.tax.rates.map((rate) => ({ ...rate, ppm: 500_000 }));
  const [without, including] = [false, true].map((pricesIncludeTax) =>
    textsOf(packages({ settings: { shippingZones, tax: { ...store.tax, rates, pricesIncludeTax } } })),
  );
  expect(without).toEqual(['flat_rate:1 5+3 *']);
  expect(including).toEqual(['flat_rate:1 5+3 *']);
});

test('for any methods of a shop, a package has rates, and one of them is used', () => {
  const method = fc.record({
    instanceId: fc.nat(5),
    methodId: fc.constantFrom('flat_rate', 'free_shipping', 'local_pickup', 'drone'),
    title: fc.constant('Some way'),
    order: fc.nat(2),
    enabled: fc.boolean(),
    settings: fc.record({
      cost: fc.constantFrom('', '5', '[qty] * 2', '1 / 0', 'x', '[fee percent=3]'),
      requires: fc.constantFrom('', 'coupon', 'min_amount', 'either', 'both'),
      min_amount: fc.constantFrom('', '50', 'x'),
      class_cost_31: fc.constantFrom('', '3', 'x'),
    }),
  });
  const location = fc.constantFrom(
    { code: 'GB', type: 'country' as const },
    { code: 'EU', type: 'continent' as const },
    { code: 'US:CA', type: 'state' as const },
    { code: 'SW1*', type: 'postcode' as const },
  );
  const zone = fc.record({
    ...{ id: fc.nat(5), name: fc.constant('Zone'), order: fc.nat(2) },
    ...{ locations: fc.array(location, { maxLength: 2 }), methods: fc.array(method, { maxLength: 4 }) },
  });
  const given = fc.record({
    goods: fc.array(
      fc.record({
        price: fc.nat(10_000),
        shippingRequired: fc.boolean(),
        shippingClassId: fc.constantFrom(0, 31),
      }),
      { maxLength: 3 },
    ),
    address: fc.constantFrom<Given['address']>(
      {},
      { country: 'GB', postcode: 'SW1A 1AA' },
      { country: 'US', state: 'CA' },
    ),
    settings: fc.record({
      shippingZones: fc.array(zone, { maxLength: 3 }),
      shippingHiddenUntilAddress: fc.boolean(),
      shippingCountries: fc.constantFrom<string[]>([], ['GB']),
    }),
    chosen: fc.constantFrom('flat_rate:1', 'free_shipping:2', 'drone:0'),
    isFreeByCoupon: fc.boolean(),
    shown: fc.nat(10_000),
  });
  fc.assert(
    fc.property(given, (one) => {
      const found = packages(one);
      expect(found.length).toBeLessThanOrEqual(
        one.goods.some(({ shippingRequired }) => shippingRequired) ? 1 : 0,
      );
      for (const { rates, chosen, lines } of found) {
        expect(rates).toContain(chosen);
        expect(lines.length).toBeGreaterThan(0);
        expect(
          Math.min(...rates.flatMap(({ cost, taxed }) => [cost, ...taxed.taxes])),
        ).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 2_000 },
  );
});

const [standard] = store.tax.rates as [TaxRate];
/** Tax rates: 20 % standard, 5 % reduced, 9 % on books (not on their shipping), no tax on zero-rate goods. */
const rates: TaxRate[] = [
  standard,
  { ...standard, id: 2, ppm: 50_000, taxClass: 'reduced-rate' },
  { ...standard, id: 3, ppm: 90_000, taxClass: 'books', shipping: false },
  { ...standard, id: 4, ppm: 0, taxClass: 'zero-rate' },
];

/** Returns the ids of the tax rates that apply to the shipping of these goods. */
function borne(
  goods: readonly Partial<ProductFacts>[],
  changed: Partial<StoreSettings['tax']> = {},
  calculation: StoreSettings['calculation'] = 'woocommerce-9.9',
): number[] {
  const settings = { ...store, calculation, tax: { ...store.tax, rates, ...changed } };
  const levyOf = leviesIn(basePlace(settings), settings.tax, true);
  return shippingLevy(goods.map(factsOf), settings, levyOf).rates.map(({ id }) => id);
}

const none = { shippingTaxable: false };
const reduced = { taxClass: 'reduced-rate' };
const books = { taxClass: 'books' };
const zero = { taxClass: 'zero-rate' };

test.each([
  ['the standard class if any line is of it', [reduced, {}], [1]],
  ['the standard class by its name', [zero, { taxClass: 'standard' }], [1]],
  ['the only other class', [zero], [4]],
  ['the first of the others by name', [zero, reduced], [2]],
  ['the standard class instead of one without rates on shipping', [books], [1]],
  ['the standard class in place of one that no rate names', [{ taxClass: 'gone' }], [1]],
  ['the standard class where the first of several has no rates', [{ taxClass: 'gone' }, reduced], [1]],
  ['nothing without a taxable line', [none, none], []],
  ['only lines that are taxed', [none, reduced], [2]],
  ['one taxed line among others', [none, {}], [1]],
])('inherited: %s (docs/money.md, Shipping: tax)', (_what, goods, ids) => {
  expect(borne(goods)).toEqual(ids);
});

test.each<[string, readonly Partial<ProductFacts>[], string, readonly number[]]>([
  ['a class without rates on shipping', [books], 'inherit', []],
  ['a class that no rate names', [{ taxClass: 'gone' }], 'inherit', []],
  ['the first of several without rates', [{ taxClass: 'gone' }, reduced], 'inherit', []],
  ['the store’s class without rates', [{}], 'gone', []],
  ['a class with rates', [zero, reduced], 'inherit', [2]],
  ['the standard class', [books, {}], 'inherit', [1]],
])(
  'with the calculation of WooCommerce 10: %s (docs/money.md, Shipping: tax)',
  (_what, goods, shippingTaxClass, ids) => {
    expect(borne(goods, { shippingTaxClass }, 'woocommerce-10')).toEqual(ids);
  },
);

test.each([
  ['reduced-rate', [{}], [2]],
  ['standard', [reduced], [1]],
  ['', [reduced], [1]],
  ['reduced-rate', [none], [2]],
  ['gone', [{}], [1]],
])(
  'the store’s class for shipping, "%s", whatever is shipped (docs/money.md, Shipping: tax)',
  (shippingTaxClass, goods, ids) => {
    expect(borne(goods, { shippingTaxClass })).toEqual(ids);
  },
);

test('none if the store charges no tax', () => {
  expect(borne([{}], { enabled: false })).toEqual([]);
});
