import { describe, expect, test } from 'vitest';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { compoundOf, rateOf } from '#platform/tax/rate.fixture.ts';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import { applyWrites } from '../apply-writes.ts';
import { refusalOf } from '../commands/cart-with.fixture.ts';
import type { Change } from '../commands.ts';
import { aCoupon } from '../coupons/coupon.fixture.ts';
import { revalidated } from '../rules/validity.ts';
import { aMethod, aZone } from '../shipping/shipping.fixture.ts';
import { viewOf } from '../view/view.ts';
import { cartIn, feeOf, lineOf, taxedBy } from './calculated.fixture.ts';
import { calculate } from './calculation.ts';
import { countedAmount } from './counted-amount.ts';

/** The maximum of lines and fees, and of a shipping cost: 281,474,976,710,656. */
const most = 2 ** 48;

/**
 * Lists of tax rates. With each list, the tax is 1000 % of the net amount, so the gross amount is 11 times the net
 * amount. In the last list, the rate of 175 % turns the net amount into 2.75 times the net amount. The compound rate
 * of 300 % multiplies this by 4: 4 × 2.75 = 11.
 */
const thousand: Readonly<Record<string, readonly TaxRate[]>> = {
  'at once': [rateOf(1, 1_000)],
  'of four rates': [rateOf(1, 100), rateOf(2, 200), rateOf(3, 300), rateOf(4, 400)],
  'on top of each other': [rateOf(1, 175), compoundOf(2, 300)],
};

function storeWith(rates: readonly TaxRate[], tax: Partial<StoreSettings['tax']>): StoreSettings {
  const method = aMethod({ settings: { cost: '2814749767106.56', tax_status: 'taxable' } });
  return { ...taxedBy(rates, tax), shippingZones: [aZone({ locations: [], methods: [method] })] };
}

/** Returns a cart with a line of half of the maximum, and a fee for the other half. */
function fullest(settings: StoreSettings, coupons = [aCoupon({ amount: 1 })]) {
  const facts = factsOf({ price: 2 ** 40 });
  const lines = [lineOf(facts, 2 ** 7)];
  const state = cartIn('GB', {
    lines,
    fees: [feeOf(most / 2, '')],
    coupons: coupons.map(({ code }) => code),
  });
  return calculate(state, commandContextOf([facts], settings, [], coupons));
}

describe('a cart with the maximum is exact at 1000 % of tax', () => {
  test.each(Object.keys(thousand))('%s, on prices without tax', (how) => {
    const { totals } = fullest(storeWith(thousand[how] ?? [], {}), []);
    expect(totals).toMatchObject({
      ...{ subtotal: most / 2, fees: most / 2, contentsTax: 5 * most, feesTax: 5 * most },
      ...{ shipping: most, shippingTax: 10 * most, totalTax: 20 * most },
      // The total is 6,192,449,487,634,432. The largest safe integer is 9,007,199,254,740,991.
      total: 22 * most,
    });
  });

  test.each(Object.keys(thousand))('%s, on prices that contained the tax of another place', (how) => {
    const rates = (thousand[how] ?? []).map((rate) => ({ ...rate, country: 'GB' }));
    const settings = storeWith(rates, { pricesIncludeTax: true, basedOn: 'shipping' });
    const abroad = { ...settings, address: { ...settings.address, country: 'US' } };
    const { totals } = fullest(abroad, []);
    expect(totals).toMatchObject({
      subtotal: most / 2,
      contentsTax: 5 * most,
      total: 22 * most,
    });
  });

  test.each([
    [false, 'incl', false],
    [true, 'excl', true],
    [false, 'excl', true],
  ] as const)(
    'with coupons, prices with tax %s, shown %s, at the subtotal %s',
    (pricesIncludeTax, shownInCart, roundAtSubtotal) => {
      const settings = storeWith([rateOf(1, 175), compoundOf(2, 300)], {
        pricesIncludeTax,
        shownInCart,
        roundAtSubtotal,
      });
      const coupons = [
        aCoupon({ amount: 999_999 }),
        aCoupon({ id: 2, code: 'b', discountType: 'fixed_product', amount: Number.MAX_SAFE_INTEGER }),
        aCoupon({ id: 3, code: 'c', discountType: 'fixed_cart', amount: Number.MAX_SAFE_INTEGER }),
      ];
      const { totals } = fullest(settings, coupons);
      expect(totals).toMatchObject({
        contents: 0,
        contentsTax: 0,
        discount: totals.subtotal,
        fees: most / 2,
      });
    },
  );
});

test('two hundred lines with the maximum together are exact', () => {
  const rates = thousand['of four rates'] ?? [];
  const facts = Array.from({ length: 200 }, (_, index) =>
    factsOf({ id: index + 1, price: Math.floor(most / 200) }),
  );
  const cart = cartIn('GB', { lines: facts.map((one) => lineOf(one, 1)) });
  // The goods cost 200 × 1,407,374,883,553, which is 56 less than the maximum.
  const { totals } = calculate(cart, commandContextOf(facts, storeWith(rates, {})));
  expect(totals).toMatchObject({ subtotal: most - 56, subtotalTax: 10 * (most - 56) });
});

test('beyond the maximum a cart is refused, and there is no internal error', () => {
  const settings = storeWith([rateOf(1, 9_000)], {});
  const { code, data } = refusalOf(() => fullest(settings));
  expect({ code, data }).toEqual({
    code: 'service_cart_limit_exceeded',
    data: { limit: 'amount', maximum: most },
  });
});

describe('a cart whose taxes have risen beyond 1000 % can be read and changed', () => {
  /** 20 rates of 1000 %, each on top of the rates before, make about 6.7 × 10 ** 20 times the amount. */
  const absurd = Array.from({ length: 20 }, (_, index) => compoundOf(index + 1, 1_000));
  const cartTimes = { key: 'key', revision: 1, renewsAt: 0, expiresAt: 0 };
  const offered = factsOf({ id: 9, price: 900 });
  const facts = factsOf({ price: 100, crossSellIds: [9] });
  const cheap = factsOf({ id: 2, price: 100, taxable: false });
  const [held, free] = [lineOf(facts, 1, { seenPrice: 90 }), lineOf(cheap, 1, { seenPrice: 100 })];
  const full = cartIn('GB', { lines: [held, free], removed: [held], fees: [feeOf(-5, ''), feeOf(7)] });
  const context = commandContextOf([facts, cheap, offered], storeWith(absurd, {}));

  test.each([
    [false, 'excl'],
    [true, 'incl'],
    [true, 'excl'],
  ] as const)('prices with tax %s, shown %s', (pricesIncludeTax, shownInCart) => {
    const settings = storeWith(absurd, { pricesIncludeTax, shownInCart });
    const { state, notices } = revalidated(full, { ...context, settings });
    expect([state.lines, state.fees]).toEqual([[free], []]);
    expect(notices).toEqual([
      { kind: 'error', code: 'fees_dropped', data: {} },
      { kind: 'error', code: 'item_dropped', data: { name: '', reason: 'amount' } },
    ]);
    const shown = viewOf(state, cartTimes, { ...context, settings }, []);
    expect(shown.totals).toMatchObject({ subtotal: 100, total: 100, totalTax: 0 });
    expect([shown.shipping.packages, shown.removed]).toEqual([[], []]);
  });

  test('every change succeeds or is refused, and returns the cart after it', () => {
    const changes: Change[] = [
      { kind: 'look' },
      { kind: 'add-fee', name: 'Too much', amount: '1', taxable: true, taxClass: '' },
      { kind: 'remove-line', lineKey: free.key },
      { kind: 'clear', keepRemoved: true },
    ];
    const writes = changes.map((change) => ({ conditions: null, changes: [change], together: null }));
    const start = { revision: 1, state: full, storedOutcomes: new Map() };
    const steps = applyWrites(start, writes, { context, stale: false });
    const of = ({ outcome }: (typeof steps)[number]) => (outcome.ok ? 'done' : outcome.error.code);
    expect(steps.map(of)).toEqual(['done', 'service_cart_limit_exceeded', 'done', 'done']);
    for (const { state } of steps) expect(viewOf(state, cartTimes, context, []).totals.totalTax).toBe(0);
  });

  test('a small cart is taxed exactly at 5000 %', () => {
    const at5000 = storeWith([rateOf(1, 5_000)], {});
    const state = cartIn('GB', { lines: [lineOf(facts, 3)], fees: [feeOf(50, '')] });
    // At a tax of 5000 %, the gross amount is 51 times the net amount. The net amount counts 51 / 11 times
    // towards the limit.
    const room = { ...context, settings: at5000 };
    expect(revalidated(state, room).state).toBe(state);
    expect(viewOf(state, cartTimes, room, []).totals).toMatchObject({ subtotal: 300, subtotalTax: 15_000 });
    expect(countedAmount(state, room)).toBeCloseTo((350 * 51) / 11, 6);
    expect(countedAmount(state, { ...context, settings: storeWith(thousand['at once'] ?? [], {}) })).toBe(
      350,
    );
  });
});
