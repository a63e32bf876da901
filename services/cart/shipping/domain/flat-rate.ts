import type { Currency } from '#contracts/settings.ts';
import type { Grain } from '#platform/money/fine.ts';
import { bearsTax, type Consignment, type MethodSettings, type Offer, type Shipped } from './consignment.ts';
import { costOf } from './cost-expression.ts';
import { costIn, type Exact, larger, nought, plus } from './exact.ts';
import { parcelOf } from './parcel.ts';

/** Returns the identity of a shipping class: its id, else its slug, empty for no class. */
function classOf({ facts }: Shipped): string {
  return facts.shippingClassId === 0 ? facts.shippingClass : String(facts.shippingClassId);
}

/** Returns the expression for goods of one class, by the id of the class or its slug; empty for none. */
function classText(settings: MethodSettings, { facts }: Shipped): string {
  const { shippingClass, shippingClassId } = facts;
  if (shippingClass === '' && shippingClassId === 0) return settings.no_class_cost ?? '';
  return settings[`class_cost_${shippingClassId}`] || (settings[`class_cost_${shippingClass}`] ?? '');
}

/** Returns the cost of an expression for goods: null for an invalid one, undefined for an empty one. */
function cost(
  text: string,
  goods: readonly Shipped[],
  currency: Currency,
  grain: Grain,
): Exact | null | undefined {
  if (text.trim() === '') return undefined;
  return costOf(text, currency.decimalSeparator, parcelOf(goods, currency, grain));
}

/**
 * Returns the flat rate: its own expression plus those of the classes in the package, each for the goods of its
 * class, or only the most expensive of them (docs/money.md, Shipping). Not rounded to the minor unit. Not offered
 * when the package has no cost, or an invalid one.
 */
export function flatRate(
  settings: MethodSettings,
  { goods, grain }: Consignment,
  currency: Currency,
): Offer | null {
  const classes = [...Map.groupBy(goods, classOf).values()].map((some) =>
    cost(classText(settings, some[0] as Shipped), some, currency, grain),
  );
  const own = cost(settings.cost ?? '', goods, currency, grain);
  const given = [own, ...classes].filter((one) => one !== undefined);
  if (given.length === 0 || given.includes(null)) return null;
  const ofClasses = classes
    .filter((one) => one !== undefined && one !== null)
    .reduce(settings.type === 'order' ? larger : plus, nought);
  const amount = costIn(currency.decimals, grain, plus(own ?? nought, ofClasses));
  return amount === null ? null : { cost: amount, taxable: bearsTax(settings) };
}
