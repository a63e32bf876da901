import type { Currency } from '#contracts/settings.ts';
import type { Grain } from '#platform/money/fine.ts';
import { bearsTax, type Consignment, type MethodSettings, type Offer, type Shipped } from './consignment.ts';
import { costOf } from './cost-expression.ts';
import { costIn, type Exact, larger, nought, plus } from './exact.ts';
import { parcelOf } from './parcel.ts';

/** What goods of one shipping class are told by: its id, the slug where there is no id, empty for no class. */
function classOf({ facts }: Shipped): string {
  return facts.shippingClassId === 0 ? facts.shippingClass : String(facts.shippingClassId);
}

/** The expression for goods of one class, by the id of the class or its slug; empty where none is given. */
function classText(settings: MethodSettings, { facts }: Shipped): string {
  const { shippingClass, shippingClassId } = facts;
  if (shippingClass === '' && shippingClassId === 0) return settings.no_class_cost ?? '';
  return settings[`class_cost_${shippingClassId}`] || (settings[`class_cost_${shippingClass}`] ?? '');
}

/** What an expression comes to for some goods: null where it is nonsense, undefined where none is given. */
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
 * The flat rate: the sum of its own expression and of those of the classes in the package, each for the goods of that
 * class, or of the dearest of them (docs/money.md, Shipping). Not rounded to the minor unit. Not offered where no cost is
 * given for the package, nor where one is nonsense.
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
