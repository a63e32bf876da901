import { LRUCache } from 'lru-cache';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Levy, type LevyOf, levyOf, untaxed } from './levy.ts';
import type { Place } from './place.ts';
import { ratesIn } from './rates.ts';

/** Of how many places the levies of one store are remembered. */
const mostPlaces = 1_000;

/** What is remembered of one store: its tax classes, and the levies by class of the places that were asked for last. */
interface Known {
  readonly classes: ReadonlySet<string>;
  readonly places: LRUCache<string, Map<string, Levy>>;
}

/** By the very settings, which are replaced and never changed: what is remembered goes with them. */
const stores = new WeakMap<StoreSettings['tax'], Known>();

function knownOf(tax: StoreSettings['tax']): Known {
  const known = stores.get(tax) ?? {
    classes: new Set(tax.rates.map(({ taxClass }) => taxClass)),
    places: new LRUCache<string, Map<string, Levy>>({ max: mostPlaces }),
  };
  stores.set(tax, known);
  return known;
}

/**
 * Levies in a place, with `shipping` only of the rates that shipping bears. The same place and class give the same levy, so
 * that lines can be told apart by it. Every read of a cart asks, and a store may have thousands of rates: those of
 * the places that were asked for last are remembered.
 */
export function leviesIn(place: Place, tax: StoreSettings['tax'], shipping = false): LevyOf {
  const { country, state, postcode, city } = place;
  const known = knownOf(tax);
  const key = [country, state, postcode, city, shipping].join('\n');
  const levies = known.places.get(key) ?? new Map<string, Levy>();
  known.places.set(key, levies);
  return (given) => {
    const taxClass = given || 'standard';
    // Whoever adds fees names classes as they like: those that there are not are not worth remembering.
    if (!known.classes.has(taxClass)) return untaxed;
    const held = levies.get(taxClass);
    if (held) return held;
    const rates = ratesIn(place, tax, taxClass);
    const levy = levyOf(shipping ? rates.filter((rate) => rate.shipping) : rates);
    levies.set(taxClass, levy);
    return levy;
  };
}
