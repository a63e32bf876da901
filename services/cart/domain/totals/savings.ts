import type { Coupon } from '#contracts/promotions.ts';
import { type Minor, minor } from '#platform/money/money.ts';
import { discountsOf } from './coupons/discounts.ts';
import type { PricedLine, Pricing } from './lines.ts';
import type { Taxed } from './tax/levy.ts';

/** A line with what it comes to after all discounts. */
export interface ReckonedLine extends PricedLine {
  /** The price less the discounts. */
  readonly left: Minor;
  readonly total: Taxed;
}

/** A coupon with what it saves, as the store shows amounts in the cart. */
export interface Saving {
  readonly coupon: Coupon;
  readonly amount: Minor;
}

/**
 * Lines with what coupons take off them, and what each coupon saves with its tax, by line
 * (docs/money.md#fees-and-total). Pure.
 */
export function discounted(
  priced: readonly PricedLine[],
  coupons: readonly Coupon[],
  { show, taxed }: Pricing,
): { lines: readonly ReckonedLine[]; savings: readonly Saving[] } {
  if (coupons.length === 0) {
    return {
      lines: priced.map((line) => ({ ...line, left: line.price, total: line.subtotal })),
      savings: [],
    };
  }
  const goods = priced.map(({ facts, line, price }) => ({ facts, quantity: line.quantity, price }));
  const byCoupon = discountsOf(goods, coupons);
  const left = priced.map(({ price }): number => price);
  for (const discounts of byCoupon.values()) {
    for (const [index, amount] of discounts.entries()) left[index] = (left[index] ?? 0) - amount;
  }
  const lines = priced.map((line, index): ReckonedLine => {
    const rest = minor(left[index] ?? 0);
    return { ...line, left: rest, total: rest === line.price ? line.subtotal : taxed(rest, line.levy) };
  });
  const savings = coupons.map((coupon) => {
    const discounts = byCoupon.get(coupon.code) ?? [];
    const saved = discounts.reduce<number>(
      (sofar, amount, index) =>
        amount === 0 ? sofar : sofar + show(amount, (priced[index] as PricedLine).levy),
      0,
    );
    return { coupon, amount: minor(saved) };
  });
  return { lines, savings };
}
