import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { CommandContext } from '../../model/command.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { emptyState, type Line } from '../../model/state.ts';
import { cartWith } from '../commands/cart-with.fixture.ts';
import { aCoupon } from '../coupons/coupon.fixture.ts';
import { calculate } from '../totals/calculation.ts';
import { rejectionsIn, revalidated } from './validity.ts';

const simple: Line = {
  key: 'a',
  productId: 13,
  variationId: 0,
  quantity: 1,
  attributes: {},
  itemData: {},
  ownPrice: null,
  seenPrice: 1800,
  stockUnit: 13,
  name: 'Mug',
};
const variation: Line = {
  ...simple,
  key: 'b',
  productId: 30,
  variationId: 31,
  attributes: { pa_colour: 'teal', pa_size: 'm' },
  name: 'Shirt - Teal',
};
const option = (key: string, slug: string) => ({ id: 1, key, name: key, slug, label: slug });
const shirt = (changed: Partial<ProductFacts> = {}) =>
  factsOf({
    id: 31,
    parentId: 30,
    type: 'variation',
    attributes: [option('pa_colour', 'teal'), option('pa_size', '')],
    ...changed,
  });

const commandContextWith = (facts: readonly (readonly [number, ProductFacts | null])[]): CommandContext => {
  return { ...commandContextOf([]), facts: new Map(facts) };
};
const of = (line: Line, facts: ProductFacts | null) =>
  revalidated(
    { ...emptyState(0), lines: [line] },
    commandContextWith([[line.variationId || line.productId, facts]]),
  );
describe('a line stays', () => {
  test.each<[string, Line, ProductFacts]>([
    ['whose product is unchanged', simple, factsOf()],
    [
      'whose product is out of stock',
      simple,
      factsOf({ stock: { ...factsOf().stock, status: 'outofstock' } }),
    ],
    ['whose product has another name and price', simple, factsOf({ name: 'Cup', price: 1 })],
    ['whose variation is unchanged', variation, shirt()],
    [
      'whose variation now fits any option',
      variation,
      shirt({ attributes: [option('pa_colour', ''), option('pa_size', '')] }),
    ],
  ])('%s', (_name, line, facts) => {
    const { state, notices } = of(line, facts);
    expect(state.lines).toEqual([line]);
    expect(notices).toEqual([]);
  });
});

describe('a line is removed with an error that names it', () => {
  const gone = 'not_purchasable';
  const changed = 'changed';
  test.each<[string, Line, ProductFacts | null, string]>([
    ['whose product no longer exists', simple, null, gone],
    ['whose product is no longer published', simple, factsOf({ status: 'draft', purchasable: false }), gone],
    ['whose product no longer has a price', simple, factsOf({ price: null, purchasable: false }), gone],
    ['whose product now has variations', simple, factsOf({ type: 'variable' }), changed],
    [
      'whose variation became a product',
      variation,
      shirt({ type: 'simple', parentId: 0, attributes: [] }),
      changed,
    ],
    ['whose variation moved to another product', variation, shirt({ parentId: 29 }), changed],
    [
      'whose option was changed',
      variation,
      shirt({ attributes: [option('pa_colour', 'red'), option('pa_size', '')] }),
      changed,
    ],
    [
      'of which an option was not chosen',
      variation,
      shirt({ attributes: [...shirt().attributes, option('pa_fit', '')] }),
      changed,
    ],
    [
      'of which an option is no longer there',
      variation,
      shirt({ attributes: [option('pa_colour', 'teal')] }),
      changed,
    ],
  ])('%s', (_name, line, facts, reason) => {
    expect(of(line, facts).state.lines).toEqual([]);
    expect(of(line, facts).notices).toEqual([
      { kind: 'error', code: 'item_dropped', data: { name: line.name, reason } },
    ]);
  });
});

test('valid lines keep their place, and a valid cart is returned as the same object', () => {
  const lines = [simple, variation, { ...simple, key: 'c', productId: 14 }];
  const context = commandContextWith([
    [13, factsOf()],
    [14, factsOf({ id: 14 })],
    [31, null],
  ]);
  const after = revalidated({ ...emptyState(0), lines }, context);
  expect(after.state.lines.map(({ key }) => key)).toEqual(['a', 'c']);
  expect(after.notices).toHaveLength(1);
  expect(revalidated(after.state, context).state).toBe(after.state);
});

describe('coupons', () => {
  const ten = aCoupon();
  const over = aCoupon({
    id: 2,
    code: 'over',
    expires: { local: '2026-01-01T11:59:58', utc: '2026-01-01T11:59:58' },
  });
  // The time is 12:00:00, so a coupon that expired at 11:59:58 is not valid.
  const context = (coupons: readonly Coupon[] = [ten, over], settings = store) =>
    commandContextOf([factsOf()], settings, [], coupons);
  const cart = { ...emptyState(0), lines: [simple], coupons: ['ten', 'over', 'gone'] };
  const asked = (coupons: ReadonlyMap<string, Coupon | null>): CommandContext => ({ ...context(), coupons });

  test('that are no longer valid are removed with an error that gives the reason, the others keep their order', () => {
    const seen = asked(
      new Map([
        ['ten', ten],
        ['over', over],
        ['gone', null],
      ]),
    );
    const { state, notices } = revalidated(cart, seen);
    expect(state).toEqual({ ...cart, coupons: ['ten'] });
    expect(notices).toEqual([
      { kind: 'error', code: 'coupon_dropped', data: { coupon: 'over', reason: 'expired' } },
      { kind: 'error', code: 'coupon_dropped', data: { coupon: 'gone', reason: 'not_exist' } },
    ]);
    expect(revalidated(state, seen).state).toBe(state);
  });

  test('are checked against the remaining lines; an emptied cart keeps them', () => {
    const gone: CommandContext = { ...context(), facts: new Map([[13, null]]) };
    const { state, notices } = revalidated(cart, gone);
    expect(state).toEqual({ ...cart, lines: [] });
    expect(notices).toHaveLength(1);
    expect(revalidated({ ...state, lines: [simple] }, context()).state.coupons).toEqual(['ten']);
  });

  test('stay in the cart without effect while the store has coupons disabled', () => {
    const without = { ...store, couponsEnabled: false };
    expect(revalidated(cart, context([], without)).state).toBe(cart);
  });

  test("of a customer are checked against the customer's own uses", () => {
    const once = aCoupon({ usageLimitPerCustomer: 1, usedBy: ['7'] });
    const held = { ...cart, coupons: ['ten'] };
    expect(revalidated(held, { ...context([once]), customerId: '8' }).state).toBe(held);
    expect(revalidated(held, { ...context([once]), customerId: '7' }).state.coupons).toEqual([]);
  });
});

test('a line whose price has become too large to calculate is removed, and those that fit stay', () => {
  const line = (key: string, productId: number, quantity: number) => ({
    ...simple,
    key,
    productId,
    quantity,
    name: key,
  });
  const state = {
    ...emptyState(0),
    lines: [line('a', 1, 1), line('b', 2, 2), line('c', 3, 1)],
    fees: [{ name: 'Rebate', amount: -12, taxable: false, taxClass: '' }],
  };
  // The maximum is 2 ** 48, and the fee of -12 counts as 12. Line a and the fee exceed the maximum by 1, so line a is
  // removed. Lines b and c and the fee are together exactly the maximum, so these lines stay.
  const context = commandContextOf([
    factsOf({ id: 1, price: 2 ** 48 - 11 }),
    factsOf({ id: 2, price: 2 ** 47 - 7 }),
    factsOf({ id: 3, price: 2 }),
  ]);
  const { state: left, notices } = revalidated(state, context);
  expect(left.lines.map(({ key }) => key)).toEqual(['b', 'c']);
  expect(notices).toEqual([{ kind: 'error', code: 'item_dropped', data: { name: 'a', reason: 'amount' } }]);
});

const mug = factsOf();
/** Two mugs at 18.00 and 20 % of tax: 36.00, with tax 43.20. */
const twoMugs = { ...cartWith([mug, 2]), coupons: ['ten', 'nosuch', 'dear'] };
const dear = aCoupon({ id: 2, code: 'dear', minimumSpend: 4000 });
const context = commandContextOf([mug], store, [], [aCoupon(), dear]);

describe('coupons that are not valid for a cart', () => {
  test('are those of the cart by code, including unknown codes', () => {
    expect([...rejectionsIn(twoMugs, context, '')]).toEqual([
      ['nosuch', { coupon: 'nosuch', reason: 'not_exist' }],
      ['dear', { coupon: 'dear', reason: 'minimum_spend', amount: '€40.00' }],
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
