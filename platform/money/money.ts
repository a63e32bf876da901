/** An amount in minor units of a currency, as a safe integer. */
export type Minor = number & { readonly __minor: unique symbol };

/** The error of an amount that is not a safe integer. */
export class AmountError extends RangeError {
  override readonly name = 'AmountError';
}

/** Returns the number as an amount. @throws AmountError for a fraction or beyond the safe integers */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new AmountError(`${value} is no amount in minor units`);
  return value as Minor;
}

export const zero = minor(0);

/** Returns the sum of amounts. @throws AmountError beyond the safe integers */
export function sum(amounts: readonly Minor[]): Minor {
  let total = 0;
  for (const amount of amounts) total += amount;
  return minor(total);
}

/** Returns a unit price times a quantity. @throws AmountError beyond the safe integers */
export function times(unit: Minor, quantity: number): Minor {
  return minor(unit * quantity);
}

/** Returns the quotient, rounded to a whole number by `half`. The divisor must be positive. */
function divideLarge(dividend: bigint, divisor: bigint, half: Half): Minor {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const quotient = size / divisor;
  const rest = (size % divisor) * 2n;
  const isAway = half === 'awayFromZero' ? rest >= divisor : rest > divisor;
  return minor(Number(sign * (isAway ? quotient + 1n : quotient)));
}

/** How an amount halfway between two whole numbers is rounded. */
export type Half = 'awayFromZero' | 'towardsZero';

/** Returns quotient and remainder of non-negative safe integers; the divisor is positive. */
function divided(dividend: number, divisor: number): [quotient: number, rest: number] {
  const about = Math.floor(dividend / divisor);
  const rest = dividend - about * divisor;
  // The division of two doubles may have rounded the quotient up to the next integer, which makes `rest` negative.
  return rest < 0 ? [about - 1, rest + divisor] : [about, rest];
}

/**
 * Returns amount × numerator / divisor, rounded. Uses plain numbers if every step is a safe integer, because
 * plain numbers are ten times faster than big integers.
 *
 * @throws AmountError when the result is not a safe integer
 */
export function fraction(
  amount: Minor,
  numerator: number | bigint,
  divisor: number | bigint,
  half: Half,
): Minor {
  if (typeof numerator === 'number' && typeof divisor === 'number') {
    // The amount is divided first, because the product amount × numerator is often not a safe integer.
    const [quotient, left] = divided(Math.abs(amount), divisor);
    const [whole, product] = [quotient * numerator, left * numerator];
    if (numerator >= 0 && Number.isSafeInteger(whole) && Number.isSafeInteger(product)) {
      const [more, rest] = divided(product, divisor);
      const isAway = half === 'awayFromZero' ? rest * 2 >= divisor : rest * 2 > divisor;
      const rounded = whole + more + (isAway ? 1 : 0);
      return minor(amount < 0 ? 0 - rounded : rounded);
    }
  }
  return divideLarge(BigInt(amount) * BigInt(numerator), BigInt(divisor), half);
}

/** Currency symbols that are used instead of the symbols of `Intl.NumberFormat`. */
const symbols: Readonly<Record<string, string>> = {
  CHF: 'CHF',
  KWD: 'د.ك',
  SAR: 'ر.س',
  AED: 'د.إ',
  BHD: '.د.ب',
};

function format(code: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
}

/** Returns the symbol of a currency, such as `€` or `kr`, or its code if it has no symbol. */
export function symbolOf(code: string): string {
  const own = symbols[code];
  return (
    own ??
    format(code)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ??
    code
  );
}

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(code: string): number {
  return format(code).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns whether a currency code exists. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

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
