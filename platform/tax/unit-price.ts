import type { StoreSettings } from '#contracts/settings.ts';
import { type Exact, finePrice } from '#platform/money/exact.ts';
import {
  atFinest,
  type Fine,
  fine,
  fineSum,
  type Grain,
  inUnits,
  toUnit,
} from '#platform/money/fine-amounts.ts';
import type { Minor } from '#platform/money/money.ts';
import { addTax, extractTax, halfOf, isSameLevy, type Levy, type LevyOf } from './levy.ts';

/** Members of a product that determine its tax. */
export interface TaxedProduct {
  readonly taxable: boolean;
  readonly taxClass: string;
}

/** Returns a unit price as a store shows it. `exact` is the exact amount of a price with further decimals. */
export type ShowPrice = (price: Minor, product: TaxedProduct, exact?: Exact) => Minor;

type Tax = Pick<StoreSettings['tax'], 'enabled' | 'pricesIncludeTax' | 'roundAtSubtotal'>;

/**
 * Returns the sum of taxes. Rounds each tax to minor units first; a store that rounds at the subtotal skips
 * this rounding.
 */
function taxSum(taxes: readonly Fine[], tax: Tax, grain: Grain): Fine {
  return fineSum(tax.roundAtSubtotal ? taxes : taxes.map((one) => toUnit(one, grain, halfOf(tax))));
}

/** Returns a gross price with the tax of `here` instead of the tax of `home`. */
function withReplacedTax(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  const { net, taxes } = extractTax(price, home);
  return fine(price - taxSum(taxes, tax, grain) + taxSum(addTax(net, here).taxes, tax, grain));
}

/** Converts a price that the store entered, net or gross, to a price with the tax of `here`. */
function withTax(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  if (!tax.pricesIncludeTax) return fine(price + taxSum(addTax(price, here).taxes, tax, grain));
  return isSameLevy(home, here) ? price : withReplacedTax(price, home, here, tax, grain);
}

/**
 * Returns the function that shows unit prices with or without tax (docs/money.md, "Prices of products"). Gross
 * prices include the tax of the store's place, `home`. Prices shown with tax include the tax of the place
 * `here`. Shown prices are rounded half up to the `decimals` of the currency.
 */
export function unitPrices(
  tax: Tax,
  shown: 'incl' | 'excl',
  home: LevyOf,
  here: LevyOf,
  decimals: number,
): ShowPrice {
  // A store without taxes, or with net prices shown as net, shows the entered price.
  if (!tax.enabled || (shown === 'excl' && !tax.pricesIncludeTax)) return (price) => price;
  return (price, { taxable, taxClass }, exact) => {
    if (!taxable) return price;
    const [ownLevy, levy] = [home(taxClass), here(taxClass)];
    return atFinest(price, (grain) => {
      const entered = finePrice(price, exact, 1, decimals, grain);
      const amount =
        shown === 'incl' ? withTax(entered, ownLevy, levy, tax, grain) : extractTax(entered, ownLevy).net;
      return inUnits(amount, grain, 'awayFromZero');
    });
  };
}
