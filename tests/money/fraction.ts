/** An exact number: `over` / `under`. `under` is positive. Fractions are not reduced. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Returns `over` / `under` as a fraction. */
export function fraction(over: bigint | number, under: bigint | number = 1n): Fraction {
  if (BigInt(under) === 0n) throw new RangeError('divided by zero');
  return BigInt(under) < 0n
    ? { over: -BigInt(over), under: -BigInt(under) }
    : { over: BigInt(over), under: BigInt(under) };
}

export const zero = fraction(0n);
export const one = fraction(1n);
const half = fraction(1n, 2n);

export function plus(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.under + right.over * left.under, left.under * right.under);
}

export function minus(left: Fraction, right: Fraction): Fraction {
  return plus(left, opposite(right));
}

export function times(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.over, left.under * right.under);
}

/** @throws RangeError for a division by zero */
export function dividedBy(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.under, left.under * right.over);
}

export function isLess(left: Fraction, right: Fraction): boolean {
  return left.over * right.under < right.over * left.under;
}

/** Rounds down to a whole number. */
export function floor({ over, under }: Fraction): bigint {
  const cut = over / under;
  return over < 0n && cut * under !== over ? cut - 1n : cut;
}

function opposite({ over, under }: Fraction): Fraction {
  return fraction(-over, under);
}

/** Rounds to the nearest whole number, half away from zero. */
export function halfUp(exact: Fraction): bigint {
  return exact.over < 0n ? -halfUp(opposite(exact)) : floor(plus(exact, half));
}

/** Rounds to the nearest whole number, half towards zero. */
export function halfDown(exact: Fraction): bigint {
  return exact.over < 0n ? -halfDown(opposite(exact)) : -floor(minus(half, exact));
}

export function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

export function sum(amounts: Iterable<bigint>): bigint {
  let all = 0n;
  for (const amount of amounts) all += amount;
  return all;
}

/** Returns an exact amount in minor units, or `rounded` if `exact` is empty (docs/money.md, prices with further decimals). */
export function minorUnits(rounded: number, exact: string, decimals: number): Fraction {
  return exact === '' ? fraction(rounded) : times(decimal(exact), fraction(10n ** BigInt(decimals)));
}

/** Parses decimal text such as `12.50`. */
export function decimal(text: string): Fraction {
  const [, whole = '', rest = ''] = /^(\d*)\.?(\d*)$/.exec(text.trim()) ?? [];
  if (whole + rest === '') throw new RangeError(`no number: ${text}`);
  return fraction(BigInt(whole + rest), 10n ** BigInt(rest.length));
}
