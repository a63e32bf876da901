import type { Seeded } from '#platform/util/seeded.ts';
import type { Place, TaxRate } from './description.ts';

const places: readonly Place[] = [
  { country: 'GB', state: '', postcode: 'SW1A 1AA', city: 'London' },
  { country: 'GB', state: '', postcode: '', city: 'LONDON' },
  { country: 'US', state: 'CA', postcode: '90210', city: 'Beverly Hills' },
  { country: 'US', state: 'NY', postcode: '10001', city: 'New York' },
  { country: 'DE', state: '', postcode: '10115', city: 'Berlin' },
  { country: 'DE', state: '', postcode: '20095', city: 'Hamburg' },
  { country: 'JP', state: 'JP13', postcode: '100-0001', city: 'Tokyo' },
  { country: 'AE', state: '', postcode: '', city: 'Dubai' },
];

export const postcodePatterns = [
  'SW1*',
  'SW1A *',
  'SW1A1*',
  'SW1...SW1A1ZZ',
  'A1...SW1',
  '1000001',
  '100-000*',
  'sw1a1aa',
  'SW1A 1AA',
  '90210',
  '90*',
  '10000...10999',
  '10115...20095',
  '1...99999',
  '100-*',
  '*',
];
const cities = ['london', 'Berlin', 'HAMBURG', 'New York', 'tokyo'];
const percents = [
  0, 200_000, 190_000, 70_000, 55_000, 81_250, 250_000, 99_750, 12_345, 333_333, 1, 500_000, 1_000_000,
  5_000_000,
];
/** Rates so high that the rounded taxes may exceed a price of a few cents. */
const heavy = [2_000_000, 5_000_000, 10_000_000];
export const taxClasses = ['standard', 'reduced', 'zero'];

export function chance(random: Seeded, percent: number): boolean {
  return random.below(100) < percent;
}

/** Returns up to `most` of the entries, each at most once, in their order. */
export function some<T>(random: Seeded, from: readonly T[], most: number): T[] {
  const count = random.below(most + 1);
  const left = [...from];
  while (left.length > count) left.splice(random.below(left.length), 1);
  return left;
}

/** Returns a random place, in some cases without a country. */
export function randomPlace(random: Seeded): Place {
  const place = random.pick(places);
  return chance(random, 12) ? { country: '', state: '', postcode: place.postcode, city: place.city } : place;
}

export function homePlace(random: Seeded): Place {
  return random.pick(places);
}

/** Returns a random rate that often applies in some of the places. */
function randomRate(random: Seeded, id: number, millionths: readonly number[]): TaxRate {
  const place = random.pick(places);
  const country = chance(random, 40) ? place.country : '';
  return {
    id,
    country,
    state: country !== '' && chance(random, 30) ? place.state : '',
    postcodes: chance(random, 20) ? some(random, postcodePatterns, 3) : [],
    cities: chance(random, 15) ? some(random, cities, 2) : [],
    millionths: random.pick(millionths),
    priority: 1 + random.below(3),
    order: random.below(3),
    compound: chance(random, 30),
    onShipping: chance(random, 70),
    taxClass: chance(random, 60) ? 'standard' : random.pick(taxClasses),
  };
}

/** Returns up to nine rates, with ids in random order. */
export function randomRates(random: Seeded): TaxRate[] {
  const count = random.below(10);
  const ids = Array.from({ length: count }, (_, index) => index + 1).sort(() => random.next() - 0.5);
  const millionths = chance(random, 7) ? heavy : percents;
  return ids.map((id) => randomRate(random, id, millionths));
}

/** Above this amount, the unit of a fine amount is more than a millionth of a minor unit. */
const maxExact = 2 ** 48 / 1_000_000;

/**
 * Returns the text of an amount with one to six decimals, which is rounded half up to `rounded`; empty for a very large
 * amount, or if there are no further decimals.
 */
export function randomExact(random: Seeded, rounded: number, decimals: number): string {
  const unit = 10 ** (6 - decimals);
  const step = 10 ** random.below(6 - decimals);
  const further = Math.floor((random.below(unit) - unit / 2) / step) * step;
  const size = rounded * unit + further;
  if (rounded > maxExact || further === 0 || further < -unit / 2 || size < 0) return '';
  return `${Math.floor(size / 1_000_000)}.${String(size % 1_000_000).padStart(6, '0')}`.replace(/0+$/, '');
}
