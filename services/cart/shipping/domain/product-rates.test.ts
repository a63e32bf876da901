import { expect, test } from 'vitest';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { ratesForProduct } from './product-rates.ts';
import { aMethod, aZone, recordedZones } from './shipping.fixture.ts';

const context = commandContextOf([], { ...store, shippingZones: [...recordedZones] });
const london = { country: 'GB', state: '', postcode: 'SW1A 1AA', city: 'London' };
const mug = factsOf();

test('the shipping rates of 3 mugs for 54.00, with 20 % tax on 5.00 (contracts/cart-charges.ts)', () => {
  expect(ratesForProduct(mug, 3, london, context)).toEqual([
    {
      ...{ key: 'flat_rate:1', methodId: 'flat_rate', instanceId: 1, label: 'Flat rate' },
      ...{ cost: 500, tax: 100, shown: 500, taxNote: '', chosen: true, items: 'Mug × 3' },
    },
    {
      ...{ key: 'free_shipping:2', methodId: 'free_shipping', instanceId: 2, label: 'Free shipping' },
      ...{ cost: 0, tax: 0, shown: 0, taxNote: '', chosen: false, items: 'Mug × 3' },
    },
  ]);
});

test('2 mugs for 36.00 have no free shipping', () => {
  expect(ratesForProduct(mug, 2, london, context).map(({ key }) => key)).toEqual(['flat_rate:1']);
});

test("a variation's own price and class count: 2 × 1.50 for the heavy one", () => {
  const heavy = factsOf({
    id: 61,
    parentId: 60,
    type: 'variation',
    shippingClass: 'heavy',
    shippingClassId: 31,
  });
  const methods = [aMethod({ settings: { class_cost_31: '[qty] * 1.5' } })];
  const shop = commandContextOf([], { ...store, shippingZones: [aZone({ methods })] });
  expect(ratesForProduct(heavy, 2, london, shop)).toMatchObject([{ cost: 300, tax: 60 }]);
});

test('tax is that of the destination if the store taxes by address', () => {
  const [rate] = store.tax.rates;
  const rates = [{ ...rate, country: 'NL', ppm: 210_000 } as typeof rate & object];
  const zones = [aZone({ locations: [], methods: [aMethod({ settings: { cost: '5' } })] })];
  const tax = (basedOn: 'shipping' | 'billing' | 'base', country: string) =>
    ratesForProduct(
      ...([mug, 1, { ...london, country }] as const),
      commandContextOf([], { ...store, shippingZones: zones, tax: { ...store.tax, rates, basedOn } }),
    ).map((one) => one.tax);
  // 21 % of 5.00 in the Netherlands, nothing in Great Britain.
  expect([tax('shipping', 'NL'), tax('billing', 'NL'), tax('base', 'NL'), tax('shipping', 'GB')]).toEqual([
    ...[[105], [105], [0], [0]],
  ]);
});

test('a product has no rates if it is not shipped, no method applies, or the store does not ship', () => {
  const disabled = { ...context, settings: { ...context.settings, shippingEnabled: false } };
  expect(ratesForProduct(factsOf({ shippingRequired: false }), 1, london, context)).toEqual([]);
  expect(ratesForProduct(mug, 1, { ...london, country: 'US' }, context)).toEqual([]);
  expect(ratesForProduct(mug, 1, london, disabled)).toEqual([]);
});
