import type { ShopUnits, ShownTax } from '#contracts/product.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { basePlace, defaultPlace } from '#platform/tax/place.ts';
import { ratesIn } from '#platform/tax/rates.ts';

const slim = ({ id, ppm, compound }: TaxRate) => ({ id, ppm, compound });

/**
 * Returns how entered prices are converted for display; null if unchanged. One answer serves all readers, so the tax
 * is that of the store's default address (docs/money.md#prices-of-products).
 */
function shownTaxOf(settings: StoreSettings): ShownTax | null {
  const { enabled, pricesIncludeTax, roundAtSubtotal, shownInShop: shown, basedOn, rates } = settings.tax;
  if (!enabled || (shown === 'excl' && !pricesIncludeTax)) return null;
  const home = basePlace(settings);
  const here = basedOn === 'base' ? home : defaultPlace(settings);
  const classes: ShownTax['classes'] = {};
  for (const taxClass of new Set(rates.map((rate) => rate.taxClass))) {
    const ratesAt = (place: typeof home) => ratesIn(place, settings.tax, taxClass).map(slim);
    const both = { home: ratesAt(home), here: ratesAt(here) };
    if (both.home.length + both.here.length > 0) classes[taxClass] = both;
  }
  return { shown, pricesIncludeTax, roundAtSubtotal, classes };
}

/** Cached by the settings object, which is replaced and never changed. */
const known = new WeakMap<StoreSettings, ShopUnits>();

/** Returns the store data that product presenters need. */
export function unitsOf(settings: StoreSettings): ShopUnits {
  const held = known.get(settings);
  if (held) return held;
  const { currency, weightUnit, dimensionUnit } = settings;
  const made = { currency, weightUnit, dimensionUnit, tax: shownTaxOf(settings) };
  known.set(settings, made);
  return made;
}
