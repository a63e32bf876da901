import type { TaxRate } from './description.ts';
import { dividedBy, type Fraction, fraction, halfUp, one, plus, sum, times, zero } from './fraction.ts';

/** Tax by rate id, in parts of a minor unit (`grain.ts`). */
export type Taxes = ReadonlyMap<number, bigint>;

/** A net amount and its taxes. */
export interface Taxed {
  readonly net: bigint;
  readonly taxes: Taxes;
}

/**
 * Returns each rate's share of one net unit: a compound rate applies on top of the plain and earlier ones.
 */
function takenOfOne(rates: readonly TaxRate[]): Fraction[] {
  const rateOf = ({ millionths }: TaxRate) => fraction(millionths, 1_000_000n);
  let base = rates
    .filter(({ compound }) => !compound)
    .map(rateOf)
    .reduce(plus, one);
  return rates.map((rate) => {
    if (!rate.compound) return rateOf(rate);
    const taken = times(rateOf(rate), base);
    base = plus(base, taken);
    return taken;
  });
}

/** Returns one net unit with all its taxes. */
function oneWithTaxes(rates: readonly TaxRate[]): Fraction {
  return takenOfOne(rates).reduce(plus, one);
}

function taxesOf(rates: readonly TaxRate[], net: Fraction): Taxes {
  const taken = takenOfOne(rates);
  return new Map(rates.map(({ id }, index) => [id, halfUp(times(net, taken[index] ?? zero))]));
}

/** Returns taxes on a net amount, each rounded half up to a part. */
export function taxesOn(net: bigint, rates: readonly TaxRate[]): Taxes {
  return taxesOf(rates, fraction(net));
}

/** Splits a gross amount into net and taxes, each rounded half up to a part. */
export function taxesWithin(gross: bigint, rates: readonly TaxRate[]): Taxed {
  const taxes = taxesOf(rates, dividedBy(fraction(gross), oneWithTaxes(rates)));
  return { net: gross - whole(taxes), taxes };
}

export function isSame(one: readonly TaxRate[], other: readonly TaxRate[]): boolean {
  return one.map(({ id }) => id).join() === other.map(({ id }) => id).join();
}

/** Returns a price with the store's own taxes replaced by those of the place. */
export function movedTo(rates: readonly TaxRate[], price: bigint, home: readonly TaxRate[]): bigint {
  if (isSame(rates, home)) return price;
  const { net } = taxesWithin(price, home);
  return net + whole(taxesOn(net, rates));
}

/** Returns the sum of all taxes. */
export function whole(taxes: Taxes): bigint {
  return sum(taxes.values());
}

/** Returns taxes of several amounts, added by rate. */
export function together(all: Iterable<Taxes>): Map<number, bigint> {
  const added = new Map<number, bigint>();
  for (const taxes of all) for (const [id, tax] of taxes) added.set(id, (added.get(id) ?? 0n) + tax);
  return added;
}
