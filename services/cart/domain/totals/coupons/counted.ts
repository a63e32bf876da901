import type { Fine } from '#platform/money/fine.ts';
import type { Minor } from '#platform/money/money.ts';

/** A line as one coupon sees it. Coupons see the lines in the order of price times quantity, the largest first. */
export interface Counted {
  /** Of the whole quantity, before all coupons. */
  readonly price: Fine;
  readonly quantity: number;
  /** How many of its pieces the coupon counts: at least one, all of them without a limit. */
  readonly pieces: number;
  /** What the coupon takes its share of: the price, or what is left of it where discounts go one after the other. */
  readonly base: Minor;
  /** What the coupons before this one left of the price, rounded to the minor unit. Above zero. */
  readonly left: Minor;
}

/**
 * Lines of which not more than so many pieces count, in the order of the lines; null is no limit. Those of which no
 * piece counts are left out.
 */
export function limited<Line extends Counted>(lines: readonly Line[], limit: number | null): readonly Line[] {
  if (limit === null) return lines;
  let free = limit;
  const found: Line[] = [];
  for (const line of lines) {
    const pieces = Math.min(line.pieces, free);
    if (pieces === 0) break;
    free -= pieces;
    found.push({ ...line, pieces });
  }
  return found;
}
