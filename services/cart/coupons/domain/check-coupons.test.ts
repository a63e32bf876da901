import { describe, expect, test } from 'vitest';
import type { Coupon } from '#contracts/coupons.ts';
import { cartWith } from '../../domain/commands/cart-with.fixture.ts';
import { calculate } from '../../domain/totals/calculation.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { rejectionsIn } from './check-coupons.ts';
import { aCoupon } from './coupon.fixture.ts';

const mug = factsOf();
/** Two mugs at 18.00 and 20 % of tax: 36.00, with tax 43.20. */
const twoMugs = { ...cartWith([mug, 2]), coupons: ['ten', 'nosuch', 'dear'] };
const dear = aCoupon({ id: 2, code: 'dear', minimumSpend: 4000 });
const context = commandContextOf([mug], store, [], [aCoupon(), dear]);

describe('coupons that are not valid for a cart', () => {
  test('are those of the cart by code, including unknown codes', () => {
    expect([...rejectionsIn(twoMugs, context, '')]).toEqual([
      ['nosuch', { reason: 'not_exist', sentence: 'Coupon "nosuch" does not exist.' }],
      ['dear', { reason: 'minimum_spend', sentence: 'Coupon "dear" can be used from a subtotal of €40.00.' }],
    ]);
  });

  test('are those of the given codes, if codes are given', () => {
    expect([...rejectionsIn(twoMugs, context, '', ['ten'])]).toEqual([]);
    expect([...rejectionsIn(twoMugs, context, '', ['dear']).keys()]).toEqual(['dear']);
    expect([...rejectionsIn({ ...twoMugs, coupons: [] }, context, '')]).toEqual([]);
  });

  test('are checked against the subtotal as the store shows it', () => {
    const tax = { ...store.tax, shownInCart: 'incl' } as const;
    const shown = commandContextOf([mug], { ...store, tax }, [], [aCoupon(), dear]);
    expect([...rejectionsIn(twoMugs, shown, '', ['dear'])]).toEqual([]);
  });

  /** The accounts 7 and 8 belong to Ann and Bob. */
  const accounts = [
    { id: 7, email: 'Ann@shop.example' },
    { id: 8, email: 'bob@shop.example' },
  ];
  const reasonFor = (changed: Partial<Coupon>, customerId: string, email: string, known = accounts) => {
    const limited = { ...commandContextOf([mug], store, [], [aCoupon(changed)]), accounts: known };
    const customer = { ...twoMugs.customer, billing: { ...twoMugs.customer.billing, email } };
    return rejectionsIn({ ...twoMugs, customer }, limited, customerId, ['ten']).get('ten')?.reason ?? 'good';
  };

  test.each([
    ['the customer', ['7'], '7', ''],
    ['the billing address', ['ann@shop.example'], '', ' ANN@shop.example'],
    ["the address of the customer's account", ['ann@shop.example'], '7', 'private@home.example'],
    ['the account with the billing address, of a guest', ['7'], '', 'ann@SHOP.example'],
    ['the account with the billing address, of another customer', ['7'], '8', 'ann@shop.example'],
  ])('are those that were used by %s', (_, usedBy, customerId, email) => {
    const once = { usageLimitPerCustomer: 1, usedBy };
    expect(reasonFor(once, customerId, email)).toBe('usage_limit_customer');
    expect(reasonFor(once, '9', 'carol@shop.example')).toBe('good');
  });

  test('count each use once', () => {
    const twice = { usageLimitPerCustomer: 2, usedBy: ['7'] };
    expect(reasonFor(twice, '7', 'ann@shop.example')).toBe('good');
  });

  test.each([
    ['8', 'ann@shop.example', 'good'],
    ['7', 'private@home.example', 'good'],
    ['8', 'private@home.example', 'email'],
    ['', 'private@home.example', 'email'],
    ['', '', 'email'],
  ])(
    'for certain addresses: of customer %j with the billing address %j is %s',
    (customerId, email, reason) => {
      expect(reasonFor({ allowedEmails: ['ann@*'] }, customerId, email)).toBe(reason);
    },
  );
});

/** A cart from the recordings of the real CoCart (exchange 520). */
test('19.99, 3 × 11.00 untaxed and 18.00, less 10 % and 5.00, are 65.33 before shipping', () => {
  const goods = [
    factsOf({ id: 48, sku: 'a', price: 1999 }),
    factsOf({ id: 49, sku: 'b', price: 1100, taxable: false }),
    mug,
  ] as const;
  const fiver: Coupon = aCoupon({ id: 2, code: 'fiver', discountType: 'fixed_cart', amount: 500 });
  const state = {
    ...cartWith([goods[0], 1], [goods[1], 3], [goods[2], 1]),
    coupons: ['fiver', 'ten'],
  };
  const all = commandContextOf(goods, { ...store, shippingEnabled: false }, [], [aCoupon(), fiver]);
  const { lines, savings, totals } = calculate(state, all);
  // 10 % of each line, rounded down, is 1.99 + 3.30 + 1.80 = 7.09. 10 % of 70.99 is 7.10, so the second line takes
  // 0.01 more.
  // 5.00 over 5 pieces takes 1.00, 3.00 and 1.00 off the three lines.
  // 19.99 − 1.99 − 1.00 = 17.00; 33.00 − 3.31 − 3.00 = 26.69; 18.00 − 1.80 − 1.00 = 15.20
  expect(lines.map(({ total }) => total.net / 1_000_000)).toEqual([1700, 2669, 1520]);
  expect(savings.map(({ coupon, amount }) => [coupon.code, amount])).toEqual([
    ['fiver', 500],
    ['ten', 710],
  ]);
  // The tax is 3.40 + 0 + 3.04 = 6.44. The total without shipping is 58.89 + 6.44 = 65.33.
  expect(totals).toMatchObject({ discount: 1210, contents: 5889, contentsTax: 644, total: 6533 });
});
