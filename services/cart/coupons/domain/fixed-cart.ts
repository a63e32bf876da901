import { type Minor, minor, zero } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';
import { withLeftOver } from './left-over.ts';

/**
 * Returns the discounts of a fixed cart amount: it is split equally over all pieces of lines with something left and
 * floored, and the part that lines cannot take is split again. A remainder of less than a unit a piece is given unit
 * by unit.
 */
export function fixedCartDiscounts(lines: readonly Counted[], amount: number): readonly Minor[] {
  const discounts = lines.map(() => zero);
  let over = amount;
  let open = [...lines.keys()];
  // Each round reduces the open pieces or the remainder by at least a quarter, so there are few rounds.
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
