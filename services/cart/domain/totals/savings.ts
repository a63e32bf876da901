import type { Coupon } from '#contracts/coupons.ts';
import { type Fine, fine, fineSum, inUnits } from '#platform/money/fine-amounts.ts';
import { type Minor, sum } from '#platform/money/money.ts';
import type { Taxed } from '#platform/tax/levy.ts';
import { discountsOf } from '../../coupons/domain/discounts.ts';
import type { PricedLine, Pricing } from './lines.ts';

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
export interface Discount {
  readonly net: Fine;
  readonly tax: Fine;
}

/** The effect of coupons on a cart. */
export interface Discounted {
  readonly lines: readonly CalculatedLine[];
  readonly savings: readonly Saving[];
  /** The discounts of all coupons together. */
  readonly discount: Discount;
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

/** Returns the lines after discounts, and the saving of each coupon (docs/money.md, "Coupons"). Pure. */
export function discounted(
  priced: readonly PricedLine[],
  coupons: readonly Coupon[],
  pricing: Pricing,
): Discounted {
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
