/** An amount in minor units of some currency: a safe integer. */
export type Minor = number & { readonly __minor: unique symbol };

/** A rate in millionths: 20 % is 200_000. */
export type Ppm = number;

/** The number as an amount. @throws RangeError for a fraction or beyond the safe integers */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no amount in minor units`);
  return value as Minor;
}

export const zero = minor(0);

/** Sum of amounts. @throws RangeError beyond the safe integers */
export function sum(amounts: readonly Minor[]): Minor {
  let total = 0;
  for (const amount of amounts) total += amount;
  return minor(total);
}

/** A unit price times a quantity. @throws RangeError beyond the safe integers */
export function times(unit: Minor, quantity: number): Minor {
  return minor(unit * quantity);
}

/** Quotient rounded half away from zero, or half towards zero. Both arguments whole, the divisor positive. */
function divide(dividend: bigint, divisor: bigint, half: 'up' | 'down'): Minor {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const quotient = size / divisor;
  const rest = (size % divisor) * 2n;
  const up = half === 'up' ? rest >= divisor : rest > divisor;
  return minor(Number(sign * (up ? quotient + 1n : quotient)));
}

/**
 * Share of an amount at a rate, in minor units, half away from zero.
 *
 * The product is a BigInt: amount × rate leaves the safe integers near 9e9 minor units.
 * For tax on prices without tax (contract 4.7).
 *
 * @throws RangeError when the result is not a safe integer
 */
export function share(amount: Minor, rate: Ppm): Minor {
  return divide(BigInt(amount) * BigInt(rate), 1_000_000n, 'up');
}

/**
 * The tax that an amount contains at a rate, in minor units, half towards zero.
 * For prices that were entered with tax (contract 4.7).
 */
export function contained(amount: Minor, rate: Ppm): Minor {
  return divide(BigInt(amount) * BigInt(rate), 1_000_000n + BigInt(rate), 'down');
}
