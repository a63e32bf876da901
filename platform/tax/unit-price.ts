import type { StoreSettings } from '#contracts/settings.ts';
import {
  atFinest,
  type Fine,
  fine,
  fineOf,
  fineSum,
  type Grain,
  inUnits,
  toUnit,
} from '#platform/money/fine-amounts.ts';
import type { Minor } from '#platform/money/money.ts';
import { addTax, extractTax, halfOf, isSameLevy, type Levy, type LevyOf } from './levy.ts';

/** Members of a product that decide about its tax. */
export interface TaxedProduct {
  readonly taxable: boolean;
  readonly taxClass: string;
}

/** Returns a unit price as a store shows it. */
export type ShowPrice = (price: Minor, product: TaxedProduct) => Minor;

type Tax = Pick<StoreSettings['tax'], 'enabled' | 'pricesIncludeTax' | 'roundAtSubtotal'>;

/** Returns the sum of taxes, each rounded to minor units unless the store rounds at the subtotal. */
function whole(taxes: readonly Fine[], tax: Tax, grain: Grain): Fine {
  return fineSum(tax.roundAtSubtotal ? taxes : taxes.map((one) => toUnit(one, grain, halfOf(tax))));
}

/** Returns a gross price in which the tax of the other place replaces the home tax. */
function moved(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  const { net, taxes } = extractTax(price, home);
  return fine(price - whole(taxes, tax, grain) + whole(addTax(net, here).taxes, tax, grain));
}

/** Returns the price with the tax of the place of `here`. */
function withTax(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  if (!tax.pricesIncludeTax) return fine(price + whole(addTax(price, here).taxes, tax, grain));
  return isSameLevy(home, here) ? price : moved(price, home, here, tax, grain);
}

/**
 * Returns how unit prices are shown, with or without tax (docs/money.md, "Prices of products"). Gross prices contain
 * the tax of the store's place, `home`; a price that is shown with tax contains the tax of `here`. Rounded half up.
 */
export function unitPrices(tax: Tax, shown: 'incl' | 'excl', home: LevyOf, here: LevyOf): ShowPrice {
  // Prices are shown as entered.
  if (!tax.enabled || (shown === 'excl' && !tax.pricesIncludeTax)) return (price) => price;
  return (price, { taxable, taxClass }) => {
    if (!taxable) return price;
    const [ownLevy, levy] = [home(taxClass), here(taxClass)];
    return atFinest(price, (grain) => {
      const entered = fineOf(price, grain);
      const amount =
        shown === 'incl' ? withTax(entered, ownLevy, levy, tax, grain) : extractTax(entered, ownLevy).net;
      return inUnits(amount, grain, 'up');
    });
  };
}
