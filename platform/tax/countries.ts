import { countries } from 'countries-list';

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
