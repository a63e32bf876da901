import { type Minor, minor } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';

/**
 * Discounts with what is still over, line by line: each piece of a line takes one unit, as long as there is something
 * left of the line. What is over after the last line is lost.
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
