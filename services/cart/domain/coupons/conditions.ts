import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon, CouponRejection } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Minor } from '#platform/money/money.ts';
import { formatted } from '#platform/money/text.ts';
import { memo } from '#platform/util/memo.ts';

/** The data of a cart that coupon conditions check. */
export interface CouponCart {
  readonly lines: readonly ProductFacts[];
  /** The sum of all lines before discounts, with or without tax as the store shows prices in carts. */
  readonly shownSubtotal: Minor;
  /** Null while the accounts are not known. No condition on customers fails then, so that carts keep their coupons. */
  readonly customer: CouponCustomer | null;
}

/** The customer of a cart, under all known ids and e-mail addresses (`comparable`), each without repetitions. */
export interface CouponCustomer {
  readonly ids: readonly string[];
  readonly emails: readonly string[];
}

/** The input of a condition. */
interface Checked {
  readonly coupon: Coupon;
  readonly cart: CouponCart;
  readonly settings: StoreSettings;
  readonly now: number;
  readonly eligibility: Eligibility;
}

/** One condition of coupons. */
interface Condition {
  readonly reason: CouponRejection['reason'];
  /** Members of a coupon that define the condition. */
  readonly members: readonly (keyof Coupon)[];
  fails(checked: Checked): boolean;
  /** Returns the limit that the sentence for the shopper mentions, in minor units. */
  amount?(coupon: Coupon): number | null;
}

/**
 * Returns the function `fails` of a condition. The function returns true if the coupon is a fixed cart coupon and
 * excludes at least one line of the cart. One excluded line is enough, because the discount of a fixed cart coupon
 * applies to all lines. `by` names the kind of exclusion.
 */
function anyExcluded(by: 'isExcludedProduct' | 'isInExcludedCategory' | 'isExcludedFromSale') {
  return ({ coupon, cart, eligibility }: Checked) =>
    coupon.discountType === 'fixed_cart' && cart.lines.some(eligibility[by]);
}

/** All conditions, in the order of their checks. The first condition that fails is reported (docs/money.md). */
const conditions = [
  {
    // An unpublished coupon does not exist for shoppers.
    reason: 'not_published',
    members: ['status'],
    fails: ({ coupon }) => coupon.status !== 'publish',
  },
  {
    // `expires` names a time without fractions of a second. The coupon is valid until one second after this time.
    reason: 'expired',
    members: ['expires'],
    fails: ({ coupon: { expires }, now }) => expires !== null && now >= Date.parse(`${expires.utc}Z`) + 1_000,
  },
  {
    reason: 'usage_limit',
    members: ['usageCount', 'usageLimit'],
    fails: ({ coupon: { usageCount, usageLimit } }) => usageLimit !== null && usageCount >= usageLimit,
  },
  {
    reason: 'usage_limit_customer',
    members: ['usageLimitPerCustomer', 'usedBy'],
    fails: ({ coupon, cart: { customer } }) => {
      const { usageLimitPerCustomer: limit } = coupon;
      return customer !== null && limit !== null && customersOf(coupon).usesBy(customer) >= limit;
    },
  },
  {
    reason: 'minimum_spend',
    members: ['minimumSpend'],
    fails: ({ coupon: { minimumSpend }, cart }) => minimumSpend !== null && cart.shownSubtotal < minimumSpend,
    amount: ({ minimumSpend }) => minimumSpend,
  },
  {
    reason: 'maximum_spend',
    members: ['maximumSpend'],
    fails: ({ coupon: { maximumSpend }, cart }) => maximumSpend !== null && cart.shownSubtotal > maximumSpend,
    amount: ({ maximumSpend }) => maximumSpend,
  },
  {
    // Without an e-mail address, a coupon for certain addresses is not valid.
    reason: 'email',
    members: ['allowedEmails'],
    fails: ({ coupon, cart: { customer } }) => customer !== null && !customersOf(coupon).allows(customer),
  },
  {
    // A percent or fixed product coupon needs a line to which it applies. A fixed cart coupon that names products or
    // categories needs a line with a named product or category.
    reason: 'not_applicable',
    members: ['productIds', 'categoryIds'],
    fails: ({ coupon, cart, eligibility }) => {
      if (coupon.discountType !== 'fixed_cart') return !cart.lines.some(eligibility.isFor);
      const namesNone = coupon.productIds.length === 0 && coupon.categoryIds.length === 0;
      return !namesNone && !cart.lines.some(eligibility.isNamed);
    },
  },
  {
    reason: 'excluded_products',
    members: ['excludedProductIds'],
    fails: anyExcluded('isExcludedProduct'),
  },
  {
    reason: 'excluded_categories',
    members: ['excludedCategoryIds'],
    fails: anyExcluded('isInExcludedCategory'),
  },
  {
    reason: 'sale_items',
    members: ['excludesSaleItems'],
    fails: anyExcluded('isExcludedFromSale'),
  },
] as const satisfies readonly Condition[];

/** Members of a coupon that state no condition. */
type Unconditional =
  | 'id'
  | 'code'
  | 'description'
  | 'discountType'
  | 'amount'
  | 'exact'
  | 'individualUse'
  | 'freeShipping'
  | 'usageLimitToItems';

type Missing = Exclude<keyof Coupon, Unconditional | (typeof conditions)[number]['members'][number]>;

/** This line does not compile if a member of `Coupon` is neither in a condition nor in `Unconditional`. */
const ordered: [Missing] extends [never] ? readonly Condition[] : Missing = conditions;

/**
 * Returns why a coupon is not valid for a cart at the time `now`, in Unix milliseconds. Null for a valid coupon
 * (docs/money.md). Pure.
 */
export function rejectionOf(
  coupon: Coupon,
  cart: CouponCart,
  settings: StoreSettings,
  now: number,
): CouponRejection | null {
  const checked = { coupon, cart, settings, now, eligibility: eligibilityOf(coupon) };
  const failed = ordered.find((condition) => condition.fails(checked));
  if (!failed) return null;
  const { reason, amount } = failed;
  const limit = amount && formatted(amount(coupon) ?? 0, settings.currency);
  return { coupon: coupon.code, reason, ...(limit !== undefined && { amount: limit }) };
}

export function unknownCoupon(code: string): CouponRejection {
  return { coupon: code, reason: 'not_exist' };
}

/** Returns whether a coupon is limited to some customers, so that the accounts of a cart's customer matter. */
export function limitsCustomers({ usageLimitPerCustomer, allowedEmails }: Coupon): boolean {
  return usageLimitPerCustomer !== null || allowedEmails.length > 0;
}

/** The customer conditions of a coupon. */
interface Customers {
  /** Returns how often a customer used the coupon, under any of the ids and e-mail addresses. */
  readonly usesBy: (customer: CouponCustomer) => number;
  /** Returns whether a customer may use the coupon: one of the e-mail addresses must match. */
  readonly allows: (customer: CouponCustomer) => boolean;
}

/** Returns the customer conditions of a coupon (docs/money.md, Coupons), which may name thousands of customers. */
const customersOf = memo(({ usedBy, allowedEmails }: Coupon): Customers => {
  const uses = new Map<string, number>();
  for (const name of usedBy.map(comparable)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const patterns = allowedEmails.map(wildcard);
  return {
    usesBy: ({ ids, emails }) => [...ids, ...emails].reduce((all, name) => all + (uses.get(name) ?? 0), 0),
    allows: ({ emails }) =>
      patterns.length === 0 || emails.some((email) => patterns.some((fits) => fits(email))),
  };
});

/** Returns an id or e-mail address in a form that can be compared. */
export const comparable = (name: string) => name.trim().toLowerCase();

type Matcher = (text: string) => boolean;

/**
 * Returns a function that compares texts with a pattern, in which `*` matches any number of characters. Case and outer
 * spaces are ignored. The function runs in linear time for every pattern.
 */
export function wildcard(pattern: string): Matcher {
  const [first = '', ...others] = pattern.trim().toLowerCase().split('*');
  const last = others.pop();
  return (text) => {
    const whole = text.trim().toLowerCase();
    if (last === undefined) return whole === first;
    if (!whole.startsWith(first)) return false;
    let from = first.length;
    // The earliest match of each part leaves the most text for the following parts.
    for (const part of others) {
      const at = whole.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return whole.length - last.length >= from && whole.endsWith(last);
  };
}

type ProductTest = (facts: ProductFacts) => boolean;

/** The product conditions of a coupon. A condition on a product also applies to the variations of the product. */
interface Eligibility {
  /** Whether the coupon names the product or its category, or names no product and no category. */
  readonly isNamed: ProductTest;
  readonly isExcludedProduct: ProductTest;
  readonly isInExcludedCategory: ProductTest;
  /** Whether the product is on sale and the coupon excludes sale items. */
  readonly isExcludedFromSale: ProductTest;
  /** Whether a percent or fixed product coupon applies to the product. */
  readonly isFor: ProductTest;
}

/**
 * Returns the product conditions of a coupon (docs/money.md, Coupons). A condition on a category also applies
 * to products in the descendants of this category. A coupon may name thousands of products.
 */
export const eligibilityOf = memo((coupon: Coupon): Eligibility => {
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
});
