import type { Cart, CartTotals } from '#contracts/cart.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import {
  atFinest,
  type Fine,
  fine,
  fineSum,
  type Grain,
  inUnits,
  type Minor,
  minor,
  noFine,
  sum,
} from '#platform/money/money.ts';
import { halfOf, type Levy, leviesIn, type Taxed } from '#platform/tax/levy.ts';
import { basePlace, type Place } from '#platform/tax/place.ts';
import { rateCode } from '#platform/tax/rates.ts';
import type { CommandContext } from '../../model/command.ts';
import { withinSafeIntegers } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { discountsOf } from '../coupons/discounts.ts';
import { placeOf, taxPlace } from '../customer/addresses.ts';
import { zoneOf } from '../shipping/zones.ts';
import { type CalculatedFee, type Cost, feesOf, localPickup, type Package, packagesOf } from './charges.ts';
import {
  enteredIn,
  goodsTotals,
  type PartTotals,
  type PricedLine,
  type Pricing,
  pricedLines,
  pricing,
  type Rounding,
  shownIn,
  subtotalPart,
  sumOfAmounts,
} from './prices.ts';

/** The complete calculation of a cart. */
interface Calculation {
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

/**
 * Returns the calculation of a cart in the order of docs/money.md: items, coupons, their taxes, shipping, fees,
 * total. The total is never below zero. Pure.
 *
 * @throws ServiceError `service_cart_limit_exceeded` if an amount exceeds the safe integers
 */
export function calculate(state: CartState, context: CommandContext): Calculation {
  return withinSafeIntegers(() => calculatedOf(state, context));
}

/** Returns where a cart is taxed: the customer's place, or the store for pickup. @throws AmountError */
export function taxedAt(state: CartState, context: CommandContext): Place {
  const { settings } = context;
  const isAtStore = mayBePickedUp(state, settings) && isPickedUp(calculatedOf(state, context));
  return isAtStore ? basePlace(settings) : taxPlace(state.customer, settings);
}

/** Returns whether the customer's zone has a pickup method and pickup changes where the cart is taxed. */
function mayBePickedUp({ customer }: CartState, settings: StoreSettings): boolean {
  if (!settings.shippingEnabled || settings.tax.basedOn === 'base') return false;
  const zone = zoneOf(placeOf(customer.shipping, settings), settings.shippingZones);
  return zone?.methods.some(({ methodId, enabled }) => enabled && methodId === localPickup) ?? false;
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

/** Returns the coupons of a cart in the order in which they were applied, without coupons that no longer exist. */
function couponsOf(state: CartState, { coupons, settings }: CommandContext): Coupon[] {
  if (!settings.couponsEnabled) return [];
  return state.coupons.flatMap((code) => coupons.get(code) ?? []);
}

/** A line with its amounts after all discounts. */
export interface CalculatedLine extends PricedLine {
  readonly total: Taxed;
}

/** A coupon and the amount that the coupon saves, with or without tax as the store shows amounts in the cart. */
export interface Saving {
  readonly coupon: Coupon;
  readonly amount: Minor;
}

/** A discount without tax (`net`), and the tax on this discount (`tax`). */
interface Discount {
  readonly net: Fine;
  readonly tax: Fine;
}

/** The effect of coupons on a cart. */
interface Discounted {
  readonly lines: readonly CalculatedLine[];
  readonly savings: readonly Saving[];
  /** The discounts of all coupons together. */
  readonly discount: Discount;
}

/** Returns the lines after discounts, and the saving of each coupon (docs/money.md, "Coupons"). Pure. */
function discounted(priced: readonly PricedLine[], coupons: readonly Coupon[], pricing: Pricing): Discounted {
  const { settings, taxed, rounding } = pricing;
  const { grain } = rounding;
  const discountable = priced.map(({ facts, line, price }) => ({ facts, quantity: line.quantity, price }));
  const byCoupon = discountsOf(discountable, coupons, {
    grain,
    decimals: settings.currency.decimals,
    sequential: settings.sequentialDiscounts,
    calculation: settings.calculation,
  });
  const left = priced.map(({ price }): number => price);
  for (const amounts of byCoupon.values()) {
    for (const [index, amount] of amounts.entries()) left[index] = (left[index] ?? 0) - amount;
  }
  const lines = priced.map((line, index): CalculatedLine => {
    // Discounts are calculated from rounded prices, so their sum may slightly exceed the exact price.
    const rest = fine(Math.max(0, left[index] ?? 0));
    return { ...line, total: rest === line.price ? line.subtotal : taxed(rest, line.levy) };
  });
  const discounts = coupons.map((coupon) => discountOf(byCoupon.get(coupon.code) ?? [], priced, pricing));
  const savings = coupons.map((coupon, index) => {
    const { net, tax } = discounts[index] as Discount;
    // In a cart that shows prices with tax, the saving is net plus tax, each rounded separately.
    const amounts = settings.tax.shownInCart === 'incl' ? [net, tax] : [net];
    return { coupon, amount: sum(amounts.map((part) => inUnits(part, grain, 'towardsZero'))) };
  });
  const discount = {
    net: fineSum(discounts.map(({ net }) => net)),
    tax: fineSum(discounts.map(({ tax }) => tax)),
  };
  return { lines, savings, discount };
}

/** Returns the sum of one coupon's discounts on all lines, without tax, and the tax on this sum. */
function discountOf(amounts: readonly Fine[], priced: readonly PricedLine[], { taxed }: Pricing): Discount {
  let net = 0;
  let tax = 0;
  for (const [index, amount] of amounts.entries()) {
    if (amount === 0) continue;
    const split = taxed(amount, (priced[index] as PricedLine).levy);
    net += split.net;
    tax += fineSum(split.taxes);
  }
  return { net: fine(net), tax: fine(tax) };
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

/** Returns the sum of shipping costs and their taxes. The taxes are rounded, but the costs are not. */
function shippingTotals(packages: readonly Package[], { amount }: Rounding): PartTotals {
  return sumOfAmounts(
    packages.map(({ chosen: { levy, taxed } }) => ({
      levy,
      taxed: { net: taxed.net, taxes: taxed.taxes.map(amount) },
    })),
  );
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

function feesTotals(fees: readonly CalculatedFee[], { tax }: Rounding): PartTotals {
  return sumOfAmounts(
    fees.map(({ levy, taxed }) => ({ levy, taxed: { net: taxed.net, taxes: taxed.taxes.map(tax) } })),
  );
}

/**
 * The sums of goods, shipping and fees, rounded by the store's rules. `exactFees` is the sum of the fees before
 * rounding.
 */
interface TaxInput {
  readonly goods: PartTotals;
  readonly shipping: PartTotals;
  readonly fees: PartTotals;
  readonly exactFees: PartTotals;
}

/**
 * Returns the taxes of a cart by tax rate. For each rate, the taxes of goods and fees are rounded together. A rate is
 * left out if its taxes on goods, on shipping and on fees are each 0. If a negative fee cancels the tax on goods, the
 * rate stays with the amount 0.
 */
function taxList(
  levies: Iterable<Levy>,
  { goods, shipping, fees, exactFees }: TaxInput,
  tax: StoreSettings['tax'],
  grain: Grain,
): Cart['taxes'] {
  return ratesOf(levies).flatMap((rate) => {
    const { id, name, compound } = rate;
    const of = ({ taxes }: PartTotals): Fine => taxes.get(id) ?? noFine;
    const isBorne = [goods, shipping, fees, exactFees].some(
      (part) => inUnits(of(part), grain, 'awayFromZero') !== 0,
    );
    if (!isBorne) return [];
    const amount = inUnits(fine(of(goods) + of(exactFees)), grain, halfOf(tax));
    const shippingAmount = inUnits(of(shipping), grain, 'awayFromZero');
    return [{ rateId: id, code: rateCode(rate), label: name, compound, amount, shippingAmount }];
  });
}

/** Returns each tax rate of the levies once, sorted by priority, then order, then id. */
function ratesOf(levies: Iterable<Levy>): TaxRate[] {
  const byId = new Map<number, TaxRate>();
  for (const { rates } of new Set(levies)) {
    for (const rate of rates) byId.set(rate.id, rate);
  }
  return [...byId.values()].sort((a, b) => a.priority - b.priority || a.order - b.order || a.id - b.id);
}

/** The sums of the parts of a cart: goods before and after discounts, the discount, shipping and fees. */
interface TotalsInput {
  readonly before: PartTotals;
  readonly goods: PartTotals;
  readonly discount: Discount;
  readonly shipping: PartTotals;
  readonly fees: PartTotals;
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
