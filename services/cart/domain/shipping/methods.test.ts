import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { store } from '../../model/context.fixture.ts';
import { type Consignment, flatRate, quotesFor } from './methods.ts';
import { aMethod, aZone, consignmentOf, goods, recordedZones } from './shipping.fixture.ts';

type Methods = StoreSettings['shippingZones'][number]['methods'];

/** Returns the rates of two mugs to London with these methods. The mugs cost 40.00, and 36.00 after discounts. */
const quotes = (methods: Methods, changed: Partial<Consignment> = {}) =>
  quotesFor(consignmentOf([goods(2, 3600)], changed), {
    ...store,
    shippingZones: [aZone({ methods })],
  });

const costBy = (methodId: string, settings: Record<string, string>, changed: Partial<Consignment> = {}) =>
  quotes([aMethod({ methodId, settings })], changed)[0]?.cost ?? null;

const isFreeByCoupon = true;

test.each([
  ['always', {}, {}, 0],
  ['always, and says so', { requires: '' }, {}, 0],
  ['with a coupon', { requires: 'coupon' }, { isFreeByCoupon }, 0],
  ['without the coupon', { requires: 'coupon' }, {}, null],
  ['from 36.00, which discounts leave', { requires: 'min_amount', min_amount: '36' }, {}, 0],
  ['from 36.01', { requires: 'min_amount', min_amount: '36.01' }, {}, null],
  [
    'from 40.00 before discounts',
    { requires: 'min_amount', min_amount: '40', ignore_discounts: 'yes' },
    {},
    0,
  ],
  [
    'from 40.01 before discounts',
    { requires: 'min_amount', min_amount: '40.01', ignore_discounts: 'yes' },
    {},
    null,
  ],
  [
    'from 40.00, discounts not ignored',
    { requires: 'min_amount', min_amount: '40', ignore_discounts: 'no' },
    {},
    null,
  ],
  ['from no minimum', { requires: 'min_amount', min_amount: '' }, {}, 0],
  ['from nonsense', { requires: 'min_amount', min_amount: 'much' }, {}, null],
  ['either, neither is met', { requires: 'either', min_amount: '50' }, {}, null],
  ['either, by coupon', { requires: 'either', min_amount: '50' }, { isFreeByCoupon }, 0],
  ['either, by amount', { requires: 'either', min_amount: '10' }, {}, 0],
  ['both, neither is met', { requires: 'both', min_amount: '50' }, {}, null],
  ['both, by coupon alone', { requires: 'both', min_amount: '50' }, { isFreeByCoupon }, null],
  ['both, by amount alone', { requires: 'both', min_amount: '10' }, {}, null],
  ['both are met', { requires: 'both', min_amount: '10' }, { isFreeByCoupon }, 0],
  ['something unknown', { requires: 'constructor' }, { isFreeByCoupon }, null],
])('free shipping, %s (docs/money.md, Shipping: free shipping)', (_what, settings, changed, expected) => {
  expect(costBy('free_shipping', settings, changed)).toBe(expected);
});

test('a minimum is parsed with the shop’s own separator', () => {
  const methods = [
    aMethod({ methodId: 'free_shipping', settings: { requires: 'min_amount', min_amount: '36,01' } }),
  ];
  const currency = { ...store.currency, decimalSeparator: ',' };
  const settings = { ...store, currency, shippingZones: [aZone({ methods })] };
  const keys = (shownAfterDiscounts: number) =>
    quotesFor(consignmentOf([], { shownAfterDiscounts: minor(shownAfterDiscounts) }), settings).map(
      ({ key }) => key,
    );
  expect(keys(3600)).toEqual([]);
  expect(keys(3601)).toEqual(['free_shipping:1']);
});

test.each([
  ['its cost', { cost: '2.50' }, 250],
  ['0 without a cost', {}, 0],
  ['0 with an empty cost', { cost: '' }, 0],
  ['per piece: 2 × 1.00', { cost: '[qty]' }, 200],
  ['not offered for nonsense', { cost: 'two' }, null],
])('local pickup, %s (docs/money.md, Shipping: local pickup)', (_what, settings, expected) => {
  expect(costBy('local_pickup', settings)).toBe(expected);
});

test('shipping rates are in the shop’s order, then by instance', () => {
  const flat = (instanceId: number, order: number) =>
    aMethod({ instanceId, order, settings: { cost: String(instanceId) } });
  expect(quotes([flat(5, 2), flat(4, 1), flat(3, 2)]).map(({ key }) => key)).toEqual([
    'flat_rate:4',
    'flat_rate:3',
    'flat_rate:5',
  ]);
});

test('a disabled or unknown method is not offered', () => {
  const settings = { cost: '5' };
  expect(quotes([aMethod({ enabled: false, settings }), aMethod({ methodId: 'drone', settings })])).toEqual(
    [],
  );
});

test('the label of a rate is the title in the settings of its method, else the title of the method', () => {
  const labels = ['Courier', ' ', ''].map(
    (title) => quotes([aMethod({ title: 'Flat rate', settings: { title, cost: '5' } })])[0]?.label,
  );
  expect(labels).toEqual(['Courier', 'Flat rate', 'Flat rate']);
  expect(quotes([aMethod({ title: 'Flat rate', settings: { cost: '5' } })])[0]?.label).toBe('Flat rate');
});

test('the recorded store: 5.00 taxable, and free from 50.00 on (conformance, free-shipping-offered)', () => {
  const settings = { ...store, shippingZones: [...recordedZones] };
  const belt = consignmentOf([goods(1, 5500)], { shownAfterDiscounts: minor(5500) });
  const flat = { ...{ key: 'flat_rate:1', methodId: 'flat_rate', instanceId: 1 }, label: 'Flat rate' };
  const free = {
    ...{ key: 'free_shipping:2', methodId: 'free_shipping', instanceId: 2 },
    label: 'Free shipping',
  };
  expect(quotesFor(belt, settings)).toEqual([
    { ...flat, cost: 500, taxable: true },
    { ...free, cost: 0, taxable: false },
  ]);
  expect(quotesFor(consignmentOf([goods(2, 3600)]), settings)).toEqual([
    { ...flat, cost: 500, taxable: true },
  ]);
});

const heavy = { shippingClass: 'heavy', shippingClassId: 31 };
const fragile = { shippingClass: 'fragile', shippingClassId: 32 };

/** 2 heavy pieces for 20.00, 1 fragile piece for 5.00 and 3 pieces without a class for 9.00: 6 pieces for 34.00. */
const mixed = [goods(2, 2000, heavy), goods(1, 500, fragile), goods(3, 900)];

const costOf = (settings: Record<string, string>, some = mixed) =>
  flatRate(settings, consignmentOf(some), store.currency)?.cost ?? null;

test.each([
  ['its own cost alone', { cost: '5' }, 500],
  ['of all pieces: 6 × 1.00', { cost: '[qty]' }, 600],
  ['a share of the price of all pieces: 10 % of 34.00', { cost: '[fee percent="10"]' }, 340],
  ['and of each class: 5 + 3 + 4', { cost: '5', class_cost_31: '3', class_cost_32: '4' }, 1200],
  [
    '`class` is the default: 5 + 3 + 4',
    { cost: '5', class_cost_31: '3', class_cost_32: '4', type: 'class' },
    1200,
  ],
  [
    'or of the most expensive class: 5 + 4',
    { cost: '5', class_cost_31: '3', class_cost_32: '4', type: 'order' },
    900,
  ],
  [
    '`order` with goods without a class: 5 + 6',
    { cost: '5', class_cost_32: '4', no_class_cost: '6', type: 'order' },
    1100,
  ],
  ['pieces of the class: 5 + 2 × 3', { cost: '5', class_cost_31: '[qty] * 3' }, 1100],
  ['a share of the class: 10 % of 20.00', { class_cost_31: '[fee percent="10"]' }, 200],
  ['goods without a class: 5 + 3 × 0.50', { cost: '5', no_class_cost: '[qty] * 0.5' }, 650],
  ['classes by their slugs: 5 + 3', { cost: '5', class_cost_heavy: '3' }, 800],
  ['the id before the slug: 5 + 2', { cost: '5', class_cost_31: '2', class_cost_heavy: '3' }, 700],
  ['the slug if the id has no cost: 5 + 3', { cost: '5', class_cost_31: '', class_cost_heavy: '3' }, 800],
  ['a class alone', { cost: '', class_cost_32: '4' }, 400],
  ['rounded once: 0.004 + 0.004', { cost: '0.004', no_class_cost: '0.004' }, 1],
  ['a negative class cost is 0: 5 + 0', { cost: '5', class_cost_31: '1 - 3' }, 500],
  ['a class that is not in the package', { cost: '5', class_cost_99: '7' }, 500],
])('a flat rate, %s (docs/money.md, Shipping: flat rate)', (_what, settings, expected) => {
  expect(costOf(settings)).toBe(expected);
});

test.each([
  ['no cost is given', {}],
  ['costs are empty', { cost: ' ', no_class_cost: '', class_cost_31: '' }],
  ['only another class has a cost', { class_cost_99: '7' }],
  ['its cost is nonsense', { cost: 'five', class_cost_31: '3' }],
  ['the cost of a class is nonsense', { cost: '5', class_cost_31: 'three' }],
  ['the cost of a class divides by zero', { cost: '5', class_cost_31: '1 / 0' }],
])('it is not offered when %s', (_what, settings) => {
  expect(costOf(settings)).toBeNull();
});

test('goods of one class on two lines are one parcel: 5 + 1.00 once, for 3 pieces', () => {
  expect(costOf({ class_cost_31: '5 + 1' }, [goods(2, 2000, heavy), goods(1, 1000, heavy)])).toBe(600);
  expect(costOf({ class_cost_31: '[qty]' }, [goods(2, 2000, heavy), goods(1, 1000, heavy)])).toBe(300);
});

test('a class with a slug and without an id counts as a class', () => {
  const bulky = { shippingClass: 'bulky', shippingClassId: 0 };
  expect(costOf({ class_cost_bulky: '3', no_class_cost: '9' }, [goods(1, 100, bulky)])).toBe(300);
});

test('it is taxable unless the shop says otherwise', () => {
  const taxable = (settings: Record<string, string>) =>
    flatRate({ cost: '5', ...settings }, consignmentOf(mixed), store.currency)?.taxable;
  expect(taxable({})).toBe(true);
  expect(taxable({ tax_status: 'taxable' })).toBe(true);
  expect(taxable({ tax_status: 'none' })).toBe(false);
});

test('the most expensive class never costs more than all of them', () => {
  const text = fc.constantFrom(
    '',
    '0',
    '3',
    '[qty] * 2',
    '1 - 3',
    '[fee percent=10]',
    '10 / 3',
    '[cost] / 7',
  );
  const some = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      total: fc.nat(1_000_000),
      facts: fc.constantFrom({}, heavy, fragile),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(text, text, text, text, some, (cost, first, second, none, lines) => {
      const settings = { cost, class_cost_31: first, class_cost_32: second, no_class_cost: none };
      const all = lines.map(({ quantity, total, facts }) => goods(quantity, total, facts));
      const [dearest, together] = ['order', 'class'].map((type) => costOf({ ...settings, type }, all));
      // The store offers both rates or neither rate.
      expect(dearest === null).toBe(together === null);
      expect(dearest ?? 0).toBeLessThanOrEqual(together ?? 0);
    }),
    { numRuns: 2_000 },
  );
});
