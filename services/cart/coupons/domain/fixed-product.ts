import { type Fine, fine, fineOf, type Grain, share } from '#platform/money/fine.ts';
import type { Counted } from './counted.ts';

/**
 * Returns the discounts of a fixed amount per piece: at most the rest of the line and, if not all of its pieces
 * count, at most the unit price of each counted one.
 */
export function fixedProductDiscounts(
  lines: readonly Counted[],
  amount: number,
  grain: Grain,
): readonly Fine[] {
  return lines.map(({ price, quantity, pieces, left }) => {
    const most = fineOf(left, grain);
    // A product beyond the safe integers is above any price, so the minimum is still right.
    const asked = amount * grain * pieces;
    const ofPieces = pieces === quantity ? asked : Math.min(asked, share(price, pieces, quantity));
    return ofPieces < most ? fine(ofPieces) : most;
  });
}
