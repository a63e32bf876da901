import { floored, type Minor, minor } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';

/**
 * What a fixed amount for each piece takes off each line: at most the unit price, and what is left of the line
 * (docs/money.md#coupons).
 */
export function fixedProductDiscounts(lines: readonly Counted[], amount: number): readonly Minor[] {
  return lines.map(({ price, quantity, pieces, left }) => {
    // A product that is no longer exact is above any price, and never the least of the three.
    return minor(Math.min(amount * pieces, floored(price, pieces, quantity), left));
  });
}
