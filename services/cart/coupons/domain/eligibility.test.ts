import { expect, test } from 'vitest';
import { factsOf } from '../../model/context.fixture.ts';
import { aCoupon } from './coupon.fixture.ts';
import { eligibilityOf } from './eligibility.ts';

const mug = factsOf({ id: 13, categoryIds: [21, 20] });
const onSale = factsOf({ id: 14, onSale: true, categoryIds: [22] });
/** A variation of product 30, with the categories of product 30. */
const shirt = factsOf({ id: 31, parentId: 30, type: 'variation', categoryIds: [23] });

/** Products to which percent and fixed product coupons apply (docs/money.md, Coupons). */
test.each([
  ['names none', {}, [13, 14, 31]],
  ['names a product', { productIds: [13] }, [13]],
  ['names a variation', { productIds: [31] }, [31]],
  ['names the product of a variation', { productIds: [30] }, [31]],
  ['names a category', { categoryIds: [21] }, [13]],
  ['names a category above that of a product', { categoryIds: [20] }, [13]],
  ['names products or categories', { productIds: [31], categoryIds: [22] }, [14, 31]],
  ['names an unknown product', { productIds: [99] }, []],
  ['excludes a product', { excludedProductIds: [13] }, [14, 31]],
  ['excludes the product of a variation', { excludedProductIds: [30] }, [13, 14]],
  ['excludes a category', { excludedCategoryIds: [20] }, [14, 31]],
  ['names a category and excludes a product in it', { categoryIds: [20], excludedProductIds: [13] }, []],
  ['excludes goods on sale', { excludesSaleItems: true }, [13, 31]],
  ['names a sale item and excludes sale items', { productIds: [13, 14], excludesSaleItems: true }, [13]],
])('a coupon that %s applies to these products', (_, changed, ids) => {
  const { isFor } = eligibilityOf(aCoupon(changed));
  expect([mug, onSale, shirt].filter(isFor).map(({ id }) => id)).toEqual(ids);
});
