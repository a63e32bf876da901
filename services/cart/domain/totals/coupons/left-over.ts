import { type Minor, minor } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';

/**
 * Discounts with what is still over: the line with the highest price takes it, what that cannot take the next highest
 * (docs/money.md#coupons). The lines have the highest price first, the first of equals before the others.
 */
export function withLeftOver(
  lines: readonly Counted[],
  discounts: readonly Minor[],
  over: number,
): readonly Minor[] {
  if (over <= 0) return discounts;
  let still = over;
  return lines.map(({ left }, index) => {
    const taken = discounts[index] as Minor;
    // All at once is what unit by unit comes to.
    const more = Math.min(still, left - taken);
    still -= more;
    return minor(taken + more);
  });
}
