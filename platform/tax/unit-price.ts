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
} from '#platform/money/fine.ts';
import type { Minor } from '#platform/money/money.ts';
import { halfOf, isSameLevy, type Levy, type LevyOf, levied, released } from './levy.ts';

/** What of a product its tax goes by. */
export interface TaxedProduct {
  readonly taxable: boolean;
  readonly taxClass: string;
}

/** A price of one piece as a store shows it. */
export type ShowPrice = (price: Minor, product: TaxedProduct) => Minor;

type Tax = Pick<StoreSettings['tax'], 'enabled' | 'pricesIncludeTax' | 'roundAtSubtotal'>;

/** All taxes together, each rounded to the minor unit unless the store rounds at the subtotal. */
function whole(taxes: readonly Fine[], tax: Tax, grain: Grain): Fine {
  return fineSum(tax.roundAtSubtotal ? taxes : taxes.map((one) => toUnit(one, grain, halfOf(tax))));
}

/** A price that contains the tax of the store's own place, with that of another place in its stead. */
function moved(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  const { net, taxes } = released(price, home);
  return fine(price - whole(taxes, tax, grain) + whole(levied(net, here).taxes, tax, grain));
}

/** With tax, for a place whose levies are `here`. */
function withTax(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  if (!tax.pricesIncludeTax) return fine(price + whole(levied(price, here).taxes, tax, grain));
  return isSameLevy(home, here) ? price : moved(price, home, here, tax, grain);
}

/**
 * How the price of one piece is shown, with tax or without (docs/money.md, "Prices of products"). Tax that a price
 * contains is that of the store's own place, `home`; with tax it is shown with that of `here`. Rounded half up.
 */
export function unitPrices(tax: Tax, shown: 'incl' | 'excl', home: LevyOf, here: LevyOf): ShowPrice {
  // As entered.
  if (!tax.enabled || (shown === 'excl' && !tax.pricesIncludeTax)) return (price) => price;
  return (price, { taxable, taxClass }) => {
    if (!taxable) return price;
    const [ownLevy, levy] = [home(taxClass), here(taxClass)];
    return atFinest(price, (grain) => {
      const entered = fineOf(price, grain);
      const amount =
        shown === 'incl' ? withTax(entered, ownLevy, levy, tax, grain) : released(entered, ownLevy).net;
      return inUnits(amount, grain, 'up');
    });
  };
}
