import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { contained, type Minor, minor, share, zero } from '#platform/money/money.ts';

type TaxSettings = StoreSettings['tax'];

/** An amount without tax and the tax on it, both in minor units. */
export interface Taxed {
  readonly net: Minor;
  readonly tax: Minor;
}

/** Whether a rate holds in a whole country. One for a part of it is not charged: addresses are not that exact here. */
function holdsIn(rate: TaxRate, country: string): boolean {
  const isForPart = rate.state !== '' || rate.postcodes.length > 0 || rate.cities.length > 0;
  return !isForPart && (rate.country === '' || rate.country === country);
}

/** The one rate of a class: of those that hold in a country the first by priority, then order. */
function firstRate(rates: readonly TaxRate[], taxClass: string): TaxRate | null {
  const wanted = taxClass === '' ? 'standard' : taxClass;
  return (
    rates
      .filter((rate) => rate.taxClass === wanted)
      .sort((a, b) => a.priority - b.priority || a.order - b.order || a.id - b.id)[0] ?? null
  );
}

/**
 * The rate that goods of a class bear in a country; null when none holds there, or when the store charges no tax. An
 * empty class is the standard one.
 */
export function ratesIn(tax: TaxSettings, country: string): (taxClass: string) => TaxRate | null {
  const holding = tax.enabled ? tax.rates.filter((rate) => holdsIn(rate, country)) : [];
  const known = new Map<string, TaxRate | null>();
  return (taxClass) => {
    let rate = known.get(taxClass);
    if (rate === undefined) {
      rate = firstRate(holding, taxClass);
      known.set(taxClass, rate);
    }
    return rate;
  };
}

/**
 * Net amount and tax of a price as it was entered: with tax it is taken out, half towards zero; without it is put
 * on, half away from zero (contract 4.7).
 */
export function taxed(amount: Minor, rate: TaxRate | null, pricesIncludeTax: boolean): Taxed {
  if (!rate) return { net: amount, tax: zero };
  if (!pricesIncludeTax) return { net: amount, tax: share(amount, rate.ppm) };
  const tax = contained(amount, rate.ppm);
  return { net: minor(amount - tax), tax };
}

/** Name of a rate in answers: country, name and priority, `VAT-1`, `GB-VAT-1`. */
export function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.name, String(rate.priority)]
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
}
