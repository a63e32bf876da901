import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import type { Place } from './place.ts';
import { RateIndex } from './rate-index.ts';

type Tax = StoreSettings['tax'];

/**
 * The indexed rates of each tax class, by the object with the tax settings. Changed settings are a new object.
 */
const stores = new WeakMap<Tax, ReadonlyMap<string, RateIndex>>();

function indexesOf(tax: Tax): ReadonlyMap<string, RateIndex> {
  const cached = stores.get(tax);
  if (cached) return cached;
  const classes = Map.groupBy(tax.rates, ({ taxClass }) => taxClass);
  const indexes = new Map([...classes].map(([taxClass, rates]) => [taxClass, new RateIndex(rates)]));
  stores.set(tax, indexes);
  return indexes;
}

/**
 * Returns the rates of a tax class that apply in a place, by priority: the most specific rate of each priority
 * (docs/money.md, "Tax address and rates"). The list is empty if the store charges no tax or the country is unknown.
 */
export function ratesIn(place: Place, tax: Tax, taxClass: string): readonly TaxRate[] {
  if (!tax.enabled || place.country === '') return [];
  return indexesOf(tax).get(taxClass)?.chargedIn(place) ?? [];
}

/** Returns the code of a rate in answers: country, state, name and priority, such as `VAT-1` or `GB-VAT-1`. */
export function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.name, String(rate.priority)]
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
}
