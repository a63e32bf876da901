import { LRUCache } from 'lru-cache';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Levy, type LevyOf, levyOf, untaxed } from './levy.ts';
import type { Place } from './place.ts';
import { ratesIn } from './rates.ts';

/** Maximum number of remembered places of a store. */
const mostPlaces = 1_000;

/** The cache of one store: its tax classes, and the levies of recent places by class. */
interface Known {
  readonly classes: ReadonlySet<string>;
  readonly places: LRUCache<string, Map<string, Levy>>;
}

/** Keyed by the settings object, which is replaced and never changed. */
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
 * Returns the levies of a place; with `shipping` only rates that apply to shipping. The same place and class give the
 * same object, so that lines can be grouped by it. Recent places are cached, because every read of a cart needs its
 * place and a store may have thousands of rates.
 */
export function leviesIn(place: Place, tax: StoreSettings['tax'], shipping = false): LevyOf {
  const { country, state, postcode, city } = place;
  const known = knownOf(tax);
  const key = [country, state, postcode, city, shipping].join('\n');
  const levies = known.places.get(key) ?? new Map<string, Levy>();
  known.places.set(key, levies);
  return (given) => {
    const taxClass = given || 'standard';
    // Fees may have any tax class; unknown ones are not remembered.
    if (!known.classes.has(taxClass)) return untaxed;
    const held = levies.get(taxClass);
    if (held) return held;
    const rates = ratesIn(place, tax, taxClass);
    const levy = levyOf(shipping ? rates.filter((rate) => rate.shipping) : rates);
    levies.set(taxClass, levy);
    return levy;
  };
}
