import type { Coupon } from '#contracts/promotions.ts';
import { type Fine, fine, fineSum, inUnits } from '#platform/money/fine.ts';
import { type Minor, sum } from '#platform/money/money.ts';
import type { Taxed } from '#platform/tax/levy.ts';
import { discountsOf } from './coupons/discounts.ts';
import type { PricedLine, Pricing } from './lines.ts';

/** A line with what it comes to after all discounts. */
export interface ReckonedLine extends PricedLine {
  readonly total: Taxed;
}

/** A coupon with what it saves, as the store shows amounts in the cart. */
export interface Saving {
  readonly coupon: Coupon;
  readonly amount: Minor;
}

/** What discounts take off, without tax, and the tax on that. */
export interface Discount {
  readonly net: Fine;
  readonly tax: Fine;
}

/** What coupons do to a cart. */
export interface Discounted {
  readonly lines: readonly ReckonedLine[];
  readonly savings: readonly Saving[];
  /** Of all coupons. */
  readonly discount: Discount;
}

/** What one coupon takes off, without tax, and the tax on it. */
function discountOf(amounts: readonly Fine[], priced: readonly PricedLine[], { taxed }: Pricing): Discount {
  let net = 0;
  let tax = 0;
  for (const [index, amount] of amounts.entries()) {
    if (amount === 0) continue;
    const parted = taxed(amount, (priced[index] as PricedLine).levy);
    net += parted.net;
    tax += fineSum(parted.taxes);
  }
  return { net: fine(net), tax: fine(tax) };
}

/** Lines with what coupons take off them, and what each coupon saves (docs/money.md, "Coupons"). Pure. */
export function discounted(
  priced: readonly PricedLine[],
  coupons: readonly Coupon[],
  pricing: Pricing,
): Discounted {
  const { settings, taxed, rounding } = pricing;
  const { grain } = rounding;
  const goods = priced.map(({ facts, line, price }) => ({ facts, quantity: line.quantity, price }));
  const byCoupon = discountsOf(goods, coupons, { grain, sequential: settings.sequentialDiscounts });
  const left = priced.map(({ price }): number => price);
  for (const amounts of byCoupon.values()) {
    for (const [index, amount] of amounts.entries()) left[index] = (left[index] ?? 0) - amount;
  }
  const lines = priced.map((line, index): ReckonedLine => {
    // A price that is no whole unit is rounded for discounts, so that these may be a little more than it.
    const rest = fine(Math.max(0, left[index] ?? 0));
    return { ...line, total: rest === line.price ? line.subtotal : taxed(rest, line.levy) };
  });
  const discounts = coupons.map((coupon) => discountOf(byCoupon.get(coupon.code) ?? [], priced, pricing));
  const savings = coupons.map((coupon, index) => {
    const { net, tax } = discounts[index] as Discount;
    // Each is rounded by itself, though both are shown as one.
    const parts = settings.tax.shownInCart === 'incl' ? [net, tax] : [net];
    return { coupon, amount: sum(parts.map((part) => inUnits(part, grain, 'down'))) };
  });
  const discount = {
    net: fineSum(discounts.map(({ net }) => net)),
    tax: fineSum(discounts.map(({ tax }) => tax)),
  };
  return { lines, savings, discount };
}
