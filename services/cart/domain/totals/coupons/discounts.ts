import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/promotions.ts';
import { type Minor, minor, zero } from '#platform/money/money.ts';
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
  readonly price: Minor;
}

/** A line with its place in the cart. */
interface Placed extends Counted {
  readonly index: number;
  readonly facts: ProductFacts;
}

/** Lines in the order in which coupons see them: the highest price first, of equals the first. */
function dearestFirst(lines: readonly Discountable[]): readonly Placed[] {
  return lines
    .map(({ facts, quantity, price }, index): Placed => {
      return { index, facts, quantity, pieces: quantity, price, left: price };
    })
    .sort((a, b) => b.price - a.price);
}

/** The lines after a coupon has taken off some of them. */
function lessBy(discounts: readonly Minor[], lines: readonly Placed[]): readonly Placed[] {
  return lines.map((line) => ({ ...line, left: minor(line.left - (discounts[line.index] as Minor)) }));
}

/** The lines that a coupon takes effect on, with their pieces that count. Fixed cart takes effect on all. */
function countedBy(coupon: Coupon, lines: readonly Placed[]): readonly Placed[] {
  if (coupon.discountType === 'fixed_cart') return lines;
  const { isFor } = eligibilityOf(coupon);
  return limited(
    lines.filter(({ facts }) => isFor(facts)),
    coupon.usageLimitToItems,
  );
}

const discountsBy = {
  fixed_product: fixedProductDiscounts,
  percent: percentDiscounts,
  fixed_cart: fixedCartDiscounts,
} as const satisfies Record<Coupon['discountType'], unknown>;

/**
 * What each coupon takes off each line, by the coupon's code, in the order of the lines (docs/money.md#coupons). No
 * line falls below zero. Pure.
 */
export function discountsOf(
  lines: readonly Discountable[],
  coupons: readonly Coupon[],
): ReadonlyMap<string, readonly Minor[]> {
  const byCode = new Map<string, readonly Minor[]>();
  let still = dearestFirst(lines);
  for (const coupon of inOrder(coupons)) {
    const counted = countedBy(coupon, still);
    const taken = discountsBy[coupon.discountType](counted, coupon.amount);
    const discounts = lines.map(() => zero);
    for (const [place, { index }] of counted.entries()) discounts[index] = taken[place] as Minor;
    still = lessBy(discounts, still);
    byCode.set(coupon.code, discounts);
  }
  return byCode;
}
