import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';

type ProductTest = (facts: ProductFacts) => boolean;

/** The product conditions of a coupon. A condition on a product also applies to the variations of the product. */
export interface Eligibility {
  /** Whether the coupon names the product or its category, or names no product and no category. */
  readonly isNamed: ProductTest;
  readonly isExcludedProduct: ProductTest;
  readonly isInExcludedCategory: ProductTest;
  /** Whether the product is on sale and the coupon excludes sale items. */
  readonly isExcludedFromSale: ProductTest;
  /** Whether a percent or fixed product coupon applies to the product. */
  readonly isFor: ProductTest;
}

function newEligibility(coupon: Coupon): Eligibility {
  const { excludesSaleItems } = coupon;
  const products = new Set(coupon.productIds);
  const categories = new Set(coupon.categoryIds);
  const excludedProducts = new Set(coupon.excludedProductIds);
  const excludedCategories = new Set(coupon.excludedCategoryIds);
  const isOf = ({ id, parentId }: ProductFacts, ids: ReadonlySet<number>) => ids.has(id) || ids.has(parentId);
  const isIn = ({ categoryIds }: ProductFacts, ids: ReadonlySet<number>) =>
    ids.size > 0 && categoryIds.some((id) => ids.has(id));
  const namesNone = products.size === 0 && categories.size === 0;
  const isNamed: ProductTest = (facts) => namesNone || isOf(facts, products) || isIn(facts, categories);
  const isExcludedProduct: ProductTest = (facts) => isOf(facts, excludedProducts);
  const isInExcludedCategory: ProductTest = (facts) => isIn(facts, excludedCategories);
  const isExcludedFromSale: ProductTest = ({ onSale }) => excludesSaleItems && onSale;
  const isFor: ProductTest = (facts) =>
    isNamed(facts) && !isExcludedProduct(facts) && !isInExcludedCategory(facts) && !isExcludedFromSale(facts);
  return { isNamed, isExcludedProduct, isInExcludedCategory, isExcludedFromSale, isFor };
}

/** Caches the product conditions of each coupon, because a coupon may name thousands of products. */
const cache = new WeakMap<Coupon, Eligibility>();

/**
 * Returns the product conditions of a coupon (docs/money.md, Coupons). A condition on a category also applies
 * to products in the descendants of this category.
 */
export function eligibilityOf(coupon: Coupon): Eligibility {
  const made = cache.get(coupon) ?? newEligibility(coupon);
  cache.set(coupon, made);
  return made;
}
