import { expect, test } from 'vitest';
import { CheckoutState } from '#contracts/checkouts.ts';
import { eventsOf, type Fact, factOf, isOpenable, type OrderStanding, stateAfter } from './states.ts';

const unpaid = (status: string): OrderStanding => ({ status, paidAt: null });
const paid = (status: string): OrderStanding => ({ status, paidAt: '2026-06-01T12:00:00' });

test.each<[OrderStanding | null, Fact]>([
  [unpaid('pending'), 'waiting'],
  [unpaid('checkout-draft'), 'waiting'],
  [unpaid('on-hold'), 'placed'],
  [unpaid('processing'), 'placed'],
  [unpaid('completed'), 'placed'],
  [paid('processing'), 'paid'],
  [paid('completed'), 'paid'],
  [paid('refunded'), 'paid'],
  [unpaid('refunded'), 'cancelled'],
  [unpaid('cancelled'), 'cancelled'],
  [paid('cancelled'), 'cancelled'],
  [unpaid('failed'), 'failed'],
  [paid('shipped'), 'paid'],
  [unpaid('quoted'), 'waiting'],
  [paid('trash'), 'gone'],
  [null, 'gone'],
])('the order %j says %s', (order, fact) => {
  expect(factOf(order)).toBe(fact);
});

/** The whole table: for each state, the facts that move it. */
test.each<[CheckoutState, Partial<Record<Fact, CheckoutState>>]>([
  [
    'begun',
    {
      ...{ opened: 'handed-over', over: 'expired', placed: 'placed', paid: 'paid' },
      ...{ cancelled: 'cancelled', failed: 'failed' },
    },
  ],
  [
    'handed-over',
    { over: 'expired', placed: 'placed', paid: 'paid', cancelled: 'cancelled', failed: 'failed' },
  ],
  ['placed', { paid: 'paid', cancelled: 'cancelled', failed: 'failed', gone: 'cancelled' }],
  ['paid', {}],
  ['expired', { placed: 'placed', paid: 'paid', cancelled: 'cancelled', failed: 'failed' }],
  ['cancelled', { placed: 'placed', paid: 'paid' }],
  [
    'failed',
    {
      ...{ opened: 'handed-over', placed: 'placed', paid: 'paid' },
      ...{ cancelled: 'cancelled', gone: 'cancelled' },
    },
  ],
])('a checkout that is %s moves as listed', (state, moves) => {
  const facts: Fact[] = ['opened', 'over', 'placed', 'paid', 'cancelled', 'failed', 'gone', 'waiting'];
  for (const fact of facts) expect([fact, stateAfter(state, fact)]).toEqual([fact, moves[fact] ?? state]);
});

test('no order is forgotten: wherever a checkout is, a payment makes it paid', () => {
  for (const state of CheckoutState.options) expect(stateAfter(state, 'paid')).toBe('paid');
});

test('a link may be opened until there is an order or the time is over', () => {
  expect(CheckoutState.options.filter(isOpenable)).toEqual(['begun', 'handed-over', 'failed']);
});

test('events tell each move once; an order that is paid at once is placed too', () => {
  expect(eventsOf('handed-over', 'placed')).toEqual(['checkout.placed']);
  expect(eventsOf('handed-over', 'paid')).toEqual(['checkout.placed', 'checkout.paid']);
  expect(eventsOf('placed', 'paid')).toEqual(['checkout.paid']);
  expect(eventsOf('placed', 'cancelled')).toEqual(['checkout.ended']);
  expect(eventsOf('begun', 'expired')).toEqual(['checkout.ended']);
  expect(eventsOf('begun', 'handed-over')).toEqual([]);
  expect(eventsOf('paid', 'paid')).toEqual([]);
});
