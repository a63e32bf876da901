// A file of its own, because every change of a checkout passes through it.
import type { Checkout, CheckoutRecord } from '#contracts/checkouts.ts';
import type { CheckoutChange, CheckoutDocument } from '../store/checkouts.ts';
import { eventsOf, type Fact, isBought, stateAfter } from './states.ts';

/** Milliseconds for which nobody need have opened a link. */
export const linkMs = 900_000;
/** Milliseconds for which WooCommerce keeps the cart of a shopper who places no order. */
export const handedOverMs = 172_800_000;

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Milliseconds for which an order may still be paid after its checkout has ended. */
const latePaymentMs = 30 * 24 * hourMs;

/** Returns the change that a fact makes of a checkout, with the events of its move. Pure. */
export function moved(
  found: CheckoutDocument,
  fact: Fact,
  more: CheckoutChange,
  now: number,
): CheckoutChange {
  const state = stateAfter(found.state, fact);
  const order = more.order === undefined ? found.order : more.order;
  const types = eventsOf(found.state, state);
  const added = types.map((type, index) => ({
    id: `${found._id}.${found.version}.${index}`,
    ...{ type, at: now, state, order },
  }));
  const events = [...found.events, ...added];
  const changed = { ...found, ...more, state };
  return {
    ...more,
    state,
    changedAt: state === found.state ? found.changedAt : now,
    open: isOver(changed) ? null : found.open,
    events,
    unpublishedSince: events[0]?.at ?? null,
    askAt: nextLook(changed, now),
  };
}

/** Returns whether the cart may have another checkout: not before what was ordered is out of it. */
function isOver({ state, taken }: Pick<CheckoutDocument, 'state' | 'taken'>): boolean {
  return isBought(state) ? taken : state !== 'begun' && state !== 'handed-over';
}

/** Returns the time of the next look at a checkout; null if nothing can change any more. */
function nextLook(checkout: CheckoutDocument, now: number): number | null {
  const { state, taken, expiresAt, begunAt } = checkout;
  if (state === 'begun') return expiresAt;
  if (state === 'handed-over') return now + minuteMs;
  if (isBought(state) && !taken) return now + minuteMs;
  if (state === 'paid') return null;
  return now - begunAt > latePaymentMs ? null : now + hourMs;
}

/** Returns a checkout as the shopper sees it. */
export function shownCheckout(found: CheckoutDocument): Checkout {
  const { _id: id, state, begunAt, expiresAt, total, currency, minorUnit, order, difference } = found;
  return { id, state, begunAt, expiresAt, total, currency, minorUnit, order, difference };
}

/** Returns a checkout as operators see it. */
export function recordOf(found: CheckoutDocument): CheckoutRecord {
  const { account: customer, changedAt, orderStatus, taken, lines, trouble } = found;
  return { ...shownCheckout(found), customer, changedAt, orderStatus, taken, lines, trouble };
}
