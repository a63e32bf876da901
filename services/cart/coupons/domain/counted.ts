import type { Fine } from '#platform/money/fine.ts';
import type { Minor } from '#platform/money/money.ts';

/** A line as one coupon sees it. Coupons process lines by price times quantity, largest first. */
export interface Counted {
  /** The price of the whole quantity, before all coupons. */
  readonly price: Fine;
  readonly quantity: number;
  /** How many of its pieces the coupon applies to: at least one, all of them without a limit. */
  readonly pieces: number;
  /** The base of the discount: the price, or the rest of it if discounts are sequential. */
  readonly base: Minor;
  /** The rest of the price after earlier coupons, rounded to the minor unit. Above zero. */
  readonly left: Minor;
}

/**
 * Returns the lines with pieces up to the limit, in order; null is no limit. Lines without such pieces are left out.
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
