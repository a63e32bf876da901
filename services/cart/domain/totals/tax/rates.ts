import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { compactPostcode, fitsPostcode } from '../../places/postcode-pattern.ts';
import type { Place } from './place.ts';

/** Whether a rate is charged in a place, whose city is in capitals: whatever the rate leaves open holds everywhere. */
function holdsIn({ country, state, postcodes, cities }: TaxRate, place: Place): boolean {
  if (country !== '' && country !== place.country) return false;
  if (state !== '' && state !== place.state) return false;
  if (postcodes.length > 0 && !postcodes.some((one) => fitsPostcode(one, place.postcode))) return false;
  return cities.length === 0 || cities.some((one) => one.toUpperCase() === place.city);
}

/** How much a rate leaves open: 0 for nothing. A country weighs more than all else, a state more than what follows it. */
function openness({ country, state, postcodes, cities }: TaxRate): number {
  const open = [country === '', state === '', postcodes.length === 0, cities.length === 0];
  return open.reduce((weight, isOpen) => weight * 2 + (isOpen ? 1 : 0), 0);
}

/** By priority; within one, the rate that is charged first, then those that have to stand back. */
function byClaim(a: TaxRate, b: TaxRate): number {
  return a.priority - b.priority || openness(a) - openness(b) || a.order - b.order || a.id - b.id;
}

/**
 * The rates of a tax class that hold in a place, in the order in which they are charged: of each priority the one that
 * is most exact about the place (docs/money.md, "Where a cart is taxed"). None where the store charges no tax.
 */
export function ratesIn(place: Place, tax: StoreSettings['tax'], taxClass: string): readonly TaxRate[] {
  if (!tax.enabled) return [];
  // Once, not again for each of a shop's postcodes.
  const compact = { ...place, postcode: compactPostcode(place.postcode), city: place.city.toUpperCase() };
  const holding = tax.rates
    .filter((rate) => rate.taxClass === taxClass && holdsIn(rate, compact))
    .sort(byClaim);
  return holding.filter(({ priority }, index) => priority !== holding[index - 1]?.priority);
}

/** Name of a rate in answers: country, state, name and priority, `VAT-1`, `GB-VAT-1`. */
export function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.name, String(rate.priority)]
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
}
