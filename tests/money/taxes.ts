import type { TaxRate } from './description.ts';
import { dividedBy, type Fraction, fraction, halfUp, one, plus, sum, times, zero } from './fraction.ts';

/** Tax by rate id. Each tax is a fine amount (docs/glossary.md). */
export type Taxes = ReadonlyMap<number, bigint>;

/** A net amount and its taxes. */
export interface Taxed {
  readonly net: bigint;
  readonly taxes: Taxes;
}

/**
 * Returns the tax of each rate on one net unit. A compound rate also taxes the plain taxes and the earlier
 * compound taxes.
 */
function taxesOfOne(rates: readonly TaxRate[]): Fraction[] {
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
  return taxesOfOne(rates).reduce(plus, one);
}

function taxesOf(rates: readonly TaxRate[], net: Fraction): Taxes {
  const taken = taxesOfOne(rates);
  return new Map(rates.map(({ id }, index) => [id, halfUp(times(net, taken[index] ?? zero))]));
}

/** Returns taxes on a net amount. Each tax is rounded half up to a fine amount. */
export function taxesOn(net: bigint, rates: readonly TaxRate[]): Taxes {
  return taxesOf(rates, fraction(net));
}

/** Splits a gross amount into net amount and taxes. Each tax is rounded half up to a fine amount. */
export function taxesWithin(gross: bigint, rates: readonly TaxRate[]): Taxed {
  const taxes = taxesOf(rates, dividedBy(fraction(gross), oneWithTaxes(rates)));
  return { net: gross - whole(taxes), taxes };
}

export function isSame(one: readonly TaxRate[], other: readonly TaxRate[]): boolean {
  return one.map(({ id }) => id).join() === other.map(({ id }) => id).join();
}

/**
 * Returns a price with tax for another place: without the taxes of `home`, the rates at the store, and with the
 * taxes of `rates`.
 */
export function movedTo(rates: readonly TaxRate[], price: bigint, home: readonly TaxRate[]): bigint {
  if (isSame(rates, home)) return price;
  const { net } = taxesWithin(price, home);
  return net + whole(taxesOn(net, rates));
}

/** Returns the sum of all taxes. */
export function whole(taxes: Taxes): bigint {
  return sum(taxes.values());
}

/** Returns the taxes of several amounts, added up by rate. */
export function together(all: Iterable<Taxes>): Map<number, bigint> {
  const added = new Map<number, bigint>();
  for (const taxes of all) for (const [id, tax] of taxes) added.set(id, (added.get(id) ?? 0n) + tax);
  return added;
}
