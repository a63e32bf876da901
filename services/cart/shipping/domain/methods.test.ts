import { expect, test } from 'vitest';
import type { StoreSettings } from '#contracts/settings.ts';
import { minor } from '#platform/money/money.ts';
import { store } from '../../model/context.fixture.ts';
import { type Consignment, quotesFor } from './methods.ts';
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
