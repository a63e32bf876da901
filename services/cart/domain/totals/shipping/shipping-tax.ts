import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Levy, type LevyOf, untaxed } from '../tax/levy.ts';

/** The class by which shipping is taxed; null where it is not (docs/money.md, Shipping). */
function classOf(
  shipped: readonly ProductFacts[],
  { rates, shippingTaxClass }: StoreSettings['tax'],
): string | null {
  if (shippingTaxClass !== 'inherit') return shippingTaxClass || 'standard';
  const taxed = shipped.filter(({ shippingTaxable }) => shippingTaxable);
  const classes = new Set(taxed.map(({ taxClass }) => taxClass || 'standard'));
  if (classes.has('standard')) return 'standard';
  // A class that no rate names bears nothing, whether it is the first or not.
  return rates.find(({ taxClass }) => classes.has(taxClass))?.taxClass ?? null;
}

/**
 * What shipping of these goods bears: the rates of the store's class for it; with `inherit` those of the standard class
 * if any of the goods is of it, else of the first of their classes among the store's rates. Nothing where no shipping
 * of them is taxed.
 *
 * @param levyOf - the rates of a class that shipping bears
 */
export function shippingLevy(
  shipped: readonly ProductFacts[],
  tax: StoreSettings['tax'],
  levyOf: LevyOf,
): Levy {
  const taxClass = classOf(shipped, tax);
  return taxClass === null ? untaxed : levyOf(taxClass);
}
