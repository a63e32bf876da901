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
interface Open extends Counted {
  readonly index: number;
  readonly facts: ProductFacts;
}

/** Lines in the order in which coupons see them: the highest price first, of equals the first. */
function dearestFirst(lines: readonly Discountable[]): readonly Open[] {
  return lines
    .map(({ facts, quantity, price }, index): Open => {
      return { index, facts, quantity, pieces: quantity, price, left: price };
    })
    .sort((a, b) => b.price - a.price);
}

/** The lines after a coupon has taken off some of them. Those with nothing left are left out. */
function stillOpen(open: readonly Open[], discounts: readonly Minor[]): readonly Open[] {
  const rest: Open[] = [];
  for (const line of open) {
    const left = minor(line.left - (discounts[line.index] as Minor));
    if (left > 0) rest.push({ ...line, left });
  }
  return rest;
}

/** The lines that a coupon takes effect on, of those with something left. Fixed cart takes effect on all. */
function countedBy(coupon: Coupon, open: readonly Open[]): readonly Open[] {
  if (coupon.discountType === 'fixed_cart') return open;
  const { isFor } = eligibilityOf(coupon);
  return limited(
    open.filter(({ facts }) => isFor(facts)),
    coupon.usageLimitToItems,
  );
}

const discountsBy = {
  fixed_product: fixedProductDiscounts,
  percent: percentDiscounts,
  fixed_cart: fixedCartDiscounts,
} as const satisfies Record<Coupon['discountType'], unknown>;

/**
 * What each coupon takes off each line, by the coupon's code, in the order of the lines (contract 4.7, 8.3 (14);
 * docs/money.md). No line falls below zero. Pure.
 */
export function discountsOf(
  lines: readonly Discountable[],
  coupons: readonly Coupon[],
): ReadonlyMap<string, readonly Minor[]> {
  const byCode = new Map<string, readonly Minor[]>();
  let open: readonly Open[] = dearestFirst(lines).filter(({ left }) => left > 0);
  for (const coupon of inOrder(coupons)) {
    const counted = countedBy(coupon, open);
    const taken = discountsBy[coupon.discountType](counted, coupon.amount);
    const discounts = lines.map(() => zero);
    for (const [place, { index }] of counted.entries()) discounts[index] = taken[place] as Minor;
    open = stillOpen(open, discounts);
    byCode.set(coupon.code, discounts);
  }
  return byCode;
}
