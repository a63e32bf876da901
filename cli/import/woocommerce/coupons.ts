import { type Coupon, couponCode } from '#contracts/coupons.ts';
import { comparePrices } from '#platform/money/exact.ts';
import type { Notes } from '../notes.ts';
import type { WooCoupon } from './shop-schemas.ts';
import { plainText } from './text.ts';
import {
  amountText,
  exactOf,
  knownOr,
  oneOf,
  type ShopFormat,
  shopTime,
  UnsupportedValue,
} from './values.ts';

const discountTypes = ['percent', 'fixed_cart', 'fixed_product'] as const;
/** Number of decimals of a percentage in millionths: one millionth is 0.0001 %. */
const rateDecimals = 4;
const maxUses = 10_000;

/** Returns a limit; null for no limit. WooCommerce writes null or 0 for no limit. */
function bound(value: number | null): number | null {
  return value === 0 ? null : value;
}

/**
 * Returns the last `maxUses` uses of a coupon, and adds a note about uses that are left out. A use is the id or e-mail
 * address of a customer.
 */
function usesOf(given: readonly string[], notes: Notes): string[] {
  const recent = given.slice(-maxUses);
  notes.leaveOut(
    'uses of coupons',
    'only the last 10,000 of a coupon are kept',
    given.length - recent.length,
  );
  return recent;
}

/**
 * Adds a note for an amount that may be wrong. WooCommerce's API always writes two decimals, so 0.007 KWD arrives as
 * 0.01.
 */
function noteShortAmount(amount: string, discountType: string, decimals: number, notes: Notes): void {
  if (discountType === 'percent' || decimals <= 2 || !/\.\d\d$/.test(amount)) return;
  notes.adjust(
    'amounts of coupons',
    'came with two decimals, as WooCommerce tells them: compare them with the shop',
  );
}

/** Returns whether coupons of a type can be imported. */
export function isKnownCouponType(type: string): type is Coupon['discountType'] {
  return discountTypes.some((known) => known === type);
}

/**
 * Returns the limit on the amount of a cart in minor units; null for no limit. A minimum with further decimals is rounded
 * up and a maximum is rounded down, so that the same carts are within the limit.
 */
function spendOf(
  member: 'minimum_amount' | 'maximum_amount',
  text: string,
  format: ShopFormat,
): number | null {
  const { amount, exact } = exactOf(member, text, format);
  if (amount === null || exact === undefined) return bound(amount);
  const isBelow = comparePrices({ amount, exact }, { amount }) < 0;
  if (member === 'minimum_amount') return isBelow ? amount : amount + 1;
  return isBelow ? amount - 1 : amount;
}

/** Returns a coupon as the catalogue stores it. @throws UnsupportedValue that names the invalid member */
export function couponRecord(given: WooCoupon, format: ShopFormat, notes: Notes): Coupon {
  const { decimals } = format;
  const discountType = oneOf(discountTypes, given.discount_type);
  const plain = plainText(given.code);
  const code = couponCode(plain);
  if (code === '') throw new UnsupportedValue('code', 'a code', given.code);
  if (code !== plain) notes.adjust('codes of coupons', 'are written in small letters');
  const places = discountType === 'percent' ? rateDecimals : decimals;
  const { amount, exact, isRounded } = exactOf('amount', given.amount, { ...format, decimals: places });
  if (isRounded) notes.adjust('amounts of coupons', 'were rounded to six decimals', given.id);
  noteShortAmount(amountText(given.amount, format), discountType, decimals, notes);
  return {
    id: given.id,
    code,
    description: plainText(given.description),
    discountType,
    amount: amount ?? 0,
    ...(exact !== undefined && { exact }),
    status: knownOr(
      ['draft', 'publish', 'pending', 'private', 'trash', 'future'],
      given.status || 'publish',
      'statuses of coupons',
      notes,
    ),
    expires: shopTime('date_expires', { local: given.date_expires, utc: given.date_expires_gmt }, format),
    individualUse: given.individual_use,
    freeShipping: given.free_shipping,
    excludesSaleItems: given.exclude_sale_items,
    minimumSpend: spendOf('minimum_amount', given.minimum_amount, format),
    maximumSpend: spendOf('maximum_amount', given.maximum_amount, format),
    usageCount: Math.max(0, given.usage_count),
    usageLimit: bound(given.usage_limit),
    usageLimitPerCustomer: bound(given.usage_limit_per_user),
    usedBy: usesOf(given.used_by, notes),
    usageLimitToItems: bound(given.limit_usage_to_x_items),
    productIds: given.product_ids,
    excludedProductIds: given.excluded_product_ids,
    categoryIds: given.product_categories,
    excludedCategoryIds: given.excluded_product_categories,
    allowedEmails: given.email_restrictions,
  };
}
