import { atFinest } from '#platform/money/fine-amounts.ts';
import { taxedAt } from '../../domain/totals/calculation.ts';
import { enteredIn, pricedLines, pricing, shownIn, subtotalPart } from '../../domain/totals/lines.ts';
import type { CommandContext } from '../../model/command.ts';
import { withinSafeIntegers } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import {
  type CouponCart,
  type CouponCustomer,
  comparable,
  type Rejection,
  rejectionOf,
  unknownCoupon,
} from './conditions.ts';

/**
 * Returns the ids and e-mail addresses of a cart's customer: of the account that owns the cart, and the billing e-mail
 * address with the account that it belongs to. Null if auth does not answer.
 */
function couponCustomer(
  { customer: { billing } }: CartState,
  { accounts }: CommandContext,
  customerId: string,
): CouponCustomer | null {
  if (accounts === null) return null;
  const own = accounts.find(({ id }) => String(id) === customerId);
  const emails = [billing.email, own?.email ?? ''].map(comparable).filter((email) => email !== '');
  const others = accounts.filter(({ email }) => emails.includes(comparable(email)));
  const ids = [customerId, ...others.map(({ id }) => String(id))].filter((id) => id !== '');
  return { emails: [...new Set(emails)], ids: [...new Set(ids)] };
}

/** Returns the data of a cart that coupon conditions check. The subtotal is the sum of the lines before discounts. */
function couponCart(state: CartState, context: CommandContext, customerId: string): CouponCart {
  const { facts, settings } = context;
  const place = taxedAt(state, context);
  return atFinest(enteredIn(state, facts), (grain) => {
    const prices = pricing(settings, place, grain);
    const priced = pricedLines(state.lines, facts, prices);
    return {
      lines: priced.map((one) => one.facts),
      shownSubtotal: prices.rounding.toMinor(shownIn(settings, subtotalPart(priced, prices))),
      customer: couponCustomer(state, context, customerId),
    };
  });
}

/** Returns the rejections of coupons for a cart, by code. The reason for an unknown code is `not_exist`. Pure. */
export function rejectionsIn(
  state: CartState,
  context: CommandContext,
  customerId: string,
  codes: readonly string[] = state.coupons,
): ReadonlyMap<string, Rejection> {
  const found = new Map<string, Rejection>();
  if (codes.length === 0) return found;
  const cart = withinSafeIntegers(() => couponCart(state, context, customerId));
  for (const code of codes) {
    const coupon = context.coupons.get(code);
    const rejection = coupon ? rejectionOf(coupon, cart, context.settings, context.now) : unknownCoupon(code);
    if (rejection) found.set(code, rejection);
  }
  return found;
}
