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

type Location = ShippingZone['locations'][number];

function holdsIn({ code, type }: Location, { country, state, postcode }: Place): boolean {
  const wanted = code.trim().toUpperCase();
  switch (type) {
    case 'country':
      return wanted === country.toUpperCase();
    case 'state':
      return wanted === `${country}:${state}`.toUpperCase();
    case 'continent':
      return wanted === continentOf(country.toUpperCase());
    case 'postcode':
      return fitsPostcode(code, postcode);
  }
}

function covers({ locations }: ShippingZone, place: Place): boolean {
  const [postcodes = [], regions = []] = [true, false].map((isPostcode) =>
    locations.filter(({ type }) => (type === 'postcode') === isPostcode),
  );
  return [regions, postcodes].every((some) => some.length === 0 || some.some((one) => holdsIn(one, place)));
}

/**
 * The zone that a place lies in: the first by order, then id, of those whose places fit; zones without places come last,
 * as they are everywhere else (docs/money.md, Shipping). Null where there is none. Pure.
 */
export function zoneOf(place: Place, zones: readonly ShippingZone[]): ShippingZone | null {
  const isRest = ({ locations }: ShippingZone) => Number(locations.length === 0);
  const inOrder = zones.toSorted((a, b) => isRest(a) - isRest(b) || a.order - b.order || a.id - b.id);
  return inOrder.find((zone) => covers(zone, place)) ?? null;
}
