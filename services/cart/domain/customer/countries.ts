import { countries, type TCountryCode } from 'countries-list';
import { iso31662 } from 'iso-3166';
import { formatAddress } from 'localized-address-format';
import type { Customer } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { defaultPlace } from '#platform/tax/place.ts';
import { isLanguageTag } from '#platform/util/text.ts';

const stateNames: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Countries for which shops write the names of states without accents. */
const plainNames: ReadonlySet<string> = new Set(['IN', 'JP']);

/**
 * Returns the name of the state with the code `state`. The code may have any form that shops use: `MI`, `JP13` or
 * `NG-LA`. Any other text is returned unchanged.
 */
function stateName(state: string, country: string): string {
  const inFull = state.startsWith(country) ? state.replace(country, `${country}-`).replace('--', '-') : '';
  const name = stateNames.get(`${country}-${state}`) ?? stateNames.get(inFull) ?? state;
  return plainNames.has(country) ? name.normalize('NFD').replace(/\p{M}/gu, '') : name;
}

/** By country code: WooCommerce's name of the country, where it differs from the usual name. */
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

/** By language: the names of countries in it; null for English, and for a language whose names are not known. */
const namesByLanguage = new Map<string, Intl.DisplayNames | null>();

function namesIn(language: string): Intl.DisplayNames | null {
  const known = namesByLanguage.get(language);
  if (known !== undefined) return known;
  const isKnown =
    isLanguageTag(language) &&
    !/^en\b/.test(language) &&
    Intl.DisplayNames.supportedLocalesOf(language).length > 0;
  const names = isKnown ? new Intl.DisplayNames(language, { type: 'region' }) : null;
  namesByLanguage.set(language, names);
  return names;
}

/** Returns the name of a country in the language of the store, or the code of an unknown country. */
function countryName(country: string, language: string): string {
  if (!Object.hasOwn(countries, country)) return country;
  return namesIn(language)?.of(country) ?? countries[country as TCountryCode].name;
}

function shopCountryName(country: string, language: string): string {
  const isOwn = namesIn(language) === null && Object.hasOwn(shopNames, country);
  return isOwn ? (shopNames[country] as string) : countryName(country, language);
}

/**
 * Returns the destination in one line in the country's format: `Singel 1, 1012 AB Amsterdam`
 * (docs/reference/coupons-and-shipping.md#packages-and-rates). The recipient's name and the store's own
 * country are omitted.
 */
export function destinationLine(address: Customer['shipping'], settings: StoreSettings): string {
  const { address1, address2, city, postcode, state } = address;
  const country = address.country || settings.defaultCountry;
  const lines = (addressLines: string[]) =>
    formatAddress({
      postalCountry: country,
      administrativeArea: state,
      locality: city,
      postalCode: postcode,
      addressLines,
    });
  const street = [address1, address2];
  const usual = lines(street);
  // Some countries' formats omit the city. The city is then added to the street.
  const hasCity = usual.some((line) => line.toUpperCase().includes(city.toUpperCase()));
  const all = hasCity ? usual : lines([...street, city]);
  if (country !== settings.address.country) all.push(countryName(country, settings.language));
  return all
    .filter((line) => line !== '')
    .join(', ')
    .replace(`${country}-${country}-`, `${country}-`);
}

/**
 * Matches the placeholders of an address format. An upper-case placeholder is replaced by text in upper case. `code` is
 * the state's code.
 */
const words = /\b(address1|address2|city|CITY|state|STATE|code|postcode|POSTCODE|country)\b/g;

/** By country: the middle of its address format. The whole format begins with the street and ends with the country. */
const addressPlaces: Readonly<Record<string, string>> = {
  AU: 'city state postcode',
  CA: 'city code postcode',
  CL: 'state|postcode city',
  ES: 'postcode city|state',
  FR: 'postcode CITY',
  HK: 'CITY|STATE',
  IT: 'postcode|city|STATE',
  JM: 'city|state|POSTCODE',
  NZ: 'city postcode',
  TR: 'postcode city state',
  TW: 'state, city postcode',
  US: 'city, code postcode',
  VN: 'city postcode',
};

const postcodeFirst: ReadonlySet<string> = new Set(
  'AT BE CH CZ DE DK EE FI IS LI NL NO PL PT RS SE SI SK'.split(' '),
);

/** By country: the complete format of its addresses, where the format is not `address1|address2|…|country`. */
const addressForms: Readonly<Record<string, string>> = {
  CN: 'country postcode|state, city, address2, address1',
  HU: 'city|address1|address2|postcode|country',
  IN: 'address1|address2|city postcode|state, country',
  JP: 'postcode|state city address1|address2|country',
  PR: 'address1 address2|city|country postcode',
  UG: 'address1|address2|city|state, country',
};

function addressFormOf(country: string): string {
  const place =
    addressPlaces[country] ?? (postcodeFirst.has(country) ? 'postcode city' : 'city|state|postcode');
  return addressForms[country] ?? `address1|address2|${place}|country`;
}

/** Returns a line without the commas and spaces that empty members leave at its ends. */
function withoutOuterMarks(line: string): string {
  const isMark = (at: number) => line[at] === ',' || line[at] === ' ';
  let [start, end] = [0, line.length];
  while (start < end && isMark(start)) start += 1;
  while (end > start && isMark(end - 1)) end -= 1;
  return line.slice(start, end);
}

/**
 * Returns the destination in one line as WooCommerce writes it: `Singel 1, 1012 AB Amsterdam`
 * (docs/reference/coupons-and-shipping.md#packages-and-rates). States are written by name. The store's own
 * country is omitted. An address without a country gets the store's default country, and
 * its default state if the address has no state.
 */
export function shopAddress(address: Customer['shipping'], settings: StoreSettings): string {
  const assumed = address.country === '' ? defaultPlace(settings) : address;
  const { country } = assumed;
  const code = address.state || assumed.state;
  const { address1, address2, city, postcode } = address;
  const members: Readonly<Record<string, string>> = {
    ...{ address1, address2, city, postcode, code, state: stateName(code, country) },
    country: country === settings.address.country ? '' : shopCountryName(country, settings.language),
  };
  const written = (word: string) => members[word] ?? members[word.toLowerCase()]?.toUpperCase() ?? '';
  return addressFormOf(country)
    .split('|')
    .map((line) => line.replace(words, written).replace(/ {2,}/g, ' '))
    .map(withoutOuterMarks)
    .filter((line) => line !== '')
    .join(', ');
}
