import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Levy, type LevyOf, untaxed } from '#platform/tax/levy.ts';

const standard = 'standard';

/** The class by which shipping is taxed; null where none of the goods makes it taxed (docs/money.md, Shipping). */
function classOf(shipped: readonly ProductFacts[], shippingTaxClass: string): string | null {
  if (shippingTaxClass !== 'inherit') return shippingTaxClass || standard;
  const taxed = shipped.filter(({ shippingTaxable }) => shippingTaxable);
  const classes = new Set(taxed.map(({ taxClass }) => taxClass || standard));
  if (classes.has(standard)) return standard;
  // The others are in the order of their names, as the shop lists them.
  return [...classes].sort()[0] ?? null;
}

/**
 * What shipping of these goods bears: the rates of the store's class for it; with `inherit` those of the standard class
 * if any of the goods is of it, else of the first of their classes. Where that class has no rates on shipping, those of
 * the standard class. Nothing where `inherit` finds no goods whose shipping is taxed.
 *
 * @param levyOf - the rates of a class that shipping bears
 */
export function shippingLevy(
  shipped: readonly ProductFacts[],
  { shippingTaxClass }: StoreSettings['tax'],
  levyOf: LevyOf,
): Levy {
  const taxClass = classOf(shipped, shippingTaxClass);
  if (taxClass === null) return untaxed;
  const levy = levyOf(taxClass);
  return levy.rates.length > 0 ? levy : levyOf(standard);
}
