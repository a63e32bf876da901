import { floored, fraction, type Minor, minor, type Ppm, sum, zero } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';
import { withLeftOver } from './left-over.ts';

const million = 1_000_000;

/** The share of what all counted pieces cost together, rounded half down. */
function shareOfAll(lines: readonly Counted[], rate: Ppm): Minor {
  const whole = sum(lines.map(({ base, pieces, quantity }) => (pieces === quantity ? base : zero)));
  // A limit of pieces ends in one line at most.
  const part = lines.find(({ pieces, quantity }) => pieces < quantity);
  if (!part) return fraction(whole, rate, million, 'down');
  const quantity = BigInt(part.quantity);
  const prices = BigInt(whole) * quantity + BigInt(part.base) * BigInt(part.pieces);
  return fraction(minor(rate), prices, quantity * BigInt(million), 'down');
}

/**
 * What a percentage takes off each line: its share, floored, at most what is left of it. What the floors lost of the
 * share of all goes unit by unit to the pieces.
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
