import type { StoreSettings, TaxRate } from '#contracts/settings.ts';

/** Where something is taxed or shipped to. Country and state are codes; empty texts are not known. */
export interface Place {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  readonly city: string;
}

/**
 * The rates of a tax class that hold in a place, in the order in which they are charged: of each priority the one that
 * is most exact about the place (docs/money.md). None where the store charges no tax.
 */
export function ratesIn(place: Place, tax: StoreSettings['tax'], taxClass: string): readonly TaxRate[] {
  if (!tax.enabled) return [];
  return tax.rates.filter((rate) => rate.taxClass === taxClass && ['', place.country].includes(rate.country));
}

/** Name of a rate in answers: country, state, name and priority, `VAT-1`, `GB-VAT-1`. */
export function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.name, String(rate.priority)]
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
}
