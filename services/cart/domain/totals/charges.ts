import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import {
  type Fine,
  fine,
  fineOf,
  type Grain,
  type Minor,
  minor,
  share,
  toUnit,
} from '#platform/money/money.ts';
import { addTax, type Levy, type LevyOf, type Taxed, untaxed } from '#platform/tax/levy.ts';
import { isSafeAmount } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { isAddressKnown, placeOf, shipsTo } from '../customer/addresses.ts';
import { type Quote, quotesFor } from '../shipping/methods.ts';
import { amountTowardsLimit } from './counted-amount.ts';
import type { PricedLine } from './prices.ts';

/** A shipping rate with its tax. */
interface Rate extends Quote {
  readonly levy: Levy;
  readonly taxed: Taxed;
}

/** Goods that are shipped together, their rates, and the chosen rate. */
export interface Package {
  readonly index: number;
  readonly lines: readonly PricedLine[];
  readonly rates: readonly Rate[];
  readonly chosen: Rate;
}

/**
 * The lines and amounts of a cart from which its packages are calculated. `total` is a line's amount after discounts;
 * shipping uses only its net amount.
 */
interface ToShip {
  readonly lines: readonly (PricedLine & { readonly total: Taxed })[];
  readonly shownSubtotal: Minor;
  readonly shownAfterDiscounts: Minor;
  readonly isFreeByCoupon: boolean;
  readonly grain: Grain;
}

/** Id of the shipping method by which customers pick up their goods, which are then taxed at the store. */
export const localPickup = 'local_pickup';

/**
 * Returns the packages of a cart: one package with all goods that are shipped
 * (docs/reference/coupons-and-shipping.md#packages-and-rates). The list is empty if no goods of the cart are
 * shipped, if the store does not ship, if no method applies, or while the store hides shipping costs until
 * the address is known.
 *
 * @param shippingLevyOf - returns the rates of a tax class that apply to shipping
 */
export function packagesOf(
  state: CartState,
  toShip: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): readonly Package[] {
  const lines = toShip.lines.filter(({ facts }) => facts.shippingRequired);
  if (!settings.shippingEnabled || lines.length === 0) return [];
  if (settings.shippingHiddenUntilAddress && !isAddressKnown(state.customer.shipping)) return [];
  const rates = ratesFor(state, { ...toShip, lines }, settings, shippingLevyOf);
  const chosen = chosenOf(rates, state, toShip.isFreeByCoupon);
  return chosen ? [{ index: 0, lines, rates, chosen }] : [];
}

/** Returns the shipping rates of lines for a customer, with their taxes, in the shop's order. */
function ratesFor(
  { customer }: CartState,
  { lines, ...amounts }: ToShip,
  settings: StoreSettings,
  shippingLevyOf: LevyOf,
): Rate[] {
  const destination = placeOf(customer.shipping, settings);
  if (!shipsTo(destination.country, settings)) return [];
  const goods = lines.map(({ facts, line: { quantity }, total: { net } }) => ({
    facts,
    quantity,
    total: net,
  }));
  const products = goods.map(({ facts }) => facts);
  const levyOnTaxable = shippingLevy(products, settings, shippingLevyOf);
  return quotesFor({ ...amounts, goods, destination }, settings).flatMap((quote) => {
    const levy = quote.taxable ? levyOnTaxable : untaxed;
    // A rate whose cost with taxes is too high to calculate is not offered.
    if (!isSafeAmount(amountTowardsLimit(quote.cost / amounts.grain, levy))) return [];
    return [{ ...quote, levy, taxed: addTax(quote.cost, levy) }];
  });
}

/**
 * Returns the tax rates on shipping of these goods, by the tax class of shipping. If this class has no rates on
 * shipping, the rates of the standard class apply in the calculation of WooCommerce 9.9, and none in that of 10.
 *
 * @param levyOf - returns the rates of a tax class that apply to shipping
 */
export function shippingLevy(
  shipped: readonly ProductFacts[],
  { calculation, tax }: Pick<StoreSettings, 'calculation' | 'tax'>,
  levyOf: LevyOf,
): Levy {
  const taxClass = classOf(shipped, tax.shippingTaxClass);
  if (taxClass === null) return untaxed;
  const levy = levyOf(taxClass);
  return levy.rates.length === 0 && calculation === 'woocommerce-9.9' ? levyOf(standard) : levy;
}

const standard = 'standard';

/**
 * Returns the tax class of shipping (docs/money.md, Shipping). With the setting `inherit`, returns the class of
 * the goods; null if no goods make shipping taxable.
 */
function classOf(shipped: readonly ProductFacts[], shippingTaxClass: string): string | null {
  if (shippingTaxClass !== 'inherit') return shippingTaxClass || standard;
  const taxed = shipped.filter(({ shippingTaxable }) => shippingTaxable);
  const classes = new Set(taxed.map(({ taxClass }) => taxClass || standard));
  if (classes.has(standard)) return standard;
  // Without goods of the standard class, the first class by name applies, because the shop lists classes by name.
  return [...classes].sort()[0] ?? null;
}

/**
 * Returns the rate that applies: the chosen rate while the choice is valid, else free shipping if a coupon
 * grants free shipping, else the first rate.
 */
function chosenOf(rates: readonly Rate[], state: CartState, isFreeByCoupon: boolean): Rate | undefined {
  return (
    rates.find((rate) => choiceHolds(rate, rates, state)) ??
    rates.find(({ methodId }) => isFreeByCoupon && methodId === 'free_shipping') ??
    rates[0]
  );
}

/**
 * Returns whether a rate was chosen and the choice is still valid. A choice is valid while the package has the same
 * rates as when the customer chose (`offeredRates`). A choice of pickup is valid as long as the rate is offered. The
 * same is true for a choice that an old version stored without `offeredRates`.
 */
export function choiceHolds(
  { key, methodId }: Rate,
  rates: readonly Rate[],
  { chosenRates, offeredRates }: CartState,
) {
  if (key !== chosenRates['0']) return false;
  const offered = offeredRates['0'];
  if (offered === undefined || methodId === localPickup) return true;
  return offered.length === rates.length && rates.every((rate, index) => rate.key === offered[index]);
}

type Fee = CartState['fees'][number];

/**
 * A fee with its calculated amount. The amount of a negative fee may be smaller than entered, so that the total of the
 * cart does not fall below zero.
 */
export interface CalculatedFee {
  readonly fee: Fee;
  /** The amount without tax, and the tax of each rate in `levy`. */
  readonly taxed: Taxed;
  /** The tax rates of the fee. A negative fee has the rates of all tax classes in the cart. */
  readonly levy: Levy;
}

/** An amount of goods, shipping or fees without tax. The tax class is null for an amount that is not taxable. */
export interface Cost {
  readonly taxClass: string | null;
  readonly amount: Fine;
}

/** The amounts of a cart before fees are added. */
interface BeforeFees {
  /** The sum of goods and shipping, without tax. */
  readonly net: Fine;
  readonly costs: readonly Cost[];
}

/**
 * Returns the calculated fees of a cart, in the order in which they were added (docs/money.md, "Fees"). The largest fee
 * is calculated first, the most negative fee last. A negative fee reduces the sum of the cart to zero at most, and
 * reduces the taxes of all tax classes in the cart. Pure.
 */
export function feesOf(
  fees: readonly Fee[],
  levyOf: LevyOf,
  grain: Grain,
  before: BeforeFees,
): readonly CalculatedFee[] {
  let feesSoFar = 0;
  const costs = [...before.costs];
  const calculated = new Map<Fee, CalculatedFee>();
  // Of several equal fees, the fee that was added last is calculated first.
  for (const fee of fees.toReversed().sort((a, b) => b.amount - a.amount)) {
    const requested = fineOf(minor(fee.amount), grain);
    const most = toUnit(fine(before.net + feesSoFar), grain, 'awayFromZero');
    const net = fine(requested < 0 ? Math.max(requested, 0 - most) : requested);
    feesSoFar += net;
    if (requested < 0) calculated.set(fee, { fee, ...refundedTax(net, costs, levyOf) });
    else {
      const levy = fee.taxable ? levyOf(fee.taxClass) : untaxed;
      calculated.set(fee, { fee, levy, taxed: addTax(net, levy) });
      costs.push({ taxClass: fee.taxable ? fee.taxClass || 'standard' : null, amount: net });
    }
  }
  return fees.flatMap((fee) => calculated.get(fee) ?? []);
}

/**
 * Returns a negative fee of `net` with the taxes that the fee refunds. The fee is split over the tax classes
 * of the cart, in proportion to the costs of each class.
 */
function refundedTax(
  net: Fine,
  costs: readonly Cost[],
  levyOf: LevyOf,
): Pick<CalculatedFee, 'levy' | 'taxed'> {
  const sums = byClass(costs);
  const whole = [...sums.values()].reduce((all, one) => all + one, 0);
  const rates: Levy['rates'][number][] = [];
  const taxes: Fine[] = [];
  for (const [taxClass, cost] of sums) {
    if (taxClass === null || cost === 0 || whole === 0) continue;
    const levy = levyOf(taxClass);
    const ofClass = addTax(share(net, cost, whole), levy);
    rates.push(...levy.rates);
    taxes.push(...ofClass.taxes);
  }
  return { levy: { rates, shares: [], whole: 1, withTax: 1 }, taxed: { net, taxes } };
}

/** Returns the sum of the costs of each tax class, in the order in which the classes first occur in `costs`. */
function byClass(costs: readonly Cost[]): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { taxClass, amount } of costs) sums.set(taxClass, (sums.get(taxClass) ?? 0) + amount);
  return sums;
}
