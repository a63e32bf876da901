import { floored, fraction, type Minor, minor, type Ppm, sum, zero } from '#platform/money/money.ts';
import type { Counted } from './counted.ts';
import { withLeftOver } from './left-over.ts';

const million = 1_000_000;

/** The share of the full prices of all counted pieces together, rounded half down. */
function shareOfAll(lines: readonly Counted[], rate: Ppm): Minor {
  const whole = sum(lines.map(({ price, pieces, quantity }) => (pieces === quantity ? price : zero)));
  // A limit of pieces ends in one line at most.
  const part = lines.find(({ pieces, quantity }) => pieces < quantity);
  if (!part) return fraction(whole, rate, million, 'down');
  const quantity = BigInt(part.quantity);
  const prices = BigInt(whole) * quantity + BigInt(part.price) * BigInt(part.pieces);
  return fraction(minor(rate), prices, quantity * BigInt(million), 'down');
}

/**
 * What a percentage of the full prices takes off each line: its share, floored, at most what is left of it. What the
 * floors lost of the share of all goes to the line with the highest price (docs/money.md#coupons).
 */
export function percentDiscounts(lines: readonly Counted[], percentage: Ppm): readonly Minor[] {
  const rate = Math.min(percentage, million);
  const shares = lines.map(({ price, pieces, quantity }) =>
    pieces === quantity ? floored(price, rate, million) : floored(price, pieces * rate, quantity * million),
  );
  const taken = shares.map((share, index) => minor(Math.min(share, (lines[index] as Counted).left)));
  return withLeftOver(lines, taken, shareOfAll(lines, rate) - sum(shares));
}
