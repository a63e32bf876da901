import type { Basket, Place, Store, TaxRate, Zone } from './description.ts';

/** Countries of the random stores, by continent. */
const continents: Readonly<Record<string, readonly string[]>> = {
  EU: ['GB', 'DE', 'FR'],
  NA: ['US', 'CA'],
  AS: ['JP', 'AE', 'HK'],
};

/** Countries without postcodes. */
const withoutPostcodes = ['AE', 'HK'];

/**
 * Returns the place of an address. An address without a country is in the default country. If that is the country
 * of the store, the address is also in the state of the store.
 */
export function placeOf(address: Place, { defaultCountry, address: own }: Store): Place {
  if (address.country !== '') return address;
  if (defaultCountry !== own.country) return { ...address, country: defaultCountry };
  return { ...address, country: defaultCountry, state: own.state };
}

/**
 * Returns where a basket is taxed, by the setting `tax-based-on` (docs/money.md, tax address and rates). Local
 * pickup is taxed at the store.
 */
export function taxedIn(store: Store, basket: Basket, isPickedUp = false): Place {
  if (store.basedOn === 'base' || isPickedUp) return store.address;
  return placeOf(store.basedOn === 'billing' ? basket.billing : basket.shipping, store);
}

function barePostcode(text: string): string {
  return text.replaceAll(' ', '').replaceAll('-', '').toUpperCase();
}

/** Returns a bare postcode as its country writes it. Only countries of the random stores differ from the bare form. */
function writtenPostcode(bare: string, country: string): string {
  if (country === 'GB' || country === 'CA') return `${bare.slice(0, -3)} ${bare.slice(-3)}`.trim();
  if (country === 'JP') return `${bare.slice(0, 3)}-${bare.slice(3)}`;
  if (country === 'US' && bare.length > 5) return `${bare.slice(0, 5)}-${bare.slice(5)}`;
  return bare;
}

/** Returns each character as two digits. */
function asNumber(bare: string): string {
  const letters = '?ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return [...bare]
    .map((one) => String(/\d/.test(one) ? one : letters.indexOf(one)).padStart(2, '0'))
    .join('');
}

/** Returns whether a postcode is in a range such as `1200...1299` or `SW1...SW9`. */
function isInRange(range: string, bare: string): boolean {
  const [from = '', to = ''] = range.split('...');
  if (/^\d+$/.test(from) && /^\d+$/.test(to)) {
    if (/^\d+$/.test(bare)) return BigInt(from) <= BigInt(bare) && BigInt(bare) <= BigInt(to);
    return from <= bare && bare <= to;
  }
  if (bare === '') return false;
  const given = asNumber(bare);
  const [low, high] = [from, to].map((end) => BigInt(asNumber(barePostcode(end)).padEnd(given.length, '0')));
  return (low ?? 0n) <= BigInt(given) && BigInt(given) <= (high ?? 0n);
}

/** Returns whether a postcode fits a pattern: `1234`, `12*` or `1200...1299`. */
function fitsPostcode(pattern: string, { postcode, country }: Place): boolean {
  const bare = barePostcode(postcode);
  if (pattern.includes('...')) return isInRange(pattern, bare);
  const written = writtenPostcode(bare, country);
  if (pattern.endsWith('*')) return written.startsWith(pattern.slice(0, -1));
  return [bare, written].includes(pattern.toUpperCase());
}

function appliesIn(rate: TaxRate, place: Place): boolean {
  if (rate.country !== '' && rate.country !== place.country) return false;
  if (rate.state !== '' && rate.state !== place.state) return false;
  if (rate.postcodes.length > 0 && !rate.postcodes.some((one) => fitsPostcode(one, place))) return false;
  const city = place.city.toLowerCase();
  return rate.cities.length === 0 || rate.cities.some((one) => one.toLowerCase() === city);
}

/** Returns the number of places that speak for a rate. */
function placesOf({ postcodes, cities }: TaxRate, place: Place): number {
  if (postcodes.length === 0) return cities.length;
  const matching = postcodes.filter((one) => fitsPostcode(one, place)).length;
  return cities.length === 0 ? matching * postcodes.length : matching;
}

/** Returns numbers that rank a rate by how specific it is. `byNumbers` sorts the more specific rate first. */
function exactness(rate: TaxRate, place: Place): number[] {
  const { country, state, id } = rate;
  return [country === '' ? 1 : 0, state === '' ? 1 : 0, -placesOf(rate, place), id];
}

/** Compares two lists of numbers by their first difference. */
export function byNumbers(left: readonly number[], right: readonly number[]): number {
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns the rates of a tax class that apply in a place: of each priority the most specific rate, sorted by
 * priority.
 */
export function chargedIn(store: Store, place: Place, taxClass: string): TaxRate[] {
  if (!store.taxed || place.country === '') return [];
  const matching = store.rates
    .filter((rate) => rate.taxClass === (taxClass || 'standard') && appliesIn(rate, place))
    .sort((left, right) => byNumbers(exactness(left, place), exactness(right, place)));
  const priorities = [...new Set(matching.map(({ priority }) => priority))].sort(
    (left, right) => left - right,
  );
  return priorities.flatMap((priority) => matching.find((rate) => rate.priority === priority) ?? []);
}

/** Returns whether an address has a country, and a postcode if the country has postcodes. */
export function isAddress({ country, postcode }: Place): boolean {
  return country !== '' && (postcode.trim() !== '' || withoutPostcodes.includes(country));
}

function isPlaceless(zone: Zone): boolean {
  return zone.countries.length + zone.states.length + zone.continents.length + zone.postcodes.length === 0;
}

function covers(zone: Zone, place: Place): boolean {
  const regions = zone.countries.length + zone.states.length + zone.continents.length;
  const inRegion =
    zone.countries.includes(place.country) ||
    zone.states.includes(`${place.country}:${place.state}`) ||
    zone.continents.some((one) => continents[one]?.includes(place.country));
  if (regions > 0 && !inRegion) return false;
  return zone.postcodes.length === 0 || zone.postcodes.some((one) => fitsPostcode(one, place));
}

/**
 * Returns the first matching zone, sorted by order and id; undefined if no zone matches. Zones without places
 * come last.
 */
export function zoneOf(store: Store, place: Place): Zone | undefined {
  return [...store.zones]
    .sort((left, right) =>
      byNumbers(
        [Number(isPlaceless(left)), left.order, left.id],
        [Number(isPlaceless(right)), right.order, right.id],
      ),
    )
    .find((zone) => covers(zone, place));
}
