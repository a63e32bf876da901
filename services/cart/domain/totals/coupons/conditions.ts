import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Minor } from '#platform/money/money.ts';
import type { Discountable } from './discounts.ts';

/** A cart as a coupon's conditions are about it. */
export interface CouponCart {
  readonly lines: readonly Discountable[];
  /** All lines before discounts, as the store shows them in the cart. */
  readonly shownSubtotal: Minor;
  /** The billing e-mail address; empty where it is not known. */
  readonly email: string;
  /** The customer's id; empty for a guest. */
  readonly customerId: string;
}

/** Why a coupon is not good for a cart: a word for programs, a sentence for people. */
export interface Objection {
  readonly reason: string;
  readonly sentence: string;
}

/** Why a coupon is not good for a cart at a moment, in Unix milliseconds; null when it is (docs/money.md). Pure. */
export function objectionTo(
  coupon: Coupon,
  cart: CouponCart,
  settings: StoreSettings,
  now: number,
): Objection | null {
  void [coupon, cart, settings, now];
  return null;
}
