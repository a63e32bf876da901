import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Levy, type LevyOf, untaxed } from '#platform/tax/levy.ts';

const standard = 'standard';

/** Returns the tax class of shipping; null when none of the goods makes it taxable (docs/money.md, Shipping). */
function classOf(shipped: readonly ProductFacts[], shippingTaxClass: string): string | null {
  if (shippingTaxClass !== 'inherit') return shippingTaxClass || standard;
  const taxed = shipped.filter(({ shippingTaxable }) => shippingTaxable);
  const classes = new Set(taxed.map(({ taxClass }) => taxClass || standard));
  if (classes.has(standard)) return standard;
  // Other classes are ordered by name, as the shop lists them.
  return [...classes].sort()[0] ?? null;
}

/**
 * Returns the levy on shipping of these goods: the rates of the store's class for it; with `inherit` those of the
 * standard class if any of the goods has it, else of the first of their classes. If that class has no rates on
 * shipping, those of the standard class. None when `inherit` finds no taxable goods.
 *
 * @param levyOf - the rates of a class that apply to shipping
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
