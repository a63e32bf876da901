import { countries, type TContinentCode, type TCountryCode } from 'countries-list';
import type { ShippingZone } from '#contracts/settings.ts';
import { fitsPostcode } from '../../places/postcode-pattern.ts';
import type { Place } from '../tax/rates.ts';

/** Countries that WooCommerce, whose zones shops bring along, has in another continent than the library. */
const elsewhere: Readonly<Record<string, TContinentCode>> = { CY: 'AS', RU: 'EU', TL: 'AS', TR: 'EU' };

/** The continent of a country; empty for none. */
function continentOf(country: string): string {
  if (!Object.hasOwn(countries, country)) return '';
  return elsewhere[country] ?? countries[country as TCountryCode].continent;
}

/** A zone with its places as they are looked up. */
interface Area {
  readonly zone: ShippingZone;
  /** Countries, states and continents, each behind its kind: `NA` is a country and a continent. */
  readonly regions: ReadonlySet<string>;
  readonly postcodes: readonly string[];
}

function areaOf(zone: ShippingZone): Area {
  const [postcodes = [], regions = []] = [true, false].map((isPostcode) =>
    zone.locations.filter(({ type }) => (type === 'postcode') === isPostcode),
  );
  return {
    zone,
    regions: new Set(regions.map(({ code, type }) => `${type} ${code.trim().toUpperCase()}`)),
    postcodes: postcodes.map(({ code }) => code),
  };
}

/** Areas by the very zones of a store, which are replaced and never changed: zones may name thousands of places. */
const known = new WeakMap<readonly ShippingZone[], readonly Area[]>();

/** The areas of zones by order, then id; zones without places come last, as they are everywhere else. */
function areasOf(zones: readonly ShippingZone[]): readonly Area[] {
  const held = known.get(zones);
  if (held) return held;
  const isRest = ({ locations }: ShippingZone) => Number(locations.length === 0);
  const inOrder = zones.toSorted((a, b) => isRest(a) - isRest(b) || a.order - b.order || a.id - b.id);
  const areas = inOrder.map(areaOf);
  known.set(zones, areas);
  return areas;
}

/**
 * The zone that a place lies in: the first by order, then id, whose places fit: any of its countries, states and
 * continents if it names any, and any of its postcodes if it names any; one without places at last (docs/money.md,
 * Shipping). Null where there is none. Pure.
 */
export function zoneOf(
  { country, state, postcode }: Place,
  zones: readonly ShippingZone[],
): ShippingZone | null {
  const code = country.toUpperCase();
  const around = [
    `country ${code}`,
    `state ${code}:${state.toUpperCase()}`,
    `continent ${continentOf(code)}`,
  ];
  const found = areasOf(zones).find(
    ({ postcodes, regions }) =>
      (regions.size === 0 || around.some((region) => regions.has(region))) &&
      (postcodes.length === 0 || postcodes.some((pattern) => fitsPostcode(pattern, postcode))),
  );
  return found?.zone ?? null;
}
