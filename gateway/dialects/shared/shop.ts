import type { ShopUnits } from '#contracts/product.ts';
import { productCurrency } from './currency.ts';
import type { Links } from './links.ts';

/** What every product of an answer is written with; made once for a whole list. */
export interface Shop {
  readonly units: ShopUnits;
  /** The currency as products name it. */
  readonly currency: ReturnType<typeof productCurrency>;
  readonly links: Links;
}

/** `currency` writes it as the dialect does. */
export function shopOf(units: ShopUnits, links: Links, currency = productCurrency): Shop {
  return { units, currency: currency(units.currency), links };
}
