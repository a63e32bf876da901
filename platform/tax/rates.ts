import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { memo } from '#platform/util/memo.ts';
import type { Place } from './place.ts';
import { PostcodeIndex } from './postcode-index.ts';

type Tax = StoreSettings['tax'];

/** Returns the indexed rates of each tax class. */
const indexesOf = memo((tax: Tax): ReadonlyMap<string, RateIndex> => {
  const classes = Map.groupBy(tax.rates, ({ taxClass }) => taxClass);
  return new Map([...classes].map(([taxClass, rates]) => [taxClass, new RateIndex(rates)]));
});

/**
 * Returns the rates of a tax class that apply in a place, by priority: the most specific rate of each priority
 * (docs/money.md, "Tax address and rates"). The list is empty if the store charges no tax or the country is unknown.
 */
export function ratesIn(place: Place, tax: Tax, taxClass: string): readonly TaxRate[] {
  if (!tax.enabled || place.country === '') return [];
  return indexesOf(tax).get(taxClass)?.chargedIn(place) ?? [];
}

/** Returns the code of a rate in answers: country, state, name and priority, such as `VAT-1` or `GB-VAT-1`. */
export function rateCode(rate: TaxRate): string {
  return [rate.country, rate.state, rate.name, String(rate.priority)]
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
}

/** A rate that applies in a place. */
interface Applicable {
  readonly rate: TaxRate;
  /** How many postcodes and cities speak for the rate, as WooCommerce counts them. */
  readonly places: number;
}

/**
 * Compares rates by priority, then a named country before all countries, a named state before all states, then by the
 * number of places, largest first, then by id.
 */
function byPrecedence(
  { rate: a, places: placesOfA }: Applicable,
  { rate: b, places: placesOfB }: Applicable,
): number {
  return (
    a.priority - b.priority ||
    Number(a.country === '') - Number(b.country === '') ||
    Number(a.state === '') - Number(b.state === '') ||
    placesOfB - placesOfA ||
    a.id - b.id
  );
}

/** Returns what a store charges: the most specific rate of each priority among the matching rates. */
function charged(rates: Iterable<Applicable>): Applicable[] {
  const sorted = [...rates].sort(byPrecedence);
  return sorted.filter(({ rate }, index) => rate.priority !== sorted[index - 1]?.rate.priority);
}

/** A rate with its cities in capitals; `cities` is null for all cities. */
interface InCities {
  readonly rate: TaxRate;
  readonly cities: ReadonlySet<string> | null;
}

function citiesOf({ cities }: TaxRate): ReadonlySet<string> | null {
  return cities.length === 0 ? null : new Set(cities.map((one) => one.toUpperCase()));
}

/** The tax rates with the same country and state. An empty country means every country, an empty state every state. */
class Region {
  /** Rates without postcodes and cities. */
  readonly #everywhere: readonly Applicable[];
  /** The rates with a city but without postcodes, by city in capitals. */
  readonly #byCity: ReadonlyMap<string, readonly Applicable[]>;
  readonly #byPostcode: PostcodeIndex<InCities>;

  constructor(rates: readonly TaxRate[]) {
    const [inPostcodes, elsewhere] = [true, false].map((named) =>
      rates.filter(({ postcodes }) => postcodes.length > 0 === named),
    ) as [TaxRate[], TaxRate[]];
    // Of the rates for the same place, only the first rate of each priority can apply.
    const everywhere = elsewhere.filter(({ cities }) => cities.length === 0);
    this.#everywhere = charged(everywhere.map((rate) => ({ rate, places: 0 })));
    const byCity = grouped(elsewhere, (rate) => citiesOf(rate) ?? []);
    this.#byCity = new Map(
      [...byCity].map(([city, group]) => [
        city,
        charged(group.map((rate) => ({ rate, places: rate.cities.length }))),
      ]),
    );
    this.#byPostcode = new PostcodeIndex(
      inPostcodes.flatMap((rate) => {
        const named = { rate, cities: citiesOf(rate) };
        return rate.postcodes.map((pattern) => [pattern, named] as const);
      }),
    );
  }

  *at({ country, postcode }: Place, city: string): Iterable<Applicable> {
    yield* this.#everywhere;
    yield* this.#byCity.get(city) ?? [];
    const places = new Map<TaxRate, number>();
    for (const { rate, cities } of this.#byPostcode.at(postcode, country)) {
      if (cities !== null && !cities.has(city)) continue;
      // Each matching postcode counts once for each postcode of the rate, but only once if the rate names cities, too.
      const each = cities === null ? rate.postcodes.length : 1;
      places.set(rate, (places.get(rate) ?? 0) + each);
    }
    for (const [rate, count] of places) yield { rate, places: count };
  }
}

function grouped(
  rates: readonly TaxRate[],
  keysOf: (rate: TaxRate) => Iterable<string>,
): Map<string, TaxRate[]> {
  const groups = new Map<string, TaxRate[]>();
  for (const rate of rates) {
    for (const key of keysOf(rate)) {
      const group = groups.get(key);
      if (group) group.push(rate);
      else groups.set(key, [rate]);
    }
  }
  return groups;
}

const regionKey = (country: string, state: string) => `${country}\n${state}`;

/** The rates of one tax class. The time of a look-up depends only on the number of matching rates. */
class RateIndex {
  readonly #regions: ReadonlyMap<string, Region>;

  constructor(rates: readonly TaxRate[]) {
    const regions = grouped(rates, ({ country, state }) => [regionKey(country, state)]);
    this.#regions = new Map([...regions].map(([key, group]) => [key, new Region(group)]));
  }

  /** Returns the rates that apply in a place: the most specific rate of each priority, sorted by priority. */
  chargedIn(place: Place): readonly TaxRate[] {
    const { country, state, city } = place;
    const keys = new Set([country, ''].flatMap((one) => [state, ''].map((other) => regionKey(one, other))));
    const inCapitals = city.toUpperCase();
    const matching: Applicable[] = [];
    for (const key of keys) matching.push(...(this.#regions.get(key)?.at(place, inCapitals) ?? []));
    return charged(matching).map(({ rate }) => rate);
  }
}
