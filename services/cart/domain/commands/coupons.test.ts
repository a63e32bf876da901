import { expect, test } from 'vitest';
import { type Coupon, CouponCode } from '#contracts/coupons.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { aCoupon } from '../coupons/coupon.fixture.ts';
import { cartWith, refusalOf } from './cart-with.fixture.ts';
import { applyCoupon, removeCoupon } from './coupons.ts';

const mug = factsOf();
const cart = cartWith([mug, 2]);
const ten = aCoupon();
const fiver = aCoupon({ id: 2, code: 'fiver', discountType: 'fixed_cart', amount: 500 });
const solo = aCoupon({ id: 3, code: 'solo', individualUse: true });
const only = aCoupon({ id: 4, code: 'only', individualUse: true });
const mine = aCoupon({ id: 5, code: 'mine', allowedEmails: ['*@shop.example'] });
const expired = { local: '2026-01-01T11:00:00', utc: '2026-01-01T11:00:00' };
const all = [ten, fiver, solo, only, mine];

const applied = (
  code: string,
  state: CartState = cart,
  coupons: readonly Coupon[] = all,
  { email = null as string | null, settings = store, customerId = '' } = {},
) => {
  const context = { ...commandContextOf([mug], settings, [], coupons), customerId };
  return applyCoupon.apply(state, { kind: 'apply-coupon', code, email }, context);
};
const holding = (...coupons: string[]): CartState => ({ ...cart, coupons });
const success = { kind: 'success', code: 'coupon_applied', data: {} };

test.each(['ten', 'TEN', ' Ten\n'])('%j is stored trimmed and in lower case', (code) => {
  expect(applied(code)).toEqual({ state: holding('ten'), lineKeys: [], notices: [success] });
});

test.each([
  ['r&b', 'R&amp;B'],
  ['r&b', 'r&b'],
  ['dankefür100', 'DANKEFU\u0308R100'],
])('the coupon %s is found as %s', (code, typed) => {
  const coupons = [aCoupon({ id: 6, code })];
  expect(CouponCode.parse(typed)).toBe(code);
  expect(applied(typed, cart, coupons).state.coupons).toEqual([code]);
});

test('coupons are in the order in which they were applied', () => {
  expect(applied('ten', holding('fiver')).state.coupons).toEqual(['fiver', 'ten']);
});

test.each([
  ['nothing', []],
  ['one', ['ten']],
  ['several', ['ten', 'fiver']],
  ['another', ['only']],
])('an individual coupon replaces %s (money, coupons)', (_, before: string[]) => {
  const { state, notices } = applied('solo', holding(...before));
  expect(state.coupons).toEqual(['solo']);
  const replaced = { kind: 'notice', code: 'coupons_replaced', data: { codes: before, by: 'solo' } };
  expect(notices).toEqual(before.length === 0 ? [success] : [success, replaced]);
});

const disabled = { ...store, couponsEnabled: false };
const many = Array.from({ length: 20 }, (_, n) => aCoupon({ id: 100 + n, code: `c${n}` }));
const manyCodes = many.map(({ code }) => code);

test.each<[string, () => unknown, string, object]>([
  [
    'in a store without',
    () => applied('ten', cart, all, { settings: disabled }),
    'service_coupons_not_enabled',
    {},
  ],
  ['without a code', () => applied('  '), 'service_coupon_code_required', {}],
  ['that does not exist', () => applied('Nope'), 'service_coupon_not_exist', { coupon: 'nope' }],
  [
    'with a code too long to be one',
    () => applied('İ'.repeat(200)),
    'service_coupon_not_exist',
    { coupon: 'i̇'.repeat(200) },
  ],
  [
    'that is a draft',
    () => applied('ten', cart, [aCoupon({ status: 'draft' })]),
    'service_coupon_not_exist',
    { coupon: 'ten' },
  ],
  [
    'that is applied already',
    () => applied('Ten', holding('ten')),
    'service_coupon_cannot_add',
    { coupon: 'ten', reason: 'applied' },
  ],
  [
    'beside an individual one',
    () => applied('ten', holding('solo')),
    'service_coupon_cannot_add',
    { coupon: 'solo', reason: 'individual' },
  ],
  [
    'beyond the twentieth',
    () => applied('ten', holding(...manyCodes), [...all, ...many]),
    'service_cart_limit_exceeded',
    { limit: 'coupons', maximum: 20 },
  ],
  [
    'that has expired',
    () => applied('ten', cart, [aCoupon({ expires: expired })]),
    'service_coupon_failed_to_apply',
    { coupon: 'ten', reason: 'expired' },
  ],
  [
    // The subtotal of the cart is 2 × 18.00 = 36.00.
    'with a minimum above the cart',
    () => applied('ten', cart, [aCoupon({ minimumSpend: 3_601 })]),
    'service_coupon_failed_to_apply',
    { coupon: 'ten', reason: 'minimum_spend', amount: '€36.01' },
  ],
  [
    'that this customer has used',
    () => applied('ten', cart, [aCoupon({ usageLimitPerCustomer: 1, usedBy: ['7'] })], { customerId: '7' }),
    'service_coupon_failed_to_apply',
    { coupon: 'ten', reason: 'usage_limit_customer' },
  ],
  [
    'for others, by the e-mail address that comes with it',
    () => applied('mine', cart, all, { email: 'ann@else.example' }),
    'service_coupon_failed_to_apply',
    { coupon: 'mine', reason: 'email' },
  ],
])('a coupon %s is refused', (_, apply, code, data) => {
  expect(refusalOf(apply)).toEqual({ code, data });
});

test('the twentieth coupon is accepted, and an individual one replaces them all', () => {
  const known = [...all, ...many];
  expect(applied('ten', holding(...manyCodes.slice(1)), known).state.coupons).toHaveLength(20);
  expect(applied('solo', holding(...manyCodes), known).state.coupons).toEqual(['solo']);
});

test('an individual coupon that is no longer valid does not block others', () => {
  const over = aCoupon({ id: 3, code: 'solo', individualUse: true, expires: expired });
  expect(applied('ten', holding('solo'), [ten, over]).state.coupons).toEqual(['solo', 'ten']);
});

test('an individual coupon in an empty cart allows no other one', () => {
  const empty = { ...holding('solo'), lines: [] };
  expect(refusalOf(() => applied('fiver', empty)).code).toBe('service_coupon_cannot_add');
});

test('a valid e-mail address is set; an invalid one causes a notice and is not used', () => {
  const { state, notices } = applied('mine', cart, all, { email: ' ann@shop.example ' });
  expect(state.customer.billing.email).toBe('ann@shop.example');
  expect([state.coupons, notices]).toEqual([['mine'], [success]]);
  const other = applied('ten', cart, all, { email: 'ann' });
  expect(other.state).toEqual(holding('ten'));
  expect(other.notices).toEqual([
    success,
    {
      kind: 'error',
      code: 'address_not_saved',
      data: { address: 'billing', member: 'email', reason: 'invalid' },
    },
  ]);
  expect(refusalOf(() => applied('mine', cart, all, { email: 'ann' })).data).toEqual({
    coupon: 'mine',
    reason: 'email',
  });
});

const held: CartState = { ...emptyState(0), coupons: ['ten', 'fiver'] };
const removed = (code: string | null, state = held) =>
  removeCoupon.apply(state, { kind: 'remove-coupon', code }, commandContextOf([]));

test.each([
  ['ten', ['fiver'], ['ten']],
  [' FIVER ', ['ten'], ['fiver']],
  [null, [], ['ten', 'fiver']],
])('removing %j leaves %j', (code, coupons, codes) => {
  const notices = [{ kind: 'success', code: 'coupons_removed', data: { codes } }];
  expect(removed(code)).toEqual({ state: { ...held, coupons }, lineKeys: [], notices });
});

test('removing a code finds it with combining marks', () => {
  expect(removed('U\u0308BER', { ...held, coupons: ['über'] }).state.coupons).toEqual([]);
});

test.each([
  ['nope', held, 'service_cart_coupon_invalid_code'],
  ['', held, 'service_cart_coupon_invalid_code'],
  ['ten', emptyState(0), 'service_no_coupons_applied'],
  [null, emptyState(0), 'service_no_coupons_applied'],
])('removing %j from a cart without it is refused', (code, state, expected) => {
  expect(refusalOf(() => removed(code, state))).toEqual({ code: expected, data: {} });
});
