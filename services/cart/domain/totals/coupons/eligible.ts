import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/promotions.ts';

type Judge = (facts: ProductFacts) => boolean;

/** What a coupon says about a product. A variation counts as its product, too. */
export interface Eligibility {
  /** It is of the products or categories that the coupon names, or the coupon names none. */
  readonly isNamed: Judge;
  readonly isExcludedProduct: Judge;
  readonly isInExcludedCategory: Judge;
  /** It is on sale and the coupon takes nothing off what is. */
  readonly isExcludedFromSale: Judge;
  /** The coupon is for it, as far as percent and fixed product go. */
  readonly isFor: Judge;
}

function madeOf(coupon: Coupon): Eligibility {
  const { excludesSaleItems } = coupon;
  const products = new Set(coupon.productIds);
  const categories = new Set(coupon.categoryIds);
  const excludedProducts = new Set(coupon.excludedProductIds);
  const excludedCategories = new Set(coupon.excludedCategoryIds);
  const isOf = ({ id, parentId }: ProductFacts, ids: ReadonlySet<number>) => ids.has(id) || ids.has(parentId);
  const isIn = ({ categoryIds }: ProductFacts, ids: ReadonlySet<number>) =>
    ids.size > 0 && categoryIds.some((id) => ids.has(id));
  const namesNone = products.size === 0 && categories.size === 0;
  const isNamed: Judge = (facts) => namesNone || isOf(facts, products) || isIn(facts, categories);
  const isExcludedProduct: Judge = (facts) => isOf(facts, excludedProducts);
  const isInExcludedCategory: Judge = (facts) => isIn(facts, excludedCategories);
  const isExcludedFromSale: Judge = ({ onSale }) => excludesSaleItems && onSale;
  const isFor: Judge = (facts) =>
    isNamed(facts) && !isExcludedProduct(facts) && !isInExcludedCategory(facts) && !isExcludedFromSale(facts);
  return { isNamed, isExcludedProduct, isInExcludedCategory, isExcludedFromSale, isFor };
}

/** By the coupons themselves, which may name thousands of products and are kept between requests. */
const known = new WeakMap<Coupon, Eligibility>();

/** What a coupon says about products (docs/money.md, Coupons). Categories of facts have those above them. */
export function eligibilityOf(coupon: Coupon): Eligibility {
  const made = known.get(coupon) ?? madeOf(coupon);
  known.set(coupon, made);
  return made;
}
