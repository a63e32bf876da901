import { expect, test } from 'vitest';
import { commandContextOf } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { refusalOf } from './cart-with.fixture.ts';
import { removeCoupon } from './remove-coupon.ts';

const held: CartState = { ...emptyState(0), coupons: ['ten', 'fiver'] };
const removed = (code: string | null, state = held) =>
  removeCoupon.apply(state, { kind: 'remove-coupon', code }, commandContextOf([]));

test.each([
  ['ten', ['fiver'], 'Coupon "ten" has been removed from your cart.'],
  [' FIVER ', ['ten'], 'Coupon "fiver" has been removed from your cart.'],
  [null, [], 'Coupons "ten" and "fiver" have been removed from your cart.'],
])('removing %j leaves %j', (code, coupons, text) => {
  const notices = [{ kind: 'success', text }];
  expect(removed(code)).toEqual({ state: { ...held, coupons }, lineKeys: [], notices });
});

test('removing a code finds it with combining marks', () => {
  expect(removed('U\u0308BER', { ...held, coupons: ['über'] }).state.coupons).toEqual([]);
});

test.each([
  ['nope', held, 'service_cart_coupon_invalid_code', 'There is no such coupon in your cart.'],
  ['', held, 'service_cart_coupon_invalid_code', 'There is no such coupon in your cart.'],
  ['ten', emptyState(0), 'service_no_coupons_applied', 'There are no coupons in your cart.'],
  [null, emptyState(0), 'service_no_coupons_applied', 'There are no coupons in your cart.'],
])('removing %j from a cart without it is refused', (code, state, expected, message) => {
  expect(refusalOf(() => removed(code, state))).toEqual({ code: expected, data: {}, message });
});
