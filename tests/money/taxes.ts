import type { Store, TaxRate } from './description.ts';
import {
  dividedBy,
  type Fraction,
  fraction,
  halfDown,
  halfUp,
  one,
  plus,
  smaller,
  sum,
  times,
  zero,
} from './fraction.ts';

/** Tax in minor units by the id of its rate. */
export type Taxes = ReadonlyMap<number, bigint>;

/** An amount without tax, and the taxes on it. */
export interface Taxed {
  readonly net: bigint;
  readonly taxes: Taxes;
}

/** What each rate takes of one unit without tax: a compound one is on top of the plain ones and of those before it. */
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

/** One unit without tax with all its taxes. */
function oneWithTaxes(rates: readonly TaxRate[]): Fraction {
  return takenOfOne(rates).reduce(plus, one);
}

function taxesOf(rates: readonly TaxRate[], net: Fraction, round: (exact: Fraction) => bigint): Taxes {
  const taken = takenOfOne(rates);
  return new Map(rates.map(({ id }, index) => [id, round(times(net, taken[index] ?? zero))]));
}

/** Taxes put on an amount without tax, each rounded half up; half down in a store whose prices contain tax. */
export function taxesOn({ pricesWithTax }: Store, net: bigint, rates: readonly TaxRate[]): Taxes {
  return taxesOf(rates, fraction(net), pricesWithTax ? halfDown : halfUp);
}

/** Taxes taken out of an amount that contains them, each rounded half down and at most what those before it left. */
export function taxesWithin(gross: bigint, rates: readonly TaxRate[]): Taxed {
  const taxes = new Map<number, bigint>();
  let net = gross;
  for (const [id, tax] of taxesOf(rates, dividedBy(fraction(gross), oneWithTaxes(rates)), halfDown)) {
    const taken = smaller(tax, net);
    taxes.set(id, taken);
    net -= taken;
  }
  return { net, taxes };
}

/** A price with the store's own taxes as one with those that hold here: the ones out, the others in, rounded half up. */
export function movedTo(rates: readonly TaxRate[], price: bigint, home: readonly TaxRate[]): bigint {
  const net = dividedBy(fraction(price), oneWithTaxes(home));
  return halfUp(times(net, oneWithTaxes(rates)));
}

/** All taxes together. */
export function whole(taxes: Taxes): bigint {
  return sum(taxes.values());
}

/** Taxes of several amounts, added by rate. */
export function together(all: Iterable<Taxes>): Map<number, bigint> {
  const added = new Map<number, bigint>();
  for (const taxes of all) for (const [id, tax] of taxes) added.set(id, (added.get(id) ?? 0n) + tax);
  return added;
}
