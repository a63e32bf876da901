import { countries, type TCountryCode } from 'countries-list';
import { iso31662 } from 'iso-3166';
import { formatAddress } from 'localized-address-format';
import type { Customer } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { defaultPlace } from '#platform/tax/place.ts';

/**
 * Countries where shops use ISO 3166-2 codes for states, without the country prefix. In other countries, shops have
 * codes of their own or shoppers write free text.
 */
const codedCountries: ReadonlySet<string> = new Set(['AR', 'AU', 'BR', 'CA', 'ES', 'IE', 'IT', 'US', 'ZA']);

/** States that exist only in addresses for mail to the armed forces, not as part of a country. */
const postalStates: readonly (readonly [country: string, code: string, name: string])[] = [
  ['US', 'AA', 'Armed Forces Americas'],
  ['US', 'AE', 'Armed Forces Europe'],
  ['US', 'AP', 'Armed Forces Pacific'],
];

/** Returns a text in lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * By country: maps the code and the name of each state, as `plain` returns them, to the state's code. If a code and a
 * name are equal, the code takes precedence.
 */
const codesIn: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Array.from(codedCountries, (country) => {
    const own = iso31662
      .filter(({ code }) => code.startsWith(`${country}-`))
      .map(({ code, name }) => [country, code.slice(country.length + 1), name] as const);
    const all = [...own, ...postalStates.filter((one) => one[0] === country)];
    const names = all.map(([, code, name]) => [plain(name), code] as const);
    return [country, new Map([...names, ...all.map(([, code]) => [plain(code), code] as const)])] as const;
  }),
);

/**
 * Returns the code of the state with the code or name `text` in a country (ISO 3166-1 alpha-2). Null for an unknown
 * state. For a country outside `countries`, returns the text itself; a text of two or three letters is returned in
 * capitals (docs/reference/cart.md#addresses).
 */
export function stateIn(text: string, country: string): string | null {
  const states = codesIn.get(country);
  if (states) return states.get(plain(text)) ?? null;
  return /^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : text;
}

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

type Form = readonly [bare: RegExp, written: string];

const threeAndTwo: Form = [/^(\d{3})(\d{2})$/, '$1 $2'];

const british: Form = [/^(BFPO(?=\d)|.{2,4}(?=.{3}$))/, '$1 '];

const american: Form = [/^(\d{5})(\d{4})$/, '$1-$2'];

/** For each country, where spaces, hyphens and letters are inserted into its postcodes. */
const postcodeForms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['BR', [/^(\d{5})(\d{3})$/, '$1-$2']],
  ['CA', [/^(.{3})(.{3})$/, '$1 $2']],
  ['CZ', threeAndTwo],
  ['GB', british],
  ['GG', british],
  ['GR', threeAndTwo],
  ['IE', [/^(.{3})(.{4})$/, '$1 $2']],
  ['IM', british],
  ['JE', british],
  ['JP', [/^(\d{3})(\d{4})$/, '$1-$2']],
  ['LT', [/^(?:LT)?(\d{5})$/, 'LT-$1']],
  ['LV', [/^(?:LV)?(\d{4})$/, 'LV-$1']],
  ['MT', [/^(\D{3})(\d{4})$/, '$1 $2']],
  ['NL', [/^(\d{4})(\D{2})$/, '$1 $2']],
  ['PL', [/^(\d{2})(\d{3})$/, '$1-$2']],
  ['PR', american],
  ['PT', [/^(\d{4})(\d{3})$/, '$1-$2']],
  ['SE', threeAndTwo],
  ['SK', threeAndTwo],
  ['US', american],
]);

const fourDigits = /^\d{4}$/;

const fiveDigits = /^\d{5}$/;

const sevenDigits = /^\d{7}$/;

const zip = /^\d{5}(?:\d{4})?$/;

/**
 * The countries whose postcodes are checked, with the pattern of their bare postcodes. They are those that WooCommerce
 * checks. Postcodes change, and people know theirs best, so other countries have no pattern.
 */
const postcodePatterns: ReadonlyMap<string, RegExp> = new Map([
  ['AT', fourDigits],
  ['BA', /^[78]\d{4}$/],
  ['BE', fourDigits],
  ['BR', /^\d{8}$/],
  ['CA', /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/],
  ['CH', fourDigits],
  ['CZ', fiveDigits],
  ['DE', /^(?:0[1-9]|[1-9]\d)\d{3}$/],
  ['DK', /^(?:[124-9]\d|3[0-8])\d{2}$/],
  ['EE', fiveDigits],
  ['ES', fiveDigits],
  ['FI', fiveDigits],
  ['FR', fiveDigits],
  // A district of England, Scotland, Wales or Northern Ireland, the bank in Bootle, or a post office of the army.
  [
    'GB',
    /^(?:(?:[A-PR-UWYZ](?:[A-HK-Y]?\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRV-Y])|GIR)\d[ABD-HJLNP-UW-Z]{2}|BFPO\d{1,4})$/,
  ],
  ['HU', fourDigits],
  ['IE', /^(?:[AC-FHKNPRTV-Y]\d{2}|D6W)[\dAC-FHKNPRTV-Y]{4}$/],
  ['IN', /^[1-9]\d{5}$/],
  ['IT', fiveDigits],
  ['JP', sevenDigits],
  ['LI', /^94[89]\d$/],
  ['NL', /^[1-9]\d{3}(?:[A-RT-Z][A-Z]|S[BCE-RT-Z])$/],
  ['NO', fourDigits],
  ['PL', fiveDigits],
  ['PR', zip],
  ['PT', sevenDigits],
  ['SE', fiveDigits],
  ['SI', /^[1-9]\d{3}$/],
  ['SK', fiveDigits],
  ['US', zip],
]);

/** Matches the postcodes of a country without a pattern. */
const anywhere = /^[A-Z0-9](?:[A-Z0-9 -]{0,14}[A-Z0-9])?$/;

/** Countries where WooCommerce asks for no postcode. */
const withoutPostcodes: ReadonlySet<string> = new Set(
  'AE AO BD BH BO BS BW BZ CL CO CW GH GT HK JM KN MZ NG NP SR ST UG VN WS ZW'.split(' '),
);

/** Returns whether an address in a country usually has a postcode. */
export function hasPostcodes(country: string): boolean {
  return !withoutPostcodes.has(country);
}

/** Returns a bare postcode in the country's format: `SW1A1AA` in GB becomes `SW1A 1AA`. Null if the format has no place. */
function written(bare: string, country: string): string | null {
  const [form, inPlace] = postcodeForms.get(country) ?? [];
  return form && inPlace && form.test(bare) ? bare.replace(form, inPlace) : null;
}

/**
 * Returns a postcode in the format of a country (ISO 3166-1 alpha-2). Null for a postcode that the country does not
 * have. The country's code may stand before a postcode; in Denmark it stays, as in WooCommerce. For a country without a
 * pattern, up to 16 letters, digits, spaces and hyphens are valid (docs/reference/cart.md#addresses).
 */
export function postcodeIn(text: string, country: string): string | null {
  const spaced = text.trim().toUpperCase().replace(/\s+/g, ' ');
  const bare = spaced.replace(/[ -]/g, '');
  const pattern = postcodePatterns.get(country);
  if (!pattern) return anywhere.test(spaced) ? (written(bare, country) ?? spaced) : null;
  const isNamed = bare.startsWith(country) && !pattern.test(bare);
  const own = isNamed ? bare.slice(country.length) : bare;
  if (!/^[A-Z0-9 -]+$/.test(spaced) || !pattern.test(own)) return null;
  return `${isNamed && country === 'DK' ? 'DK-' : ''}${written(own, country) ?? own}`;
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

/** Returns the English name of a country, or the code of an unknown country. */
function countryName(country: string): string {
  return Object.hasOwn(countries, country) ? countries[country as TCountryCode].name : country;
}

function shopCountryName(country: string): string {
  return Object.hasOwn(shopNames, country) ? (shopNames[country] as string) : countryName(country);
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
  if (country !== settings.address.country) all.push(countryName(country));
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
    country: country === settings.address.country ? '' : shopCountryName(country),
  };
  const written = (word: string) => members[word] ?? members[word.toLowerCase()]?.toUpperCase() ?? '';
  return addressFormOf(country)
    .split('|')
    .map((line) => line.replace(words, written).replace(/ {2,}/g, ' '))
    .map(withoutOuterMarks)
    .filter((line) => line !== '')
    .join(', ');
}
