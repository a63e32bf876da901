import { expect, test } from 'vitest';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { cartWith, keyAt } from './cart-with.fixture.ts';
import { clear, removeLine } from './change-items.ts';

const cleared = (state: CartState, keepRemoved = false) =>
  clear.apply(state, { kind: 'clear', keepRemoved }, commandContextOf([]));

const two = cartWith([factsOf(), 2], [factsOf({ id: 14 }), 1]);
const full: CartState = {
  ...removeLine.apply(two, { kind: 'remove-line', lineKey: keyAt(two) }, commandContextOf([])).state,
  customer: {
    ...two.customer,
    billing: { ...two.customer.billing, email: 'ana@example.org', country: 'NL' },
  },
  shipElsewhere: true,
  coupons: ['ten'],
  fees: [{ name: 'Gift wrap', amount: 300, taxable: true, taxClass: '' }],
  chosenRates: { 0: 'flat_rate:1' },
  extensions: { 'gift-message': 'For Ana' },
};

test('clearing removes everything but the address', () => {
  const { createdAt, customer, shipElsewhere } = full;
  expect(cleared(full).state).toEqual({ ...emptyState(createdAt), customer, shipElsewhere });
});

test('lines that were removed before can be restored if requested, the cleared ones cannot', () => {
  expect(cleared(full, true).state).toEqual({ ...cleared(full).state, removed: full.removed });
});

test('the shopper gets one notice', () => {
  expect(cleared(full).notices).toEqual([{ kind: 'notice', code: 'cart_emptied', data: {} }]);
  expect(cleared(full).lineKeys).toEqual([]);
});

test('clearing an empty cart succeeds and changes nothing', () => {
  for (const keepRemoved of [false, true]) {
    const once = cleared(full, keepRemoved).state;
    expect(cleared(once, keepRemoved).state).toBe(once);
    expect(cleared(once, keepRemoved).notices).toHaveLength(1);
  }
});

test.each([
  ['lines', { lines: full.lines }],
  ['removed lines', { removed: full.removed }],
  ['coupons', { coupons: full.coupons }],
  ['fees', { fees: full.fees }],
  ['chosen rates', { chosenRates: full.chosenRates }],
  ['data of extensions', { extensions: full.extensions }],
])('a cart with only %s is cleared', (_, part) => {
  expect(cleared({ ...emptyState(0), ...part }).state).toEqual(emptyState(0));
});
