import { AmountError, fraction, type Half, type Minor, minor } from './money.ts';

/**
 * An intermediate amount: a whole number of equal parts of a minor unit. The grain of a calculation is the
 * number of parts per minor unit. With the grain 1,000,000, half a cent is 500,000 parts.
 */
export type Fine = number & { readonly __fine: unique symbol };

/** Number of parts per minor unit. */
export type Grain = number;

/**
 * The possible grains, finest first. Millionths of a minor unit are usual, as in WooCommerce; very large
 * amounts need coarser grains.
 */
const grains: readonly Grain[] = [1_000_000, 10_000, 100, 1];

/** Returns the number as a fine amount. @throws AmountError for a fraction or beyond the safe integers */
export function fine(value: number): Fine {
  if (!Number.isSafeInteger(value)) throw new AmountError(`${value} is no fine amount`);
  return value as Fine;
}

export const noFine = fine(0);

/** Returns an amount in minor units as a fine amount. @throws AmountError beyond the safe integers */
export function fineOf(amount: Minor, grain: Grain): Fine {
  return fine(amount * grain);
}

/** Returns the sum of fine amounts. @throws AmountError beyond the safe integers */
export function fineSum(amounts: readonly Fine[]): Fine {
  let total = 0;
  for (const amount of amounts) total += amount;
  return fine(total);
}

/**
 * Returns amount × numerator / divisor, rounded half away from zero to a whole fine amount.
 *
 * @throws AmountError if the result is not a safe integer
 */
export function share(amount: Fine, numerator: number | bigint, divisor: number | bigint): Fine {
  return fraction(amount as number as Minor, numerator, divisor, 'awayFromZero') as number as Fine;
}

/** Converts a fine amount to minor units, and rounds the result. */
export function inUnits(amount: Fine, grain: Grain, half: Half): Minor {
  return grain === 1 ? minor(amount) : fraction(amount as number as Minor, 1, grain, half);
}

/** Rounds a fine amount to whole minor units, and returns a fine amount. */
export function toUnit(amount: Fine, grain: Grain, half: Half): Fine {
  return fineOf(inUnits(amount, grain, half), grain);
}

/**
 * Maximum sum of the input amounts, as a fine amount. Taxes and shipping need the rest up to the largest safe
 * integer, 2^53 − 1.
 */
const maxFineSize = 2 ** 48;

/**
 * Returns the result of `calculation` with the finest possible grain. `size` is the sum of the input amounts
 * in minor units. If an amount exceeds the safe integers, repeats the calculation with a coarser grain.
 *
 * @throws AmountError if even whole minor units exceed the safe integers
 */
export function atFinest<Result>(size: number, calculation: (grain: Grain) => Result): Result {
  for (const grain of grains) {
    if (grain > 1 && size * grain > maxFineSize) continue;
    try {
      return calculation(grain);
    } catch (error) {
      if (!(error instanceof AmountError) || grain === 1) throw error;
    }
  }
  throw new AmountError('there is no grain');
}
