import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Currency, ShippingZone, StoreSettings } from '#contracts/settings.ts';
import { type Fine, fineSum, type Grain, type Minor, noFine, zero } from '#platform/money/money.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import type { Place } from '#platform/tax/place.ts';
import {
  costIn,
  costOf,
  dotted,
  type Exact,
  exact,
  exactZero,
  larger,
  over,
  type Parcel,
  plus,
} from './cost-expression.ts';
import { zoneOf } from './zones.ts';

/** A line that is shipped; `total` is its amount without tax, after discounts. */
export interface Shipped {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly total: Fine;
}

/** The goods for one destination, and the data that shipping methods use. */
export interface Consignment {
  readonly goods: readonly Shipped[];
  readonly destination: Place;
  /** The sum of the cart's lines before discounts, with or without tax as the store shows carts. */
  readonly shownSubtotal: Minor;
  /** The sum of the cart's lines after discounts, with or without tax as the store shows carts. */
  readonly shownAfterDiscounts: Minor;
  /** Whether a coupon of the cart grants free shipping. */
  readonly isFreeByCoupon: boolean;
  readonly grain: Grain;
}

/**
 * The store's settings of a shipping method, with WooCommerce's names. The command line has already checked the
 * settings (cli/store-settings/records.ts).
 */
type MethodSettings = ShippingZone['methods'][number]['settings'];

/** The cost of a shipping method, without tax. */
interface Offer {
  readonly cost: Fine;
  readonly taxable: boolean;
}

/**
 * A function that returns the cost of one shipping method for a consignment; null if the method is not offered. Pure.
 */
type Method = (settings: MethodSettings, consignment: Consignment, currency: Currency) => Offer | null;

/** Returns whether a shipping method is taxable. Methods without this setting are taxable. */
function isTaxable({ tax_status: status }: MethodSettings): boolean {
  return status !== 'none';
}

/**
 * Returns the quantity and the cost of goods, which cost expressions use. @throws AmountError if an amount exceeds the
 * safe integers
 */
export function parcelOf(goods: readonly Shipped[], { decimals }: Currency, grain: Grain): Parcel {
  return {
    quantity: exact(goods.reduce((all, { quantity }) => all + quantity, 0)),
    cost: over(exact(fineSum(goods.map(({ total }) => total)), decimals), exact(grain)),
  };
}

/** Returns the id of a line's shipping class, or the slug of a class without an id. Empty without a class. */
function classOf({ facts }: Shipped): string {
  return facts.shippingClassId === 0 ? facts.shippingClass : String(facts.shippingClassId);
}

/**
 * Returns the cost expression for a line's shipping class, from a setting such as `class_cost_12` (with the id) or
 * `class_cost_heavy` (with the slug). For a line without a class, the setting is `no_class_cost`. Empty if the setting
 * is missing.
 */
function classText(settings: MethodSettings, { facts }: Shipped): string {
  const { shippingClass, shippingClassId } = facts;
  if (shippingClass === '' && shippingClassId === 0) return settings.no_class_cost ?? '';
  return settings[`class_cost_${shippingClassId}`] || (settings[`class_cost_${shippingClass}`] ?? '');
}

/** Returns the value of a cost expression for goods: null for an invalid expression, undefined for an empty text. */
function costOfGoods(
  text: string,
  goods: readonly Shipped[],
  currency: Currency,
  grain: Grain,
): Exact | null | undefined {
  if (text.trim() === '') return undefined;
  return costOf(text, currency.decimalSeparator, parcelOf(goods, currency, grain));
}

/**
 * Returns the flat rate (docs/money.md, Shipping): the value of `settings.cost` for all goods, plus the value of each
 * shipping class's cost expression for the goods of the class. With the type `order`, only the highest value of a class
 * is added. Null if all expressions are empty, or if one expression is invalid.
 */
export function flatRate(
  settings: MethodSettings,
  { goods, grain }: Consignment,
  currency: Currency,
): Offer | null {
  const classes = [...Map.groupBy(goods, classOf).values()].map((some) =>
    costOfGoods(classText(settings, some[0] as Shipped), some, currency, grain),
  );
  const own = costOfGoods(settings.cost ?? '', goods, currency, grain);
  const given = [own, ...classes].filter((one) => one !== undefined);
  if (given.length === 0 || given.includes(null)) return null;
  const ofClasses = classes
    .filter((one) => one !== undefined && one !== null)
    .reduce(settings.type === 'order' ? larger : plus, exactZero);
  const amount = costIn(currency.decimals, grain, plus(own ?? exactZero, ofClasses));
  return amount === null ? null : { cost: amount, taxable: isTaxable(settings) };
}

/**
 * Returns the minimum subtotal for free shipping in minor units: 0 if no minimum is set, null if the setting is not a
 * valid amount.
 */
function minimumIn({ min_amount: text = '' }: MethodSettings, currency: Currency): Minor | null {
  if (text.trim() === '') return zero;
  return fromDecimalText(dotted(text, currency.decimalSeparator), currency.decimals);
}

/**
 * Returns free shipping if its requirement is met, else null (docs/money.md, Shipping). `settings.requires` names the
 * requirement: none, a minimum subtotal, a coupon that grants free shipping, the minimum or the coupon, or the minimum
 * and the coupon. The minimum is compared to the subtotal after discounts, or before discounts if the method ignores
 * discounts. The subtotal includes tax if carts show tax.
 */
function freeShipping(
  settings: MethodSettings,
  { isFreeByCoupon, shownAfterDiscounts, shownSubtotal }: Consignment,
  currency: Currency,
): Offer | null {
  const compared = settings.ignore_discounts === 'yes' ? shownSubtotal : shownAfterDiscounts;
  const minimum = minimumIn(settings, currency);
  const isEnough = minimum !== null && compared >= minimum;
  const isMet: Readonly<Record<string, boolean>> = {
    '': true,
    coupon: isFreeByCoupon,
    min_amount: isEnough,
    either: isFreeByCoupon || isEnough,
    both: isFreeByCoupon && isEnough,
  };
  const { requires = '' } = settings;
  return Object.hasOwn(isMet, requires) && isMet[requires] ? { cost: noFine, taxable: false } : null;
}

/**
 * Returns local pickup with the value of its cost expression (docs/money.md, Shipping). Without an expression, the cost
 * is 0. Null for an invalid expression.
 */
function localPickup(
  settings: MethodSettings,
  { goods, grain }: Consignment,
  currency: Currency,
): Offer | null {
  const text = settings.cost ?? '';
  const taxable = isTaxable(settings);
  if (text.trim() === '') return { cost: noFine, taxable };
  const amount = costOf(text, currency.decimalSeparator, parcelOf(goods, currency, grain));
  const cost = amount && costIn(currency.decimals, grain, amount);
  return cost === null ? null : { cost, taxable };
}

/** A shipping rate that can be chosen, without tax. */
export interface Quote extends Offer {
  /** The ids of the method and of its instance, such as `flat_rate:1`. */
  readonly key: string;
  readonly methodId: string;
  readonly instanceId: number;
  readonly label: string;
}

/** Shipping methods by id. */
const methods: ReadonlyMap<string, Method> = new Map([
  ['flat_rate', flatRate],
  ['free_shipping', freeShipping],
  ['local_pickup', localPickup],
]);

/** Returns the shipping rates of a consignment, in the shop's order (docs/money.md#shipping). Pure. */
export function quotesFor(consignment: Consignment, settings: StoreSettings): readonly Quote[] {
  const { currency, shippingZones } = settings;
  const zoneMethods = zoneOf(consignment.destination, shippingZones)?.methods ?? [];
  return zoneMethods
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => a.order - b.order || a.instanceId - b.instanceId)
    .flatMap(({ instanceId, methodId, settings: texts, title }) => {
      const offer = methods.get(methodId)?.(texts, consignment, currency);
      const label = texts.title?.trim() || title;
      return offer ? [{ ...offer, key: `${methodId}:${instanceId}`, methodId, instanceId, label }] : [];
    });
}
