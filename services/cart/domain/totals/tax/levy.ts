import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { fraction, type Half, type Minor, minor, sum } from '#platform/money/money.ts';
import { type Place, ratesIn } from './rates.ts';

/** What goods of one tax class bear in one place: its rates, and what each takes of an amount without tax. */
export interface Levy {
  readonly rates: readonly TaxRate[];
  /** Of an amount without tax, rate by rate, as parts of `whole`; plain numbers where no rate is compound. */
  readonly parts: readonly (number | bigint)[];
  readonly whole: number | bigint;
  /** The amount with tax, in the same parts. */
  readonly withTax: number | bigint;
}

/** An amount and the tax on it by the rates of its levy, all in minor units. */
export interface Taxed {
  readonly net: Minor;
  readonly tax: Minor;
  readonly taxes: readonly Minor[];
}

const million = 1_000_000;

/** What bears no tax. */
export const untaxed: Levy = { rates: [], parts: [], whole: million, withTax: million };

/** A levy of these rates: the plain ones on the amount, each compound one on the amount with all taxes before it. */
export function levyOf(rates: readonly TaxRate[]): Levy {
  if (rates.length === 0) return untaxed;
  const plain = rates.filter(({ compound }) => !compound);
  const compound = rates.filter((rate) => rate.compound);
  if (compound.length === 0) {
    const parts = plain.map(({ ppm }) => ppm);
    return { rates: plain, parts, whole: million, withTax: parts.reduce((all, part) => all + part, million) };
  }
  // Every compound rate is a share of a share: the parts are kept whole over a power of a million.
  let scale = BigInt(million);
  let withTax = plain.reduce((all, { ppm }) => all + BigInt(ppm), scale);
  let parts = plain.map(({ ppm }) => BigInt(ppm));
  for (const { ppm } of compound) {
    const next = withTax * BigInt(ppm);
    parts = [...parts.map((part) => part * BigInt(million)), next];
    withTax = withTax * BigInt(million) + next;
    scale *= BigInt(million);
  }
  return { rates: [...plain, ...compound], parts, whole: scale, withTax };
}

/** An amount without tax and the tax that is put on it (contract 4.7), each rate rounded by itself. */
export function levied(net: Minor, { parts, whole }: Levy, half: Half): Taxed {
  const taxes = parts.map((part) => fraction(net, part, whole, half));
  return { net, tax: sum(taxes), taxes };
}

/** An amount with tax, parted into what it is without and the tax that it contains (contract 4.7). */
export function released(gross: Minor, { parts, withTax }: Levy, half: Half): Taxed {
  const taxes = parts.map((part) => fraction(gross, part, withTax, half));
  const tax = sum(taxes);
  return { net: minor(gross - tax), tax, taxes };
}

/** The same goods' price with another place's tax in it instead of this one's, rounded half up. */
export function moved(gross: Minor, from: Levy, to: Levy): Minor {
  if (from === to) return gross;
  const numerator = BigInt(from.whole) * BigInt(to.withTax);
  const divisor = BigInt(from.withTax) * BigInt(to.whole);
  return numerator === divisor ? gross : fraction(gross, numerator, divisor, 'up');
}

/** The levy of a tax class in a place; an empty class is the standard one. */
export type LevyOf = (taxClass: string) => Levy;

/** Levies of a place, each made once. With `shipping`, only rates that shipping bears. */
export function leviesIn(place: Place, tax: StoreSettings['tax'], shipping = false): LevyOf {
  const known = new Map<string, Levy>();
  return (taxClass) => {
    let levy = known.get(taxClass);
    if (!levy) {
      const rates = ratesIn(place, tax, taxClass || 'standard');
      levy = levyOf(shipping ? rates.filter((rate) => rate.shipping) : rates);
      known.set(taxClass, levy);
    }
    return levy;
  };
}
