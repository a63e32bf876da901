import { reckonable } from '../../limits.ts';
import type { CartState } from '../../state.ts';
import type { World } from '../../world.ts';
import { pricedLines, pricing, shownSubtotal } from '../lines.ts';
import { type CouponCart, type Objection, objectionTo, unknownCoupon } from './conditions.ts';

/** The cart of a state as coupons are judged by it, before discounts. */
function couponCart(
  { lines, customer }: CartState,
  { facts, settings }: World,
  customerId: string,
): CouponCart {
  const priced = pricedLines(lines, facts, pricing(settings, customer));
  return {
    lines: priced.map((one) => ({ facts: one.facts, quantity: one.line.quantity, price: one.price })),
    shownSubtotal: shownSubtotal(priced, settings),
    email: customer.billing.email,
    customerId,
  };
}

/** Of these coupons, by their codes, those that are not good for a cart. One that there is not has `not_exist`. Pure. */
export function objectionsIn(
  state: CartState,
  world: World,
  customerId: string,
  codes: readonly string[] = state.coupons,
): ReadonlyMap<string, Objection> {
  const found = new Map<string, Objection>();
  if (codes.length === 0) return found;
  const cart = reckonable(() => couponCart(state, world, customerId));
  for (const code of codes) {
    const coupon = world.coupons.get(code);
    const objection = coupon ? objectionTo(coupon, cart, world.settings, world.now) : unknownCoupon(code);
    if (objection) found.set(code, objection);
  }
  return found;
}
