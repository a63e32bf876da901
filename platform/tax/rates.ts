import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import type { Place } from './place.ts';
import { RateIndex } from './rate-index.ts';

type Tax = StoreSettings['tax'];

/** The indexes of a store by tax class. By the very settings, which are replaced and never changed. */
const stores = new WeakMap<Tax, ReadonlyMap<string, RateIndex>>();

function indexesOf(tax: Tax): ReadonlyMap<string, RateIndex> {
  const held = stores.get(tax);
  if (held) return held;
  const classes = Map.groupBy(tax.rates, ({ taxClass }) => taxClass);
  const indexes = new Map([...classes].map(([taxClass, rates]) => [taxClass, new RateIndex(rates)]));
  stores.set(tax, indexes);
  return indexes;
}

/**
 * The rates of a tax class that hold in a place, in the order in which they are charged: of each priority the one that
 * is most exact about the place (docs/money.md, "Tax address and rates"). None where the store charges no tax,
 * and none in a country that is not known.
 */
export function ratesIn(place: Place, tax: Tax, taxClass: string): readonly TaxRate[] {
  if (!tax.enabled || place.country === '') return [];
  return indexesOf(tax).get(taxClass)?.chargedIn(place) ?? [];
}

/** Name of a rate in answers: country, state, name and priority, `VAT-1`, `GB-VAT-1`. */
export function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.name, String(rate.priority)]
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
}
