import type { Cart, CartTotals } from '#contracts/cart.ts';
import type { Coupon } from '#contracts/promotions.ts';
import { minor, sum } from '#platform/money/money.ts';
import { reckonable } from '../limits.ts';
import type { CartState } from '../state.ts';
import type { World } from '../world.ts';
import { type ReckonedFee, reckonedFees } from './fees.ts';
import { type Pricing, pricedLines, pricing, shownIn, subtotalPart } from './lines.ts';
import { goodsPart, type Part, partOf } from './parts.ts';
import { discounted, type ReckonedLine, type Saving } from './savings.ts';
import { type Package, packagesOf } from './shipping/packages.ts';
import { leviesIn } from './tax/levies.ts';
import { taxPlace } from './tax/place.ts';
import { taxList } from './tax/tax-list.ts';

/** Everything that a cart comes to. Amounts in minor units. */
export interface Reckoning {
  readonly pricing: Pricing;
  readonly lines: readonly ReckonedLine[];
  readonly savings: readonly Saving[];
  readonly packages: readonly Package[];
  readonly fees: readonly ReckonedFee[];
  readonly taxes: Cart['taxes'];
  readonly totals: CartTotals;
}

/** The parts of a cart; goods before discounts and after. */
interface Parts {
  readonly before: Part;
  readonly goods: Part;
  readonly shipping: Part;
  readonly fees: Part;
}

/** The coupons of a cart that there are, in the order in which they were applied. */
function couponsOf(state: CartState, { coupons, settings }: World): Coupon[] {
  if (!settings.couponsEnabled) return [];
  return state.coupons.flatMap((code) => coupons.get(code) ?? []);
}

/** What fees below zero may take off: goods and shipping, and the taxes of both. */
function beforeFees(goods: Part, shipping: Part): Pick<Part, 'net' | 'taxes'> {
  const taxes = new Map(goods.taxes);
  for (const [id, amount] of shipping.taxes) taxes.set(id, minor((taxes.get(id) ?? 0) + amount));
  return { net: minor(goods.net + shipping.net), taxes };
}

/** All totals (docs/money.md#fees-and-total). The lists of taxes are in the order of the taxes that are listed. */
function totalsOf({ before, goods, shipping, fees }: Parts, taxes: Cart['taxes']): CartTotals {
  const inOrder = (part: Part) => taxes.map(({ rateId }) => part.taxes.get(rateId) ?? 0);
  const net = sum([goods.net, shipping.net, fees.net]);
  const totalTax = sum([goods.tax, shipping.tax, fees.tax]);
  return {
    subtotal: before.net,
    subtotalTax: before.tax,
    discount: minor(before.net - goods.net),
    discountTax: minor(before.tax - goods.tax),
    contents: goods.net,
    contentsTax: goods.tax,
    contentsTaxes: inOrder(goods),
    fees: fees.net,
    feesTax: fees.tax,
    feesTaxes: inOrder(fees),
    shipping: shipping.net,
    shippingTax: shipping.tax,
    shippingTaxes: inOrder(shipping),
    // Fees take off no more than there is, so that it never has to be cut: it is the sum of its parts.
    total: minor(net + totalTax),
    totalTax,
  };
}

/** @throws AmountError beyond the safe integers */
function reckonedOf(state: CartState, world: World): Reckoning {
  const { settings } = world;
  const prices = pricing(settings, state.customer);
  const coupons = couponsOf(state, world);
  const priced = pricedLines(state.lines, world.facts, prices);
  const { lines, savings } = discounted(priced, coupons, prices);
  const before = subtotalPart(lines, settings);
  const goods =
    coupons.length === 0
      ? before
      : goodsPart(
          lines.map(({ levy, left, total }) => ({ levy, price: left, taxed: total })),
          settings.tax.roundAtSubtotal,
          prices.taxed,
        );
  const toShip = {
    lines,
    shownSubtotal: shownIn(settings, before),
    shownAfterDiscounts: shownIn(settings, goods),
    isFreeByCoupon: coupons.some(({ freeShipping }) => freeShipping),
  };
  const shippingLevyOf = leviesIn(taxPlace(state.customer, settings), settings.tax, true);
  const packages = packagesOf(state, toShip, settings, shippingLevyOf);
  const shipping = partOf(packages.map(({ chosen }) => chosen));
  const fees = reckonedFees(state.fees, prices.levyOf, prices.half, beforeFees(goods, shipping));
  const parts = { before, goods, shipping, fees: partOf(fees) };
  const bearing = [...lines, ...packages.map(({ chosen }) => chosen), ...fees];
  const taxes = taxList(
    bearing.map(({ levy }) => levy),
    parts,
  );
  return { pricing: prices, lines, savings, packages, fees, taxes, totals: totalsOf(parts, taxes) };
}

/**
 * What a cart comes to, in the order of docs/money.md: items, coupons, their taxes, shipping, fees, total. The parts
 * sum to the whole, and nothing is below zero but what a fee takes off. Pure.
 *
 * @throws ServiceError `service_cart_limit_exceeded` beyond the safe integers
 */
export function reckon(state: CartState, world: World): Reckoning {
  return reckonable(() => reckonedOf(state, world));
}
