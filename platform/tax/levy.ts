import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Fine, fine, fineSum, share } from '#platform/money/fine.ts';
import type { Half } from '#platform/money/money.ts';

/**
 * What goods of one tax class bear in one place: its rates, and what each takes of an amount without tax. The parts are in
 * least terms, and plain numbers as long as they can be: whole numbers of 64 bits and more cost ten times as much.
 */
export interface Levy {
  readonly rates: readonly TaxRate[];
  /** Of an amount without tax, rate by rate, as parts of `whole`. */
  readonly parts: readonly (number | bigint)[];
  readonly whole: number | bigint;
  /** The amount with tax, in the same parts: the whole and all parts together. */
  readonly withTax: number | bigint;
}

/** An amount without tax and what each rate of its levy takes, none of it rounded to the minor unit yet. */
export interface Taxed {
  readonly net: Fine;
  readonly taxes: readonly Fine[];
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
 * A levy of rates in the order in which they are charged: the plain ones on the amount without tax, then each compound one on
 * the amount with all taxes before it.
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

/** An amount without tax, and what each rate puts on it. */
export function levied(net: Fine, { parts, whole }: Levy): Taxed {
  return { net, taxes: parts.map((part) => share(net, part, whole)) };
}

/** An amount with tax, parted into what it is without and what each rate has in it. */
export function released(gross: Fine, { parts, withTax }: Levy): Taxed {
  const taxes = parts.map((part) => share(gross, part, withTax));
  return { net: fine(gross - fineSum(taxes)), taxes };
}

/** Parts an amount as the store enters prices, with tax or without, into what it is without and the tax. */
export type Parting = (price: Fine, levy: Levy) => Taxed;

/** How a store parts amounts: tax is put on prices without it, and taken out of those with it. */
export function partingBy({ pricesIncludeTax }: StoreSettings['tax']): Parting {
  return pricesIncludeTax ? released : levied;
}

/** How halves of a unit of tax are rounded: up where prices are entered without tax, else down. */
export function halfOf({ pricesIncludeTax }: Pick<StoreSettings['tax'], 'pricesIncludeTax'>): Half {
  return pricesIncludeTax ? 'down' : 'up';
}

/** Whether two levies are of the same rates, in the same order. */
export function isSameLevy({ rates: one }: Levy, { rates: other }: Levy): boolean {
  return (
    one === other || (one.length === other.length && one.every(({ id }, index) => id === other[index]?.id))
  );
}

/** The levy of a tax class in a place; an empty class is the standard one. */
export type LevyOf = (taxClass: string) => Levy;
