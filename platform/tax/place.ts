import { countries } from 'countries-list';
import type { StoreSettings } from '#contracts/settings.ts';

/** Codes in the package `countries-list` that stand for islands of SH (Saint Helena), as in WooCommerce. */
const islands: ReadonlySet<string> = new Set(['AC', 'TA']);

/**
 * The codes of all countries: ISO 3166-1 alpha-2, and XK for Kosovo. Addresses, settings and the import use this list.
 */
export const countryCodes: readonly string[] = Object.keys(countries).filter((code) => !islands.has(code));

const known: ReadonlySet<string> = new Set(countryCodes);

/** Returns whether a country code exists. */
export function isCountry(code: string): boolean {
  return known.has(code);
}

/**
 * The place where items are taxed, or to which items are shipped. Country and state are codes; empty if
 * unknown.
 */
export interface Place {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  readonly city: string;
}

/** Returns the store's own place. */
export function basePlace({ address: { country, state, postcode, city } }: StoreSettings): Place {
  return { country, state, postcode, city };
}

/**
 * Returns the place of a customer without an address: the default country of the store. If the store is in this
 * country, the place has the state of the store.
 */
export function defaultPlace({ defaultCountry: country, address }: StoreSettings): Place {
  return { country, state: country === address.country ? address.state : '', postcode: '', city: '' };
}
