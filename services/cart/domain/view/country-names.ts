import { countries, type TCountryCode } from 'countries-list';

/** WooCommerce's names of countries where they differ from the usual ones. */
const shopNames: Readonly<Record<string, string>> = {
  BL: 'Saint Barthélemy',
  BQ: 'Bonaire, Saint Eustatius and Saba',
  CD: 'Congo (Kinshasa)',
  CG: 'Congo (Brazzaville)',
  CV: 'Cape Verde',
  CW: 'Curaçao',
  CZ: 'Czech Republic',
  GB: 'United Kingdom (UK)',
  GS: 'South Georgia/Sandwich Islands',
  MF: 'Saint Martin (French part)',
  PN: 'Pitcairn',
  PS: 'Palestinian Territory',
  PW: 'Belau',
  ST: 'São Tomé and Príncipe',
  SX: 'Saint Martin (Dutch part)',
  TL: 'Timor-Leste',
  UM: 'United States (US) Minor Outlying Islands',
  US: 'United States (US)',
  VA: 'Vatican',
  VG: 'Virgin Islands (British)',
  VI: 'Virgin Islands (US)',
};

/** Returns the English name of a country; its code if it has none. */
export function countryName(country: string): string {
  return Object.hasOwn(countries, country) ? countries[country as TCountryCode].name : country;
}

/** Returns the name of a country as WooCommerce writes it. */
export function shopCountryName(country: string): string {
  return Object.hasOwn(shopNames, country) ? (shopNames[country] as string) : countryName(country);
}
