import fc from 'fast-check';
import type { StoreSettings } from '#contracts/settings.ts';
import { factsOf, store } from '../facts.fixture.ts';
import { worldOf } from '../world.fixture.ts';
import { aCoupon } from './coupons/coupon.fixture.ts';
import { cartIn, lineOf } from './reckoned.fixture.ts';
import { reckon } from './reckoning.ts';
import { aMethod, aZone } from './shipping/shipping.fixture.ts';
import { rateOf } from './tax/rate.fixture.ts';

const countries = ['GB', 'DE', 'US'] as const;
const classes = ['', 'reduced', 'none'] as const;

/** Small amounts round in more ways, large ones leave plain numbers. */
const amount = fc.oneof(fc.nat(60), fc.nat(20_000), fc.nat(99_999_999));

const rate = fc.record({
  ppm: fc.oneof(
    fc.constantFrom(50_000, 99_750, 200_000, 250_000, 1_000_000),
    fc.nat(400_000),
    fc.nat(4_000_000),
  ),
  priority: fc.integer({ min: 1, max: 4 }),
  compound: fc.boolean(),
  shipping: fc.boolean(),
  taxClass: fc.constantFrom('standard', 'standard', 'reduced'),
  country: fc.constantFrom('', ...countries),
});

const tax = fc.record({
  pricesIncludeTax: fc.boolean(),
  shownInCart: fc.constantFrom('incl' as const, 'excl' as const),
  roundAtSubtotal: fc.boolean(),
  basedOn: fc.constantFrom('shipping' as const, 'billing' as const, 'base' as const),
  shippingTaxClass: fc.constantFrom('inherit', 'reduced', ''),
});

const product = fc.record({
  price: amount,
  taxable: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
  taxClass: fc.constantFrom(...classes),
  onSale: fc.boolean(),
  shippingRequired: fc.boolean(),
});

const line = fc.record({
  product: fc.integer({ min: 1, max: 4 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9_999 })),
  ownPrice: fc.option(amount, { freq: 6 }),
});

const fee = fc.record({
  name: fc.constant('Fee'),
  amount: fc.tuple(amount, fc.boolean()).map(([size, isOff]) => (isOff ? 0 - size : size)),
  taxable: fc.boolean(),
  taxClass: fc.constantFrom(...classes),
});

const coupon = fc.oneof(
  fc.record({
    discountType: fc.constant('percent' as const),
    amount: fc.oneof(fc.nat(1_000_000), fc.constantFrom(100_000, 333_333, 1_000_000)),
    usageLimitToItems: fc.option(fc.integer({ min: 1, max: 8 })),
  }),
  fc.record({
    discountType: fc.constantFrom('fixed_cart' as const, 'fixed_product' as const),
    amount,
    excludesSaleItems: fc.boolean(),
  }),
);

/** Any cart in any store, by the parts that amounts depend on. */
export const anyCart = fc.record({
  tax,
  rates: fc.array(rate, { maxLength: 6 }),
  country: fc.constantFrom('', ...countries),
  products: fc.array(product, { minLength: 4, maxLength: 4 }),
  lines: fc.array(line, { maxLength: 6 }),
  fees: fc.array(fee, { maxLength: 3 }),
  coupons: fc.array(coupon, { maxLength: 3 }),
  shipping: fc.constantFrom('', '0', '5.99', '1 + 0.33 * [qty]', '[fee percent="7.5" min_fee="1"]'),
});
export type AnyCart = typeof anyCart extends fc.Arbitrary<infer Value> ? Value : never;

function settingsOf({ tax: rules, rates, shipping }: AnyCart): StoreSettings {
  return {
    ...store,
    tax: { ...store.tax, ...rules, rates: rates.map((one, index) => rateOf(index + 1, 0, one)) },
    shippingZones: [
      aZone({ locations: [], methods: [aMethod({ settings: { cost: shipping, tax_status: 'taxable' } })] }),
    ],
  };
}

/** What any cart comes to. */
export function reckonedAny(chosen: AnyCart) {
  const facts = chosen.products.map((changed, index) => factsOf({ id: index + 1, ...changed }));
  const coupons = chosen.coupons.map((changed, index) =>
    aCoupon({ id: index + 1, code: `c${index}`, ...changed }),
  );
  const lines = chosen.lines.map(({ product: id, quantity, ownPrice }, index) =>
    lineOf(factsOf({ id }), quantity, { key: `line ${index}`, ownPrice }),
  );
  const state = cartIn(chosen.country, {
    lines,
    fees: chosen.fees,
    coupons: coupons.map(({ code }) => code),
  });
  return reckon(state, worldOf(facts, settingsOf(chosen), [], coupons));
}
