import { type Minor, minor } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';

/**
 * Returns the discounts with the remainder distributed line by line: each piece of a line takes one unit while the
 * line has something left. A remainder after the last line is dropped.
 */
export function withLeftOver(
  lines: readonly Counted[],
  discounts: readonly Minor[],
  over: number,
): readonly Minor[] {
  let still = Math.max(0, over);
  return lines.map(({ left, quantity }, index) => {
    const taken = discounts[index] as Minor;
    const more = Math.min(still, quantity, left - taken);
    still -= more;
    return minor(taken + more);
  });
}
