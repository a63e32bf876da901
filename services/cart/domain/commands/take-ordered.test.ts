import { expect, test } from 'vitest';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import type { CartState } from '../../model/state.ts';
import { cartWith, keyAt, quantitiesOf } from './cart-with.fixture.ts';
import { takeOrdered } from './take-ordered.ts';

const [one, two] = [factsOf(), factsOf({ id: 14 })];
const context = commandContextOf([one, two]);
const cart: CartState = {
  ...cartWith([one, 3], [two, 1]),
  coupons: ['ten', 'later'],
  fees: [
    { name: 'Gift wrap', amount: 300, taxable: true, taxClass: '' },
    { name: 'Later', amount: 100, taxable: true, taxClass: '' },
  ],
};
const order = (state: CartState, quantities: number[], more = {}) =>
  takeOrdered.apply(
    state,
    {
      ...{ kind: 'take-ordered', checkout: 'c1', coupons: ['ten'], fees: ['Gift wrap'], ...more },
      lines: quantities.map((quantity, at) => ({ key: keyAt(cart, at), quantity })),
    },
    context,
  ).state;

test('what was ordered goes, with its coupons and fees; what was raised or added since stays', () => {
  const after = order(cart, [2]);
  expect(quantitiesOf(after)).toEqual([1, 1]);
  expect(after.coupons).toEqual(['later']);
  expect(after.fees.map(({ name }) => name)).toEqual(['Later']);
});

test('a line goes with its last piece, also if the shopper lowered it meanwhile', () => {
  expect(order(cart, [5, 1]).lines).toEqual([]);
});

test('a repetition takes nothing, even if the shopper has added the same again', () => {
  const after = order(cart, [3, 1]);
  const again: CartState = { ...after, lines: cart.lines, coupons: ['ten'] };
  expect(order(again, [3, 1])).toBe(again);
});

test('another checkout takes its own', () => {
  expect(quantitiesOf(order(order(cart, [1]), [1], { checkout: 'c2' }))).toEqual([1, 1]);
});

test('what stays keeps the price that a program set', () => {
  const lines = cart.lines.map((line) => ({ ...line, ownPrice: 700 }));
  expect(order({ ...cart, lines }, [1]).lines.map(({ ownPrice }) => ownPrice)).toEqual([700, 700]);
});

test('a cart remembers twenty checkouts', () => {
  let state = cart;
  for (let count = 0; count < 30; count += 1) state = order(state, [], { checkout: `c${count}` });
  expect(state.ordered).toHaveLength(20);
  expect(state.ordered?.at(-1)).toBe('c29');
});
