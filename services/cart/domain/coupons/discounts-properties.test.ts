import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Coupon } from '#contracts/coupons.ts';
import { type Fine, fine, fineSum, fraction, minor } from '#platform/money/money.ts';
import { factsOf } from '../../model/context.fixture.ts';
import { eligibilityOf } from './conditions.ts';
import { aCoupon } from './coupon.fixture.ts';
import { type Discountable, discountsOf as discountsWith } from './discounts.ts';

const runs = { numRuns: 10_000 };

const discountsOf = (lines: readonly Discountable[], coupons: readonly Coupon[]) =>
  discountsWith(lines, coupons, { grain: 1, decimals: 2, sequential: false, calculation: 'woocommerce-9.9' });

const ids = fc.subarray([1, 2, 3, 4, 5]);
const anyLine = fc
  .record({
    unit: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 50_000 })),
    quantity: fc.integer({ min: 1, max: 12 }),
    id: fc.integer({ min: 1, max: 5 }),
    categoryIds: ids,
    onSale: fc.boolean(),
    // `more` is added to the price of the line, so that some prices are no multiple of the quantity. In a shop, such
    // prices arise when a price is converted to the tax of another place.
    more: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ unit, quantity, more, ...facts }): Discountable => {
    return { facts: factsOf(facts), quantity, price: fine(unit * quantity + more) };
  });
const anyCart = fc.array(anyLine, { maxLength: 12 });

const mostlyNone = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, ids);
const anyCoupon = fc
  .record({
    discountType: fc.constantFrom('percent', 'fixed_cart', 'fixed_product'),
    amount: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 1_200_000 })),
    usageLimitToItems: fc.option(fc.integer({ min: 0, max: 30 })),
    productIds: mostlyNone,
    categoryIds: mostlyNone,
    excludedProductIds: mostlyNone,
    excludesSaleItems: fc.boolean(),
  })
  .map((changed): Coupon => aCoupon(changed as Partial<Coupon>));
const anyCoupons = fc
  .array(anyCoupon, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((one, index) => ({ ...one, id: index + 1, code: `c${index + 1}` })));

const discountsOfOne = (lines: readonly Discountable[], coupon: Coupon) =>
  discountsOf(lines, [coupon]).get(coupon.code) as readonly Fine[];
const pricesOf = (lines: readonly Discountable[]) => fineSum(lines.map(({ price }) => price));

test('no line falls below zero, and no discount is negative', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, (lines, coupons) => {
      const all = [...discountsOf(lines, coupons).values()];
      expect(all.flat().every((amount) => amount >= 0)).toBe(true);
      const left = lines.map(({ price }, index) => price - fineSum(all.map((one) => one[index] as Fine)));
      expect(left.every((amount) => amount >= 0)).toBe(true);
    }),
    runs,
  );
});

test('the order in which coupons are applied changes nothing', () => {
  const withPermuted = anyCoupons.chain((coupons) =>
    fc.tuple(
      fc.constant(coupons),
      fc.shuffledSubarray(coupons, { minLength: coupons.length, maxLength: coupons.length }),
    ),
  );
  fc.assert(
    fc.property(anyCart, withPermuted, (lines, [coupons, permuted]) => {
      expect([...discountsOf(lines, permuted)]).toEqual([...discountsOf(lines, coupons)]);
    }),
    runs,
  );
});

test('a fixed cart coupon takes its amount or the rest, except less than a unit per piece', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, fc.integer({ min: 0, max: 200_000 }), (lines, others, amount) => {
      const before = others.filter(({ discountType }) => discountType !== 'fixed_cart');
      const cart = aCoupon({ id: 99, code: 'cart', discountType: 'fixed_cart', amount });
      const all = discountsOf(lines, [cart, ...before]);
      const taken = fineSum(before.flatMap(({ code }) => all.get(code) ?? []));
      const short = Math.min(amount, pricesOf(lines) - taken) - fineSum(all.get('cart') ?? []);
      expect(short).toBeGreaterThanOrEqual(0);
      // When fewer cents are left than pieces, each piece takes at most one cent. A line that costs nothing any more
      // takes no cent, so some cents (`short`) may not be distributed.
      expect(short).toBeLessThanOrEqual(lines.reduce((pieces, { quantity }) => pieces + quantity, 0));
    }),
    runs,
  );
});

test('a single percentage takes exactly its share of the lines it applies to, rounded half down', () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: 0, max: 1_000_000 }), ids, (lines, amount, productIds) => {
      const coupon = aCoupon({ amount, productIds });
      const { isFor } = eligibilityOf(coupon);
      const whole = fraction(
        minor(pricesOf(lines.filter(({ facts }) => isFor(facts)))),
        amount,
        1_000_000,
        'towardsZero',
      );
      const discounts = discountsOfOne(lines, coupon);
      expect(fineSum(discounts)).toBe(whole);
      expect(lines.every(({ facts }, index) => isFor(facts) || discounts[index] === 0)).toBe(true);
    }),
    runs,
  );
});

test('a percentage after others takes at most its share', () => {
  fc.assert(
    fc.property(anyCart, anyCoupons, (lines, coupons) => {
      const all = discountsOf(lines, coupons);
      for (const coupon of coupons.filter(({ discountType }) => discountType === 'percent')) {
        const { isFor } = eligibilityOf(coupon);
        const prices = pricesOf(lines.filter(({ facts }) => isFor(facts)));
        const most = fraction(minor(prices), coupon.amount, 1_000_000, 'towardsZero');
        expect(fineSum(all.get(coupon.code) ?? [])).toBeLessThanOrEqual(most);
      }
    }),
    runs,
  );
});

test('a fixed amount per piece takes at most that amount for each piece within the limit', () => {
  fc.assert(
    fc.property(anyCart, fc.integer({ min: 0, max: 5_000 }), fc.nat({ max: 40 }), (lines, amount, limit) => {
      const coupon = aCoupon({ discountType: 'fixed_product', amount, usageLimitToItems: limit });
      const discounts = discountsOfOne(lines, coupon);
      expect(fineSum(discounts)).toBeLessThanOrEqual(amount * limit);
      const counted = lines.filter((_, index) => (discounts[index] as number) > 0);
      const rest = lines.filter(({ price }, index) => price > 0 && discounts[index] === 0);
      // The lines with the highest price times quantity get the discount first.
      if (amount > 0 && counted.length > 0) {
        const weight = ({ price, quantity }: Discountable) => price * quantity;
        const least = Math.min(...counted.map(weight));
        expect(rest.every((one) => weight(one) <= least)).toBe(true);
      }
    }),
    runs,
  );
});

test('the first of equal lines gets at least as much discount', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 2, max: 9 }), anyCoupon, (line, count, coupon) => {
      const discounts = discountsOfOne(new Array<Discountable>(count).fill(line), coupon);
      expect(discounts).toEqual([...discounts].sort((a, b) => b - a));
    }),
    runs,
  );
});

test('the remainder is distributed as if unit by unit', () => {
  const few = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), few, (lines, amount) => {
      const pieces = lines.reduce((all, { quantity, price }) => all + (price > 0 ? quantity : 0), 0);
      fc.pre(amount < pieces);
      const left = lines.map(({ price }) => price as number);
      const weight = (index: number) => (lines[index]?.price ?? 0) * (lines[index]?.quantity ?? 0);
      let over = amount;
      for (const index of [...lines.keys()].sort((a, b) => weight(b) - weight(a))) {
        for (let piece = 0; piece < (lines[index]?.quantity ?? 0); piece += 1) {
          if (over === 0 || left[index] === 0) break;
          left[index] = (left[index] as number) - 1;
          over -= 1;
        }
      }
      const cart = aCoupon({ discountType: 'fixed_cart', amount });
      expect(discountsOfOne(lines, cart)).toEqual(lines.map(({ price }, i) => price - (left[i] as number)));
    }),
    runs,
  );
});
