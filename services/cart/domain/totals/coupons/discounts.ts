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

/** A line with something left, and its place in the cart. */
interface Open extends Counted {
  readonly index: number;
  readonly facts: ProductFacts;
}

/** Places of the lines, that of the highest price first; of equals that of the first. */
function dearestFirst(lines: readonly Discountable[]): readonly number[] {
  const price = (index: number) => (lines[index] as Discountable).price;
  return [...lines.keys()].sort((a, b) => price(b) - price(a));
}

/** What a coupon takes off lines that have something left. A fixed cart discount is for all of them. */
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
  const places = dearestFirst(lines);
  const left = lines.map(({ price }) => price);
  const byCode = new Map<string, readonly Minor[]>();
  for (const coupon of inOrder(coupons)) {
    const open = places.flatMap((index): Open[] => {
      const { facts, quantity, price } = lines[index] as Discountable;
      const rest = left[index] as Minor;
      return rest > 0 ? [{ index, facts, quantity, pieces: quantity, price, left: rest }] : [];
    });
    const counted = countedBy(coupon, open);
    const taken = discountsBy[coupon.discountType](counted, coupon.amount);
    const discounts = lines.map(() => zero);
    for (const [position, { index, left: before }] of counted.entries()) {
      const off = taken[position] as Minor;
      discounts[index] = off;
      left[index] = minor(before - off);
    }
    byCode.set(coupon.code, discounts);
  }
  return byCode;
}
