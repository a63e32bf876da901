import type { Cart, CartTotals } from '#contracts/cart.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { atFinest, fine, fineSum, type Grain, inUnits, noFine } from '#platform/money/fine-amounts.ts';
import { type Minor, minor } from '#platform/money/money.ts';
import { leviesIn } from '#platform/tax/levy-cache.ts';
import { basePlace, type Place } from '#platform/tax/place.ts';
import type { CommandContext } from '../../model/command.ts';
import { withinSafeIntegers } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { localPickup, type Package, packagesOf } from '../../shipping/domain/packages.ts';
import { zoneOf } from '../../shipping/domain/zone.ts';
import { type CalculatedFee, type Cost, feesOf } from './fees.ts';
import { enteredIn, type Pricing, pricedLines, pricing, shownIn, subtotalPart } from './lines.ts';
import { goodsTotals, type PartTotals, sumOfAmounts } from './part-totals.ts';
import type { Rounding } from './rounding.ts';
import { type CalculatedLine, type Discount, type Discounted, discounted, type Saving } from './savings.ts';
import { placeOf, taxList, taxPlace } from './tax-list.ts';

/** The complete calculation of a cart. */
export interface Calculation {
  readonly place: Place;
  readonly pricing: Pricing;
  readonly lines: readonly CalculatedLine[];
  readonly savings: readonly Saving[];
  readonly packages: readonly Package[];
  readonly fees: readonly CalculatedFee[];
  readonly taxes: Cart['taxes'];
  /** All sums of the cart in minor units. */
  readonly totals: CartTotals;
}

/** The sums of the parts of a cart: goods before and after discounts, the discount, shipping and fees. */
interface TotalsInput {
  readonly before: PartTotals;
  readonly goods: PartTotals;
  readonly discount: Discount;
  readonly shipping: PartTotals;
  readonly fees: PartTotals;
}

/** Returns the coupons of a cart in the order in which they were applied, without coupons that no longer exist. */
function couponsOf(state: CartState, { coupons, settings }: CommandContext): Coupon[] {
  if (!settings.couponsEnabled) return [];
  return state.coupons.flatMap((code) => coupons.get(code) ?? []);
}

/**
 * Returns all totals (docs/money.md, "Total"). Lists such as `feesTaxes` have an amount for each rate in `taxes`, in
 * the same order.
 */
function totalsOf(
  { before, goods, discount, shipping, fees }: TotalsInput,
  taxes: Cart['taxes'],
  { toMinor, taxToMinor, grain }: Rounding,
): CartTotals {
  const inOrder = (part: PartTotals) => taxes.map(({ rateId }) => toMinor(part.taxes.get(rateId) ?? noFine));
  const all = fineSum([goods.net, goods.tax, shipping.net, shipping.tax, fees.net, fees.tax]);
  // If the store rounds at the subtotal, the taxes of shipping and fees are rounded here, together. Otherwise
  // these taxes are already rounded.
  const chargesTax = inUnits(fine(shipping.tax + fees.tax), grain, 'awayFromZero');
  return {
    subtotal: toMinor(before.net),
    subtotalTax: toMinor(before.tax),
    discount: toMinor(discount.net),
    discountTax: toMinor(discount.tax),
    contents: toMinor(goods.net),
    contentsTax: toMinor(goods.tax),
    contentsTaxes: inOrder(goods),
    fees: toMinor(fees.net),
    feesTax: toMinor(fees.tax),
    feesTaxes: inOrder(fees),
    shipping: toMinor(shipping.net),
    shippingTax: toMinor(shipping.tax),
    shippingTaxes: inOrder(shipping),
    taxRates: taxes.map(({ rateId }) => rateId),
    total: minor(Math.max(0, toMinor(all))),
    totalTax: taxToMinor(fine(goods.tax + chargesTax * grain)),
  };
}

/** Returns the amounts on which free shipping depends: the shown subtotal before and after discounts. */
function shownSubtotals(
  { before, discount }: Pick<TotalsInput, 'before' | 'discount'>,
  { settings, rounding }: Pricing,
): { shownSubtotal: Minor; shownAfterDiscounts: Minor } {
  const [subtotal, less] = [shownIn(settings, before), shownIn(settings, discount)];
  return {
    shownSubtotal: rounding.toMinor(subtotal),
    shownAfterDiscounts: rounding.toMinor(fine(subtotal - less)),
  };
}

/** Returns the amounts over which a negative fee is split: goods and shipping, with their tax classes. */
function costsOf(
  lines: readonly CalculatedLine[],
  packages: readonly Package[],
  { tax }: StoreSettings,
): Cost[] {
  const goods = lines.map(({ facts: { taxable, taxClass }, total }): Cost => {
    return { taxClass: taxable ? taxClass || 'standard' : null, amount: total.net };
  });
  const [first] = lines;
  const inherited = first ? first.facts.taxClass || 'standard' : null;
  const ofShipping = tax.shippingTaxClass === 'inherit' ? inherited : tax.shippingTaxClass || 'standard';
  return [...goods, ...packages.map(({ chosen }) => ({ taxClass: ofShipping, amount: chosen.cost }))];
}

/** Returns the sum of shipping costs and their taxes. The taxes are rounded, but the costs are not. */
function shippingTotals(packages: readonly Package[], { amount }: Rounding): PartTotals {
  return sumOfAmounts(
    packages.map(({ chosen: { levy, taxed } }) => ({
      levy,
      taxed: { net: taxed.net, taxes: taxed.taxes.map(amount) },
    })),
  );
}

/** Returns the sum of fees and their taxes. */
function feesTotals(fees: readonly CalculatedFee[], { tax }: Rounding): PartTotals {
  return sumOfAmounts(
    fees.map(({ levy, taxed }) => ({ levy, taxed: { net: taxed.net, taxes: taxed.taxes.map(tax) } })),
  );
}

/** Returns the sum of goods after discounts. Without coupons, returns `before`, the sum before discounts. */
function afterDiscounts(
  before: PartTotals,
  { lines }: Discounted,
  coupons: readonly Coupon[],
  { rounding }: Pricing,
) {
  if (coupons.length === 0) return before;
  return goodsTotals(
    lines.map(({ levy, total }) => ({ levy, taxed: total })),
    rounding,
  );
}

/**
 * Returns the calculation of a cart that is taxed in `place`. @throws AmountError if an amount exceeds the safe
 * integers
 */
function calculatedAt(place: Place, state: CartState, context: CommandContext, grain: Grain): Calculation {
  const { settings } = context;
  const prices = pricing(settings, place, grain);
  const { rounding } = prices;
  const coupons = couponsOf(state, context);
  const afterCoupons = discounted(pricedLines(state.lines, context.facts, prices), coupons, prices);
  const { lines, savings, discount } = afterCoupons;
  const before = subtotalPart(lines, prices);
  const goods = afterDiscounts(before, afterCoupons, coupons, prices);
  const toShip = {
    lines,
    ...shownSubtotals({ before, discount }, prices),
    isFreeByCoupon: coupons.some(({ freeShipping }) => freeShipping),
    grain,
  };
  const packages = packagesOf(state, toShip, settings, leviesIn(place, settings.tax, true));
  const shipping = shippingTotals(packages, rounding);
  const fees = feesOf(state.fees, prices.levyOf, grain, {
    net: fine(goods.net + shipping.net),
    costs: costsOf(lines, packages, settings),
  });
  const sums = { before, goods, discount, shipping, fees: feesTotals(fees, rounding) };
  const taxedParts = [...lines, ...packages.map(({ chosen }) => chosen), ...fees];
  const taxes = taxList(
    taxedParts.map(({ levy }) => levy),
    { ...sums, exactFees: sumOfAmounts(fees) },
    settings.tax,
    grain,
  );
  return {
    place,
    pricing: prices,
    lines,
    savings,
    packages,
    fees,
    taxes,
    totals: totalsOf(sums, taxes, rounding),
  };
}

function isPickedUp({ packages }: Calculation): boolean {
  return packages.some(({ chosen }) => chosen.methodId === localPickup);
}

/**
 * Returns the calculation of a cart, taxed in the customer's place, or at the store for pickup. @throws AmountError
 */
function calculatedOf(state: CartState, context: CommandContext): Calculation {
  const { settings } = context;
  return atFinest(enteredIn(state, context.facts), (grain) => {
    const calculated = calculatedAt(taxPlace(state.customer, settings), state, context, grain);
    if (settings.tax.basedOn === 'base' || !isPickedUp(calculated)) return calculated;
    return calculatedAt(basePlace(settings), state, context, grain);
  });
}

/** Returns whether the customer's zone has a pickup method and pickup changes where the cart is taxed. */
function mayBePickedUp({ customer }: CartState, settings: StoreSettings): boolean {
  if (!settings.shippingEnabled || settings.tax.basedOn === 'base') return false;
  const zone = zoneOf(placeOf(customer.shipping, settings), settings.shippingZones);
  return zone?.methods.some(({ methodId, enabled }) => enabled && methodId === localPickup) ?? false;
}

/** Returns where a cart is taxed: the customer's place, or the store for pickup. @throws AmountError */
export function taxedAt(state: CartState, context: CommandContext): Place {
  const { settings } = context;
  const isAtStore = mayBePickedUp(state, settings) && isPickedUp(calculatedOf(state, context));
  return isAtStore ? basePlace(settings) : taxPlace(state.customer, settings);
}

/**
 * Returns the calculation of a cart in the order of docs/money.md: items, coupons, their taxes, shipping, fees,
 * total. The total is never below zero. Pure.
 *
 * @throws ServiceError `service_cart_limit_exceeded` if an amount exceeds the safe integers
 */
export function calculate(state: CartState, context: CommandContext): Calculation {
  return withinSafeIntegers(() => calculatedOf(state, context));
}
