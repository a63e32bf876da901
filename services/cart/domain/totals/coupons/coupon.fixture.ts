import type { Coupon } from '#contracts/promotions.ts';

/** Ten percent off everything, without conditions, with what a test changes. */
export function aCoupon(changed: Partial<Coupon> = {}): Coupon {
  return {
    id: 1,
    code: 'ten',
    description: '',
    discountType: 'percent',
    amount: 100_000,
    status: 'publish',
    expires: null,
    individualUse: false,
    freeShipping: false,
    excludesSaleItems: false,
    minimumSpend: null,
    maximumSpend: null,
    usageCount: 0,
    usageLimit: null,
    usageLimitPerCustomer: null,
    usedBy: [],
    usageLimitToItems: null,
    productIds: [],
    excludedProductIds: [],
    categoryIds: [],
    excludedCategoryIds: [],
    allowedEmails: [],
    ...changed,
  };
}
