import { AmountError, fraction, type Half, type Minor, minor } from './money.ts';

/**
 * An amount on its way to a total: a whole number of parts of a minor unit, a safe integer. How many parts make a unit
 * is the grain of the reckoning that it belongs to.
 */
export type Fine = number & { readonly __fine: unique symbol };

/** How many parts of a minor unit fine amounts count. */
export type Grain = number;

/** As fine as shops reckon: a millionth of a minor unit. Very large amounts leave fewer digits. */
const grains: readonly Grain[] = [1_000_000, 10_000, 100, 1];

/** The number as a fine amount. @throws AmountError for a fraction or beyond the safe integers */
export function fine(value: number): Fine {
  if (!Number.isSafeInteger(value)) throw new AmountError(`${value} is no fine amount`);
  return value as Fine;
}

export const noFine = fine(0);

/** An amount in minor units as a fine one. @throws AmountError beyond the safe integers */
export function fineOf(amount: Minor, grain: Grain): Fine {
  return fine(amount * grain);
}

/** Sum of fine amounts. @throws AmountError beyond the safe integers */
export function fineSum(amounts: readonly Fine[]): Fine {
  let total = 0;
  for (const amount of amounts) total += amount;
  return fine(total);
}

/** Amount × numerator / divisor, rounded half up to a part of the grain. @throws AmountError beyond the safe integers */
export function share(amount: Fine, numerator: number | bigint, divisor: number | bigint): Fine {
  return fraction(amount as number as Minor, numerator, divisor, 'up') as number as Fine;
}

/** A fine amount in minor units, rounded. */
export function inUnits(amount: Fine, grain: Grain, half: Half): Minor {
  return grain === 1 ? minor(amount) : fraction(amount as number as Minor, 1, grain, half);
}

/** A fine amount rounded to whole minor units, still as a fine one. */
export function toUnit(amount: Fine, grain: Grain, half: Half): Fine {
  return fineOf(inUnits(amount, grain, half), grain);
}

/** What all amounts that a reckoning starts from may come to, in parts: there is room for taxes and shipping. */
const mostParts = 2 ** 48;

/**
 * What a reckoning comes to that starts from amounts of `size` minor units in all, as fine as these leave room for:
 * millionths of a unit up to some millions of major units, fewer digits for more. One whose further amounts are beyond
 * the safe integers is made less fine.
 *
 * @throws AmountError where even whole minor units are beyond the safe integers
 */
export function atFinest<Result>(size: number, reckoning: (grain: Grain) => Result): Result {
  for (const grain of grains) {
    if (grain > 1 && size * grain > mostParts) continue;
    try {
      return reckoning(grain);
    } catch (error) {
      if (!(error instanceof AmountError) || grain === 1) throw error;
    }
  }
  throw new AmountError('there is no grain');
}
