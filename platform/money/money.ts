/** An amount in minor units of some currency: a safe integer. */
export type Minor = number & { readonly __minor: unique symbol };

/** A rate in millionths: 20 % is 200_000. */
export type Ppm = number;

/** A number that is no amount: a fraction, or beyond the safe integers. */
export class AmountError extends RangeError {
  override readonly name = 'AmountError';
}

/** The number as an amount. @throws AmountError for a fraction or beyond the safe integers */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new AmountError(`${value} is no amount in minor units`);
  return value as Minor;
}

export const zero = minor(0);

/** Sum of amounts. @throws AmountError beyond the safe integers */
export function sum(amounts: readonly Minor[]): Minor {
  let total = 0;
  for (const amount of amounts) total += amount;
  return minor(total);
}

/** A unit price times a quantity. @throws AmountError beyond the safe integers */
export function times(unit: Minor, quantity: number): Minor {
  return minor(unit * quantity);
}

/** Quotient rounded half away from zero, or half towards zero. Both arguments whole, the divisor positive. */
function divideLarge(dividend: bigint, divisor: bigint, half: Half): Minor {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const quotient = size / divisor;
  const rest = (size % divisor) * 2n;
  const up = half === 'up' ? rest >= divisor : rest > divisor;
  return minor(Number(sign * (up ? quotient + 1n : quotient)));
}

/** Which way a half goes: away from zero, or towards it. */
export type Half = 'up' | 'down';

/**
 * Amount × numerator / divisor, rounded to the minor unit. Plain numbers where the product is a safe integer, which
 * costs a tenth.
 *
 * @throws AmountError when the result is not a safe integer
 */
export function fraction(
  amount: Minor,
  numerator: number | bigint,
  divisor: number | bigint,
  half: Half,
): Minor {
  const product = typeof numerator === 'number' ? amount * numerator : Number.NaN;
  if (typeof divisor === 'bigint' || !Number.isSafeInteger(product)) {
    return divideLarge(BigInt(amount) * BigInt(numerator), BigInt(divisor), half);
  }
  const size = Math.abs(product);
  // Of whole numbers, remainder and difference are exact, and so is the quotient without them.
  const rest = size % divisor;
  const quotient = (size - rest) / divisor;
  const up = half === 'up' ? rest * 2 >= divisor : rest * 2 > divisor;
  const rounded = up ? quotient + 1 : quotient;
  return minor(product < 0 ? 0 - rounded : rounded);
}

/**
 * Amount × numerator / divisor without what is less than a minor unit. For amounts that are not below zero.
 *
 * @throws AmountError when the result is not a safe integer
 */
export function floored(amount: Minor, numerator: number, divisor: number): Minor {
  const product = amount * numerator;
  if (!Number.isSafeInteger(product)) {
    return minor(Number((BigInt(amount) * BigInt(numerator)) / BigInt(divisor)));
  }
  return minor((product - (product % divisor)) / divisor);
}
