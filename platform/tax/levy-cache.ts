import { LRUCache } from 'lru-cache';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Levy, type LevyOf, levyOf, untaxed } from './levy.ts';
import type { Place } from './place.ts';
import { ratesIn } from './rates.ts';

/** Maximum number of cached places of a store. */
const maxPlaces = 1_000;

/** The cache of one store: its tax classes with rates, and for each recent place the levy of each tax class. */
interface StoreCache {
  readonly classes: ReadonlySet<string>;
  readonly places: LRUCache<string, Map<string, Levy>>;
}

/**
 * The cache of each store, by the object with its tax settings. Changed settings are a new object and get a new
 * cache.
 */
const stores = new WeakMap<StoreSettings['tax'], StoreCache>();

function cacheOf(tax: StoreSettings['tax']): StoreCache {
  const cache = stores.get(tax) ?? {
    classes: new Set(tax.rates.map(({ taxClass }) => taxClass)),
    // With `max`, the cache would at once allocate room for all places, although most stores sell to few.
    places: new LRUCache<string, Map<string, Levy>>({ maxSize: maxPlaces, sizeCalculation: () => 1 }),
  };
  stores.set(tax, cache);
  return cache;
}

/**
 * Returns a function that returns the levy of a tax class in a place. With `shipping`, the levy has only the
 * rates on shipping. The same place and class give the same object, so that callers can group lines by levy.
 * Recent places are cached.
 */
export function leviesIn(place: Place, tax: StoreSettings['tax'], shipping = false): LevyOf {
  const { country, state, postcode, city } = place;
  const cache = cacheOf(tax);
  const key = [country, state, postcode, city, shipping].join('\n');
  const levies = cache.places.get(key) ?? new Map<string, Levy>();
  cache.places.set(key, levies);
  return (given) => {
    const taxClass = given || 'standard';
    // Unknown tax classes are not cached, because fees may name any text as class.
    if (!cache.classes.has(taxClass)) return untaxed;
    const cached = levies.get(taxClass);
    if (cached) return cached;
    const rates = ratesIn(place, tax, taxClass);
    const levy = levyOf(shipping ? rates.filter((rate) => rate.shipping) : rates);
    levies.set(taxClass, levy);
    return levy;
  };
}
