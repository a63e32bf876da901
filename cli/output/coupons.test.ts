import { expect, test } from 'vitest';
import { Coupon } from '#contracts/coupons.ts';
import { couponText } from './coupons.ts';

const euro = { code: 'EUR', symbol: '€', decimals: 2, decimalSeparator: ',', thousandSeparator: '.' };
const currency = { ...euro, position: 'left' } as const;
const coupon = Coupon.parse({
  ...{ id: 1, code: 'ten', description: '', discountType: 'percent', amount: 100_000, status: 'publish' },
  ...{ expires: { local: '2027-01-31T00:00:00', utc: '2027-01-30T23:00:00' } },
  ...{ individualUse: false, freeShipping: false, excludesSaleItems: false },
  ...{ minimumSpend: null, maximumSpend: null, usageCount: 0 },
  ...{ usageLimit: null, usageLimitPerCustomer: null, usageLimitToItems: null },
  ...{ productIds: [], excludedProductIds: [], categoryIds: [], excludedCategoryIds: [], allowedEmails: [] },
});

test.each([
  ['2027-01-30T23:00:00.999Z', false],
  ['2027-01-30T23:00:01.000Z', true],
])('at %s a coupon that expires at 23:00:00 is shown as expired like in carts: %s', (now, isOver) => {
  expect(couponText(coupon, currency, Date.parse(now)).includes('which is over')).toBe(isOver);
});
