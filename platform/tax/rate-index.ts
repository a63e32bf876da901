import type { TaxRate } from '#contracts/settings.ts';
import type { Place } from './place.ts';
import { PostcodeIndex } from './postcode-index.ts';

/**
 * Returns how general a rate is; 0 for a rate with country, state, postcodes and cities. A missing country
 * weighs most, then a missing state.
 */
function openness({ country, state, postcodes, cities }: TaxRate): number {
  const open = [country === '', state === '', postcodes.length === 0, cities.length === 0];
  return open.reduce((weight, isOpen) => weight * 2 + (isOpen ? 1 : 0), 0);
}

/** Compares rates by priority, then specific rates before general rates, then by the shop's order. */
function byPrecedence(a: TaxRate, b: TaxRate): number {
  return a.priority - b.priority || openness(a) - openness(b) || a.order - b.order || a.id - b.id;
}

/** Returns the rates that a store charges: the most specific rate of each priority among the matching rates. */
function charged(rates: Iterable<TaxRate>): TaxRate[] {
  const sorted = [...rates].sort(byPrecedence);
  return sorted.filter(({ priority }, index) => priority !== sorted[index - 1]?.priority);
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
  readonly #everywhere: readonly TaxRate[];
  /** The rates with a city but without postcodes, by city in capitals. */
  readonly #byCity: ReadonlyMap<string, readonly TaxRate[]>;
  readonly #byPostcode: PostcodeIndex<InCities>;

  constructor(rates: readonly TaxRate[]) {
    const [inPostcodes, elsewhere] = [true, false].map((named) =>
      rates.filter(({ postcodes }) => postcodes.length > 0 === named),
    ) as [TaxRate[], TaxRate[]];
    // Of the rates for the same place, only the first rate of each priority can apply.
    this.#everywhere = charged(elsewhere.filter(({ cities }) => cities.length === 0));
    const byCity = grouped(elsewhere, (rate) => citiesOf(rate) ?? []);
    this.#byCity = new Map([...byCity].map(([city, group]) => [city, charged(group)]));
    this.#byPostcode = new PostcodeIndex(
      inPostcodes.flatMap((rate) => {
        const named = { rate, cities: citiesOf(rate) };
        return rate.postcodes.map((pattern) => [pattern, named] as const);
      }),
    );
  }

  *at(postcode: string, city: string): Iterable<TaxRate> {
    yield* this.#everywhere;
    yield* this.#byCity.get(city) ?? [];
    for (const { rate, cities } of this.#byPostcode.at(postcode)) {
      if (cities === null || cities.has(city)) yield rate;
    }
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
export class RateIndex {
  readonly #regions: ReadonlyMap<string, Region>;

  constructor(rates: readonly TaxRate[]) {
    const regions = grouped(rates, ({ country, state }) => [regionKey(country, state)]);
    this.#regions = new Map([...regions].map(([key, group]) => [key, new Region(group)]));
  }

  /** Returns the rates that apply in a place: the most specific rate of each priority, sorted by priority. */
  chargedIn({ country, state, postcode, city }: Place): readonly TaxRate[] {
    const keys = new Set([country, ''].flatMap((one) => [state, ''].map((other) => regionKey(one, other))));
    const inCapitals = city.toUpperCase();
    const matching = new Set<TaxRate>();
    for (const key of keys) {
      for (const rate of this.#regions.get(key)?.at(postcode, inCapitals) ?? []) matching.add(rate);
    }
    return charged(matching);
  }
}
