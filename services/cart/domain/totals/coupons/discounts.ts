import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/promotions.ts';
import { type Fine, fine, fineOf, type Grain, inUnits, noFine } from '#platform/money/fine.ts';
import { type Minor, minor } from '#platform/money/money.ts';
import { type Counted, limited } from './counted.ts';
import { eligibilityOf } from './eligible.ts';
import { fixedCartDiscounts } from './fixed-cart.ts';
import { fixedProductDiscounts } from './fixed-product.ts';
import { inOrder } from './order.ts';
import { percentDiscounts } from './percent.ts';

/** A line as coupons see it. `price` is that of the whole quantity, as prices are entered. */
export interface Discountable {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly price: Fine;
}

/** How discounts are reckoned. */
export interface Discounting {
  readonly grain: Grain;
  /** Whether each coupon takes its share of what the one before it left, not of the full price. */
  readonly sequential: boolean;
}

/** A line with its place in the cart, and what has been taken off it so far. */
interface Placed extends Discountable {
  readonly index: number;
  taken: number;
}

/** Lines in the order in which coupons see them: by price times quantity, the largest first, of equals the first. */
function inTurn(lines: readonly Discountable[]): readonly Placed[] {
  return lines
    .map((line, index): Placed => ({ ...line, index, taken: 0 }))
    .sort((a, b) => b.price * b.quantity - a.price * a.quantity);
}

/** The lines that a coupon takes effect on, with their pieces that count. Those with nothing left take no part. */
function countedBy(coupon: Coupon, lines: readonly Placed[], { grain, sequential }: Discounting) {
  const isForCart = coupon.discountType === 'fixed_cart';
  const { isFor } = eligibilityOf(coupon);
  const open: (Counted & { readonly placed: Placed })[] = [];
  for (const placed of lines) {
    const { price, quantity, taken, facts } = placed;
    // A price of half a unit counts as a whole one, of which more is taken than there is.
    const left = minor(Math.max(0, inUnits(fine(price - taken), grain, 'up')));
    if (left === 0 || !(isForCart || isFor(facts))) continue;
    const base = sequential ? left : inUnits(price, grain, 'up');
    open.push({ placed, price, quantity, pieces: quantity, base, left });
  }
  return isForCart ? open : limited(open, coupon.usageLimitToItems);
}

const fineOnes = (amounts: readonly Minor[], grain: Grain) => amounts.map((amount) => fineOf(amount, grain));

const discountsBy: Readonly<
  Record<Coupon['discountType'], (lines: readonly Counted[], amount: number, grain: Grain) => readonly Fine[]>
> = {
  fixed_product: fixedProductDiscounts,
  percent: (lines, amount, grain) => fineOnes(percentDiscounts(lines, amount), grain),
  fixed_cart: (lines, amount, grain) => fineOnes(fixedCartDiscounts(lines, amount), grain),
};

/**
 * What each coupon takes off each line, by the coupon's code, in the order of the lines (docs/money.md, "Coupons"). Pure.
 */
export function discountsOf(
  lines: readonly Discountable[],
  coupons: readonly Coupon[],
  how: Discounting,
): ReadonlyMap<string, readonly Fine[]> {
  const byCode = new Map<string, readonly Fine[]>();
  const placed = inTurn(lines);
  for (const coupon of inOrder(coupons)) {
    const counted = countedBy(coupon, placed, how);
    const taken = discountsBy[coupon.discountType](counted, coupon.amount, how.grain);
    const discounts = lines.map(() => noFine);
    for (const [place, one] of counted.entries()) {
      const amount = taken[place] as Fine;
      discounts[one.placed.index] = amount;
      one.placed.taken += amount;
    }
    byCode.set(coupon.code, discounts);
  }
  return byCode;
}
