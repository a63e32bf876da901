import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { commandContextOf, store } from '../../model/context.fixture.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { refusalOf } from './cart-with.fixture.ts';
import { addFee, removeFees } from './fees.ts';

type FeeMembers = Partial<CommandOf<'add-fee'>>;

const empty = emptyState(0);
const [rate] = store.tax.rates;
const reduced = {
  ...store,
  tax: {
    ...store.tax,
    rates: [...store.tax.rates, { ...rate, id: 2, taxClass: 'reduced-rate' } as NonNullable<typeof rate>],
  },
};
const command = { kind: 'add-fee', name: 'Handling', amount: '2.5', taxable: true, taxClass: '' } as const;
const added = (asked: FeeMembers, state: CartState = empty, settings = reduced) =>
  addFee.apply(state, { ...command, ...asked }, commandContextOf([], settings));
const inDecimals = (decimals: number) => ({ ...reduced, currency: { ...store.currency, decimals } });

test('a fee is added after the others, with a notice', () => {
  const wrap = { name: 'Gift wrap', amount: -300, taxable: false, taxClass: '' };
  const before = { ...empty, fees: [wrap] };
  expect(added({}, before)).toEqual({
    // With two decimals, the text 2.5 is an amount of 250 minor units.
    state: { ...before, fees: [wrap, { name: 'Handling', amount: 250, taxable: true, taxClass: '' }] },
    lineKeys: [],
    notices: [{ kind: 'success', code: 'fee_added', data: { name: 'Handling' } }],
  });
});

test.each([
  ['2.5', 2, 250],
  [' 2.50 ', 2, 250],
  ['-2.5', 2, -250],
  // 2.005 is 200.5 hundredths, which are rounded half away from zero.
  ['2.005', 2, 201],
  ['-2.005', 2, -201],
  ['2.5', 0, 3],
  ['2.5', 3, 2_500],
])('the amount %j in a currency of %i decimals is %i of its minor units', (amount, decimals, expected) => {
  expect(added({ amount }, empty, inDecimals(decimals)).state.fees[0]?.amount).toBe(expected);
});

test.each([
  ['', ''],
  ['standard', 'standard'],
  [' Reduced-Rate ', 'reduced-rate'],
])('the tax class %j is stored as %j', (taxClass, expected) => {
  expect(added({ taxClass }).state.fees[0]?.taxClass).toBe(expected);
});

const fees = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Fee ${n}`, amount: 1, taxable: false, taxClass: '' }));

test.each<[string, FeeMembers, CartState, string, object]>([
  ['no name', { name: ' ' }, empty, 'service_fee_missing_name', {}],
  ['no amount', { amount: ' ' }, empty, 'service_fee_missing_amount', {}],
  ['no number', { amount: 'abc' }, empty, 'service_fee_cannot_add', {}],
  ['an amount with a comma', { amount: '2,5' }, empty, 'service_fee_cannot_add', {}],
  ['0', { amount: '0.00' }, empty, 'service_fee_cannot_add', {}],
  ['an amount that rounds to 0', { amount: '0.004' }, empty, 'service_fee_cannot_add', {}],
  ['a number too large', { amount: '9'.repeat(16) }, empty, 'service_fee_cannot_add', {}],
  [
    'a name in use, in another case',
    { name: 'FEE  0' },
    { ...empty, fees: fees(1) },
    'service_fee_already_exists',
    { name: 'FEE 0' },
  ],
  [
    'one more than fifty',
    {},
    { ...empty, fees: fees(50) },
    'service_cart_limit_exceeded',
    { limit: 'fees', maximum: 50 },
  ],
])('%s is refused', (_, asked, state, code, data) => {
  expect(refusalOf(() => added(asked, state))).toEqual({ code, data });
});

test('all fees are removed together; without fees the command is refused', () => {
  const full = { ...empty, fees: fees(2) };
  expect(removeFees.apply(full, { kind: 'remove-fees' }, commandContextOf([]))).toEqual({
    state: empty,
    lineKeys: [],
    notices: [{ kind: 'success', code: 'fees_removed', data: {} }],
  });
  expect(refusalOf(() => removeFees.apply(empty, { kind: 'remove-fees' }, commandContextOf([]))).code).toBe(
    'service_removing_fees_failed',
  );
});
