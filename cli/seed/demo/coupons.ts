import type { Coupon } from '#contracts/promotions.ts';

const open: Omit<Coupon, 'id' | 'code' | 'description' | 'discountType' | 'amount'> = {
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
};

export const coupons: readonly Coupon[] = [
  {
    ...open,
    id: 171,
    code: 'welcome10',
    description: 'Ten per cent off a first order of 20 euros or more, gift cards aside.',
    discountType: 'percent',
    amount: 100_000,
    minimumSpend: 2_000,
    usageLimitPerCustomer: 1,
    excludedProductIds: [158],
  },
  {
    ...open,
    id: 172,
    code: 'kiln5',
    description: 'Five euros off tableware that is not on sale.',
    discountType: 'fixed_cart',
    amount: 500,
    individualUse: true,
    excludesSaleItems: true,
    categoryIds: [11],
  },
];
