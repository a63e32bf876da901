import { z } from 'zod';
import { importCoupons } from '#contracts/catalogue-import.ts';
import { Coupon, couponCode } from '#contracts/coupons.ts';
import { comparePrices } from '../money/exact.ts';
import { count, flag, id, ids, list, text, whole } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import { made, type Notes, UnsupportedValue, validated } from './notes.ts';
import type { Source } from './record-stream.ts';
import { amountText, exactOf, knownOr, oneOf, plainText, type ShopFormat, shopTime } from './values.ts';

export const WooCoupon = z.object({
  id,
  code: text,
  description: text,
  discount_type: text,
  amount: text,
  status: text,
  date_created: text,
  date_created_gmt: text,
  date_expires: text,
  date_expires_gmt: text,
  individual_use: flag,
  free_shipping: flag,
  exclude_sale_items: flag,
  minimum_amount: text,
  maximum_amount: text,
  usage_count: whole(0),
  usage_limit: count,
  usage_limit_per_user: count,
  limit_usage_to_x_items: count,
  product_ids: ids,
  excluded_product_ids: ids,
  product_categories: ids,
  excluded_product_categories: ids,
  email_restrictions: list(text),
  used_by: list(text),
});
export type WooCoupon = z.infer<typeof WooCoupon>;

/** Returns the source of the coupons. Of several coupons with one code, the newest published one counts. */
export function couponSource(folder: ShopFiles, format: ShopFormat): Source<Coupon> {
  const file = 'coupons.json';
  const created = new Map<number, number>();
  return {
    collection: 'coupons',
    file,
    schema: Coupon,
    entries: () => folder.list(file),
    make(entry, notes) {
      const { discount_type: type } = validated(file, entry, z.object({ discount_type: text }));
      if (!isKnownCouponType(type)) {
        notes.leaveOut(`coupons of type ${type.slice(0, 60)}`, 'the type is not known here');
        return null;
      }
      const given = validated(file, entry, WooCoupon);
      created.set(given.id, secondsOf(given, format));
      return made(file, given, () => couponRecord(given, format, notes));
    },
    unique: {
      name: 'code',
      prefers: 'highest',
      *claims({ id, code, status }) {
        const rank = status === 'publish' ? 0 : 1;
        yield { value: code, id, rank: rank * 1e12 - (created.get(id) ?? 0) };
      },
    },
    send: async (services, records) => ({
      coupons: (await services.request(importCoupons, { records })).outcome,
    }),
  };
}

/** Returns when a coupon was created, in Unix seconds; 0 if that is unknown. */
function secondsOf({ date_created, date_created_gmt }: WooCoupon, format: ShopFormat): number {
  const given = { local: date_created, utc: date_created_gmt };
  try {
    const time = shopTime('date_created', given, format);
    return time === null ? 0 : Date.parse(`${time.utc}Z`) / 1_000;
  } catch {
    return 0;
  }
}

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
function isKnownCouponType(type: string): type is Coupon['discountType'] {
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
