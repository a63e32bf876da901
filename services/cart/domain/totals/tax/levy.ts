import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { fraction, type Half, type Minor, minor, sum } from '#platform/money/money.ts';

/**
 * What goods of one tax class bear in one place: its rates, and what each takes of an amount without tax. The parts are
 * in least terms, and plain numbers as long as they can be: whole numbers of 64 bits and more cost ten times as much.
 */
export interface Levy {
  readonly rates: readonly TaxRate[];
  /** Of an amount without tax, rate by rate, as parts of `whole`. */
  readonly parts: readonly (number | bigint)[];
  readonly whole: number | bigint;
  /** The amount with tax, in the same parts: the whole and all parts together. */
  readonly withTax: number | bigint;
}

/** An amount and the tax on it by the rates of its levy, all in minor units. */
export interface Taxed {
  readonly net: Minor;
  readonly tax: Minor;
  readonly taxes: readonly Minor[];
}

const million = 1_000_000n;

/** What bears no tax. */
export const untaxed: Levy = { rates: [], parts: [], whole: 1, withTax: 1 };

function commonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : commonDivisor(other, one % other);
}

/** Whole numbers divided by what divides them all; plain numbers if every one of them is safe. */
function inLeastTerms(numbers: readonly bigint[]): readonly (number | bigint)[] {
  const divisor = numbers.reduce(commonDivisor);
  const least = numbers.map((one) => one / divisor);
  return least.every((one) => one <= Number.MAX_SAFE_INTEGER) ? least.map(Number) : least;
}

/**
 * A levy of rates in the order in which they are charged: the plain ones on the amount without tax, then each compound
 * one on the amount with all taxes before it (docs/money.md#lines).
 */
export function levyOf(rates: readonly TaxRate[]): Levy {
  if (rates.length === 0) return untaxed;
  const plain = rates.filter(({ compound }) => !compound);
  const compound = rates.filter((rate) => rate.compound);
  let whole = million;
  let parts = plain.map(({ ppm }) => BigInt(ppm));
  let withTax = parts.reduce((all, part) => all + part, whole);
  for (const { ppm } of compound) {
    // A share of a share: all is counted in parts that are a million times smaller.
    const next = withTax * BigInt(ppm);
    parts = [...parts.map((part) => part * million), next];
    withTax = withTax * million + next;
    whole *= million;
  }
  const [leastWhole, leastWithTax, ...leastParts] = inLeastTerms([whole, withTax, ...parts]);
  return {
    rates: [...plain, ...compound],
    parts: leastParts,
    whole: leastWhole as number | bigint,
    withTax: leastWithTax as number | bigint,
  };
}

/** An amount without tax and the tax that is put on it (docs/money.md#lines), each rate rounded by itself. */
export function levied(net: Minor, { parts, whole }: Levy, half: Half): Taxed {
  const taxes = parts.map((part) => fraction(net, part, whole, half));
  return { net, tax: sum(taxes), taxes };
}

/**
 * An amount with tax, parted into what it is without and the tax that it contains (docs/money.md#lines), each rate
 * rounded by itself, and at most what those before it left. The amount is not below zero.
 */
export function released(gross: Minor, { parts, withTax }: Levy, half: Half): Taxed {
  let left: number = gross;
  const taxes = parts.map((part) => {
    // Only with taxes above 100 % can they, rounded up one by one, be more than there is.
    const tax = minor(Math.min(fraction(gross, part, withTax, half), left));
    left -= tax;
    return tax;
  });
  return { net: minor(left), tax: minor(gross - left), taxes };
}

/** Parts an amount as the store enters prices, with tax or without, into what it is without and the tax. */
export type Parting = (price: Minor, levy: Levy) => Taxed;

/**
 * How halves of a unit of tax are rounded, on lines as on shipping and fees: up on prices without tax, else down
 * (docs/money.md#lines).
 */
export function halfOf({ pricesIncludeTax }: StoreSettings['tax']): Half {
  return pricesIncludeTax ? 'down' : 'up';
}

/** How a store parts amounts: tax is put on prices without it, and taken out of those with it. */
export function partingBy(tax: StoreSettings['tax']): Parting {
  const half = halfOf(tax);
  const part = tax.pricesIncludeTax ? released : levied;
  return (price, levy) => part(price, levy, half);
}

/**
 * How a price that contains one place's tax becomes that of the same goods with another place's tax in it, rounded half
 * up (docs/money.md, "Lines").
 */
export function mover(from: Levy, to: Levy): (gross: Minor) => Minor {
  if (from === to) return (gross) => gross;
  const [numerator = 1, divisor = 1] = inLeastTerms([
    BigInt(from.whole) * BigInt(to.withTax),
    BigInt(from.withTax) * BigInt(to.whole),
  ]);
  return numerator === divisor ? (gross) => gross : (gross) => fraction(gross, numerator, divisor, 'up');
}

/** The levy of a tax class in a place; an empty class is the standard one. */
export type LevyOf = (taxClass: string) => Levy;
