import type { TaxRate } from '#contracts/settings.ts';
import type { Place } from './place.ts';
import { PostcodeIndex } from './postcode-index.ts';

/** Returns how general a rate is: 0 for the most specific. The country weighs most, then the state. */
function openness({ country, state, postcodes, cities }: TaxRate): number {
  const open = [country === '', state === '', postcodes.length === 0, cities.length === 0];
  return open.reduce((weight, isOpen) => weight * 2 + (isOpen ? 1 : 0), 0);
}

/** Sorts by priority, then by specificity and the shop's order. */
function byClaim(a: TaxRate, b: TaxRate): number {
  return a.priority - b.priority || openness(a) - openness(b) || a.order - b.order || a.id - b.id;
}

/** Returns the first rate of each priority, given rates in sort order. */
function charged(rates: Iterable<TaxRate>): TaxRate[] {
  const sorted = [...rates].sort(byClaim);
  return sorted.filter(({ priority }, index) => priority !== sorted[index - 1]?.priority);
}

/** A rate with its normalised cities; null for all cities. */
interface InCities {
  readonly rate: TaxRate;
  readonly cities: ReadonlySet<string> | null;
}

function citiesOf({ cities }: TaxRate): ReadonlySet<string> | null {
  return cities.length === 0 ? null : new Set(cities.map((one) => one.toUpperCase()));
}

/** The rates of one country and state; either may be any. */
class Region {
  /** Rates without postcodes and cities. */
  readonly #everywhere: readonly TaxRate[];
  /** Rates with cities but without postcodes, by city. */
  readonly #byCity: ReadonlyMap<string, readonly TaxRate[]>;
  readonly #byPostcode: PostcodeIndex<InCities>;

  constructor(rates: readonly TaxRate[]) {
    const [inPostcodes, elsewhere] = [true, false].map((named) =>
      rates.filter(({ postcodes }) => postcodes.length > 0 === named),
    ) as [TaxRate[], TaxRate[]];
    // Among rates for the same places, only the first of each priority applies.
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

/** The rates of one tax class. The time of a lookup depends on the matching rates only. */
export class RateIndex {
  readonly #regions: ReadonlyMap<string, Region>;

  constructor(rates: readonly TaxRate[]) {
    const regions = grouped(rates, ({ country, state }) => [regionKey(country, state)]);
    this.#regions = new Map([...regions].map(([key, group]) => [key, new Region(group)]));
  }

  /** Returns the rates that apply in a place, in order: the most specific one of each priority. */
  chargedIn({ country, state, postcode, city }: Place): readonly TaxRate[] {
    const keys = new Set([country, ''].flatMap((one) => [state, ''].map((other) => regionKey(one, other))));
    const inCapitals = city.toUpperCase();
    const holding = new Set<TaxRate>();
    for (const key of keys) {
      for (const rate of this.#regions.get(key)?.at(postcode, inCapitals) ?? []) holding.add(rate);
    }
    return charged(holding);
  }
}
