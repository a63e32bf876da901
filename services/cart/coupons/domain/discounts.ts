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

/** A line as coupons see it. `price` is that of the whole quantity, as entered. */
export interface Discountable {
  readonly facts: ProductFacts;
  readonly quantity: number;
  readonly price: Fine;
}

/** How discounts are calculated. */
export interface Discounting {
  readonly grain: Grain;
  /** Whether each coupon applies to what the previous one left, not to the full price. */
  readonly sequential: boolean;
}

/** A line with its place in the cart, and its discount so far. */
interface Placed extends Discountable {
  readonly index: number;
  taken: number;
}

/** Returns the lines in the order of processing: by price times quantity, largest first, stable for equal ones. */
function inTurn(lines: readonly Discountable[]): readonly Placed[] {
  return lines
    .map((line, index): Placed => ({ ...line, index, taken: 0 }))
    .sort((a, b) => b.price * b.quantity - a.price * a.quantity);
}

/** Returns the lines that a coupon applies to, with their counted pieces. Lines with nothing left are left out. */
function countedBy(coupon: Coupon, lines: readonly Placed[], { grain, sequential }: Discounting) {
  const isForCart = coupon.discountType === 'fixed_cart';
  const { isFor } = eligibilityOf(coupon);
  const open: (Counted & { readonly placed: Placed })[] = [];
  for (const placed of lines) {
    const { price, quantity, taken, facts } = placed;
    // Half a unit left counts as a whole one, so that slightly more may be taken than there is.
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
 * Returns each coupon's discount on each line, by code, in the order of the lines (docs/money.md, "Coupons"). Pure.
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
