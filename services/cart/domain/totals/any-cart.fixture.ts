import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { rateOf } from '#platform/tax/rate.fixture.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import type { CartState } from '../../model/state.ts';
import { aCoupon } from '../coupons/coupon.fixture.ts';
import { aMethod, aZone } from '../shipping/shipping.fixture.ts';
import { cartIn, lineOf } from './calculated.fixture.ts';
import { calculate } from './calculation.ts';

/** A cart in a store, described by the data on which amounts depend. */
export interface AnyCart {
  readonly tax: Partial<StoreSettings['tax']>;
  readonly rates: readonly Partial<TaxRate>[];
  readonly country: string;
  /** Products with the ids 1, 2, 3 and so on. */
  readonly products: readonly Partial<ProductFacts>[];
  readonly lines: readonly { product: number; quantity: number; ownPrice: number | null }[];
  readonly fees: CartState['fees'];
  readonly coupons: readonly Partial<Coupon>[];
  /** The cost expression of a flat rate; empty for no cost. */
  readonly shipping: string;
}

function settingsOf({ tax: rules, rates, shipping }: AnyCart): StoreSettings {
  return {
    ...store,
    tax: { ...store.tax, ...rules, rates: rates.map((one, index) => rateOf(index + 1, 0, one)) },
    shippingZones: [
      aZone({ locations: [], methods: [aMethod({ settings: { cost: shipping, tax_status: 'taxable' } })] }),
    ],
  };
}

export function calculatedAny(chosen: AnyCart) {
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
  return calculate(state, commandContextOf(facts, settingsOf(chosen), [], coupons));
}
