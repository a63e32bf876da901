import { countries, type TContinentCode, type TCountryCode } from 'countries-list';
import type { ShippingZone } from '#contracts/settings.ts';
import type { Place } from '#platform/tax/place.ts';
import { PostcodeIndex } from '#platform/tax/postcode-index.ts';
import { memo } from '#platform/util/memo.ts';

/** WooCommerce's continent for each country that the package `countries-list` assigns to another continent. */
const shopContinents: Readonly<Record<string, TContinentCode>> = { CY: 'AS', RU: 'EU', TL: 'AS', TR: 'EU' };

/** Returns the continent of a country. Empty for an unknown country. */
function continentOf(country: string): string {
  if (!Object.hasOwn(countries, country)) return '';
  return shopContinents[country] ?? countries[country as TCountryCode].continent;
}

/** A zone with an index of its places. */
interface Area {
  readonly zone: ShippingZone;
  /** Countries, states and continents, each with its kind as prefix, since `NA` is a country and a continent. */
  readonly regions: ReadonlySet<string>;
  /** Null if the zone names no postcode. */
  readonly postcodes: PostcodeIndex<true> | null;
}

function areaOf(zone: ShippingZone): Area {
  const [postcodes = [], regions = []] = [true, false].map((isPostcode) =>
    zone.locations.filter(({ type }) => (type === 'postcode') === isPostcode),
  );
  return {
    zone,
    regions: new Set(regions.map(({ code, type }) => `${type} ${code.trim().toUpperCase()}`)),
    postcodes:
      postcodes.length === 0 ? null : new PostcodeIndex(postcodes.map(({ code }) => [code, true] as const)),
  };
}

/**
 * Returns the areas of a store's zones, sorted by order, then id. Zones without places come last, since they apply to
 * all other places. New settings have a new list of zones.
 */
const areasOf = memo((zones: readonly ShippingZone[]): readonly Area[] => {
  const isRest = ({ locations }: ShippingZone) => Number(locations.length === 0);
  return zones.toSorted((a, b) => isRest(a) - isRest(b) || a.order - b.order || a.id - b.id).map(areaOf);
});

function isEmpty(all: Iterable<unknown>): boolean {
  for (const _one of all) return false;
  return true;
}

/**
 * Returns the first zone, by order and then by id, that includes a place (docs/money.md, Shipping). A zone
 * that names regions includes only places in these regions. A zone that names postcodes includes only places
 * with these postcodes. A zone without places comes last. Null if no zone includes the place.
 */
export function zoneOf(
  { country, state, postcode }: Place,
  zones: readonly ShippingZone[],
): ShippingZone | null {
  const code = country.toUpperCase();
  const regionsOfPlace = [
    `country ${code}`,
    `state ${code}:${state.toUpperCase()}`,
    `continent ${continentOf(code)}`,
  ];
  const area = areasOf(zones).find(
    ({ postcodes, regions }) =>
      (regions.size === 0 || regionsOfPlace.some((region) => regions.has(region))) &&
      (postcodes === null || !isEmpty(postcodes.at(postcode, code))),
  );
  return area?.zone ?? null;
}
