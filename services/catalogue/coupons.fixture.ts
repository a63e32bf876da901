import type { Coupon } from '#contracts/promotions.ts';

/** Ten per cent off everything for everybody, with what a test changes about it. */
export function couponRecord(changes: Partial<Coupon> & { id: number }): Coupon {
  return {
    code: `code-${changes.id}`,
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
    ...changes,
  };
}
