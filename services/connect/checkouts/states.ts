import type { CheckoutState } from '#contracts/checkouts.ts';
import type { CheckoutEventType } from '#contracts/events.ts';

/**
 * What becomes known about a checkout:
 * - `opened`: a browser has opened the link
 * - `over`: the time of the link, or of the cart in WooCommerce, has passed; or the cart has a newer checkout
 * - `placed`, `paid`, `cancelled`, `failed`: WooCommerce says so of the order
 * - `gone`: WooCommerce does not have the order any more
 * - `waiting`: the order waits for its payment, which tells nothing new
 */
export type Fact = 'opened' | 'over' | 'placed' | 'paid' | 'cancelled' | 'failed' | 'gone' | 'waiting';

/** An order decides wherever the checkout is, because it may be paid after everything else. */
const bought = { placed: 'placed', paid: 'paid' } as const;
const lost = { cancelled: 'cancelled', failed: 'failed' } as const;

/** The state to which each fact moves a checkout. A fact that is not listed moves nothing. */
const moves: Readonly<Record<CheckoutState, Partial<Record<Fact, CheckoutState>>>> = {
  begun: { opened: 'handed-over', over: 'expired', ...bought, ...lost },
  'handed-over': { over: 'expired', ...bought, ...lost },
  placed: { paid: 'paid', ...lost, gone: 'cancelled' },
  // Refunds are WooCommerce's.
  paid: {},
  // These have ended, but are not final: shoppers pay late, and try a refused payment again.
  expired: { ...bought, ...lost },
  cancelled: { ...bought },
  failed: { opened: 'handed-over', ...bought, cancelled: 'cancelled', gone: 'cancelled' },
};

/** Returns the state to which a fact moves a checkout; the same state if it moves nothing. */
export function stateAfter(state: CheckoutState, fact: Fact): CheckoutState {
  return moves[state][fact] ?? state;
}

/** Returns whether the link may still be opened. */
export function isOpenable(state: CheckoutState): boolean {
  return state === 'handed-over' || stateAfter(state, 'opened') !== state;
}

/** Returns whether what was ordered has to be taken out of the cart. */
export function isBought(state: CheckoutState): boolean {
  return state === 'placed' || state === 'paid';
}

/** Returns the events of a move, in their order. An order that is paid at once is placed too. */
export function eventsOf(from: CheckoutState, to: CheckoutState): CheckoutEventType[] {
  if (from === to || to === 'begun' || to === 'handed-over') return [];
  if (to === 'placed') return ['checkout.placed'];
  if (to === 'paid') return from === 'placed' ? ['checkout.paid'] : ['checkout.placed', 'checkout.paid'];
  return ['checkout.ended'];
}

/** Statuses of orders that nobody has placed, or that were given up. Plugins have others. */
const unplaced: readonly string[] = ['checkout-draft', 'pending', 'failed', 'cancelled'];

/** Returns whether a shopper has placed an order with this status. */
export function isPlaced(status: string): boolean {
  return !unplaced.includes(status);
}

/** What counts of an order in WooCommerce. `paidAt` is the time of the payment; null before it. */
export interface OrderStanding {
  readonly status: string;
  readonly paidAt: string | null;
}

/**
 * Returns what an order says about its checkout; null is an order that WooCommerce does not have any more. A status of a
 * plugin counts by the payment.
 */
export function factOf(order: OrderStanding | null): Fact {
  if (order === null || order.status === 'trash') return 'gone';
  const { status, paidAt } = order;
  if (status === 'cancelled' || status === 'failed') return status;
  if (paidAt !== null) return 'paid';
  if (status === 'refunded') return 'cancelled';
  return ['on-hold', 'processing', 'completed'].includes(status) ? 'placed' : 'waiting';
}
