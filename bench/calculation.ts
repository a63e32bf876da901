import { compoundOf, rateOf } from '#platform/tax/rate.fixture.ts';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import { aCoupon } from '../services/cart/domain/coupons/coupon.fixture.ts';
import { aMethod, aZone } from '../services/cart/domain/shipping/shipping.fixture.ts';
import { cartIn, feeOf, lineOf } from '../services/cart/domain/totals/calculated.fixture.ts';
import { calculate } from '../services/cart/domain/totals/calculation.ts';
import { commandContextOf, factsOf, store } from '../services/cart/model/context.fixture.ts';

export const calculationName = 'calculation of 100 lines, 3 coupons, 3 tax rates, 2 fees, flat rate';

/** Numbers of calculations for the warm-up (`warmUp`) and in each measured run (`inARun`), and number of runs. */
const times = { warmUp: 500, inARun: 200, runs: 9 };

/** Tax settings: the customer pays three British rates, one of them compound. Prices include the German tax. */
const tax: typeof store.tax = {
  ...store.tax,
  pricesIncludeTax: true,
  shownInCart: 'excl',
  basedOn: 'shipping',
  rates: [
    rateOf(1, 21, { country: 'GB' }),
    rateOf(2, 6, { country: 'GB' }),
    compoundOf(3, 9.975, { country: 'GB' }),
    rateOf(4, 19, { country: 'DE' }),
  ],
};

const settings: typeof store = {
  ...store,
  tax,
  address: { ...store.address, country: 'DE' },
  shippingZones: [
    aZone({
      methods: [
        aMethod({ settings: { cost: '5 + 0.1 * [qty] + [fee percent="1"]', tax_status: 'taxable' } }),
      ],
    }),
  ],
};

const coupons = [
  aCoupon(),
  aCoupon({ id: 2, code: 'off', discountType: 'fixed_product', amount: 100 }),
  aCoupon({ id: 3, code: 'fifty', discountType: 'fixed_cart', amount: 5_000 }),
];

/** Returns a function that calculates the totals of one cart `count` times. Each line of the cart is different. */
function calculator(): (count: number) => void {
  const facts = Array.from({ length: 100 }, (_, index) =>
    factsOf({ id: index + 1, price: 1999 + index * 37 }),
  );
  const state = cartIn('GB', {
    lines: facts.map((one, index) => lineOf(one, 1 + (index % 5))),
    coupons: coupons.map(({ code }) => code),
    fees: [feeOf(250, ''), feeOf(-100, '')],
  });
  const commandContext = commandContextOf(facts, settings, [], coupons);
  return (count) => {
    for (let done = 0; done < count; done += 1) calculate(state, commandContext);
  };
}

/** Measures the median CPU time of a calculation over several runs, in milliseconds. */
export function calculation(): LimitCheck {
  const calculateTimes = calculator();
  calculateTimes(times.warmUp);
  const runs = Array.from({ length: times.runs }, () => {
    const before = process.cpuUsage();
    calculateTimes(times.inARun);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / times.inARun;
  });
  const median = runs.toSorted((a, b) => a - b)[times.runs >> 1] ?? 0;
  return most('CPU-ms', median, 0.5);
}
