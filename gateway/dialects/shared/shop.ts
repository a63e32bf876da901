import type { ShopUnits } from '#contracts/product.ts';
import { productCurrency } from './currency.ts';
import type { Links } from './links.ts';

/** What presenters of products need; made once for a list. */
export interface Shop {
  readonly units: ShopUnits;
  /** The currency in the form of products. */
  readonly currency: ReturnType<typeof productCurrency>;
  readonly links: Links;
}

/** Returns the shop of an answer; `currency` writes the currency in the dialect's form. */
export function shopOf(units: ShopUnits, links: Links, currency = productCurrency): Shop {
  return { units, currency: currency(units.currency), links };
}
