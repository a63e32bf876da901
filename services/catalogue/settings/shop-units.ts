import type { ShopUnits, ShownTax } from '#contracts/product.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { basePlace, defaultPlace } from '#platform/tax/place.ts';
import { ratesIn } from '#platform/tax/rates.ts';
import { memo } from '#platform/util/memo.ts';

const withoutPlace = ({ id, ppm, compound }: TaxRate) => ({ id, ppm, compound });

/**
 * Returns how entered prices are converted for display; null if prices are shown as entered. Uses the taxes
 * of the default address, because all clients get the same answer (docs/money.md#prices-of-products).
 */
function shownTaxOf(settings: StoreSettings): ShownTax | null {
  const { enabled, pricesIncludeTax, roundAtSubtotal, shownInShop: shown, basedOn, rates } = settings.tax;
  if (!enabled || (shown === 'excl' && !pricesIncludeTax)) return null;
  const home = basePlace(settings);
  const here = basedOn === 'base' ? home : defaultPlace(settings);
  const classes: ShownTax['classes'] = {};
  for (const taxClass of new Set(rates.map((rate) => rate.taxClass))) {
    const ratesAt = (place: typeof home) => ratesIn(place, settings.tax, taxClass).map(withoutPlace);
    const both = { home: ratesAt(home), here: ratesAt(here) };
    if (both.home.length + both.here.length > 0) classes[taxClass] = both;
  }
  return { shown, pricesIncludeTax, roundAtSubtotal, classes };
}

/** Returns the data of the store that the presenters of products need. */
export const unitsOf = memo((settings: StoreSettings): ShopUnits => {
  const { currency, weightUnit, dimensionUnit } = settings;
  return { currency, weightUnit, dimensionUnit, tax: shownTaxOf(settings) };
});
