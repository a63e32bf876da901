import { type Fine, fine, fineOf, type Grain, share } from '#platform/money/fine.ts';
import type { Counted } from './counted.ts';

/**
 * What a fixed amount for each piece takes off each line: at most what is left of the line and, where not all of its
 * pieces count, at most the unit price of each that does.
 */
export function fixedProductDiscounts(
  lines: readonly Counted[],
  amount: number,
  grain: Grain,
): readonly Fine[] {
  return lines.map(({ price, quantity, pieces, left }) => {
    const most = fineOf(left, grain);
    // A product that is no longer exact is above any price, and never the least.
    const asked = amount * grain * pieces;
    const ofPieces = pieces === quantity ? asked : Math.min(asked, share(price, pieces, quantity));
    return ofPieces < most ? fine(ofPieces) : most;
  });
}
