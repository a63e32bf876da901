import { type Minor, minor, zero } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';
import { withLeftOver } from './left-over.ts';

/**
 * What a fixed amount for the cart takes off each line: it is split equally over all pieces of lines with something
 * left, floored, and what lines cannot take is split again. Less than a unit a piece goes unit by unit to the pieces.
 */
export function fixedCartDiscounts(lines: readonly Counted[], amount: number): readonly Minor[] {
  const discounts = lines.map(() => zero);
  let over = amount;
  let open = [...lines.keys()];
  // Each round takes a quarter at least off the pieces of open lines or off what is over, so that there are few.
  while (open.length > 0) {
    const pieces = open.reduce((all, index) => all + (lines[index] as Counted).quantity, 0);
    const perPiece = Math.floor(over / pieces);
    if (perPiece === 0) {
      return withLeftOver(lines, discounts, over);
    }
    open = open.filter((index) => {
      const { quantity, left } = lines[index] as Counted;
      const taken = discounts[index] as Minor;
      const more = Math.min(perPiece * quantity, left - taken);
      over -= more;
      discounts[index] = minor(taken + more);
      return taken + more < left;
    });
  }
  return discounts;
}
