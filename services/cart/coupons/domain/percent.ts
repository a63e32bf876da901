import { floored, fraction, type Minor, minor, type Ppm, sum, zero } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';
import { withLeftOver } from './left-over.ts';

const million = 1_000_000;

/** Returns the share of the price of all counted pieces, rounded half down. */
function shareOfAll(lines: readonly Counted[], rate: Ppm): Minor {
  const whole = sum(lines.map(({ base, pieces, quantity }) => (pieces === quantity ? base : zero)));
  // At most one line is only partly within a limit of pieces.
  const part = lines.find(({ pieces, quantity }) => pieces < quantity);
  if (!part) return fraction(whole, rate, million, 'down');
  const quantity = BigInt(part.quantity);
  const prices = BigInt(whole) * quantity + BigInt(part.base) * BigInt(part.pieces);
  return fraction(minor(rate), prices, quantity * BigInt(million), 'down');
}

/**
 * Returns the discounts of a percentage: each line's share, floored, at most the rest of the line. The units lost by
 * flooring are given unit by unit to the pieces.
 */
export function percentDiscounts(lines: readonly Counted[], percentage: Ppm): readonly Minor[] {
  const rate = Math.min(percentage, million);
  const taken = lines.map(({ base, pieces, quantity, left }) => {
    const share =
      pieces === quantity ? floored(base, rate, million) : floored(base, pieces * rate, quantity * million);
    return minor(Math.min(share, left));
  });
  return withLeftOver(lines, taken, shareOfAll(lines, rate) - sum(taken));
}
