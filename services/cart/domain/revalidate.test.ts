import { describe, expect, test } from 'vitest';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import { aCoupon } from '../coupons/domain/coupon.fixture.ts';
import type { CommandContext } from '../model/command.ts';
import { commandContextOf, factsOf, store } from '../model/context.fixture.ts';
import { emptyState, type Line } from '../model/state.ts';
import { revalidated } from './revalidate.ts';

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
const noticesOf = (line: Line, facts: ProductFacts | null) =>
  of(line, facts).notices.map(({ kind, text }) => `${kind}: ${text}`);

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
  const gone = 'since it can no longer be purchased.';
  const changed = 'since it has changed. You can choose it again.';
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
    expect(noticesOf(line, facts)).toEqual([
      `error: "${line.name}" has been removed from your cart, ${reason}`,
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
      { kind: 'error', text: 'Coupon "over" has expired. It has been removed from your cart.' },
      { kind: 'error', text: 'Coupon "gone" does not exist. It has been removed from your cart.' },
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
  expect(notices).toEqual([
    { kind: 'error', text: '"a" has been removed from your cart, because its amount would be too high.' },
  ]);
});
