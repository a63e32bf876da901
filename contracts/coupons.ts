import { z } from 'zod';
import { operation } from './operation.ts';
import { AsOf, ExactText, ShopTime } from './product.ts';

const ids = z.array(z.int().positive()).max(10_000);
const amount = z.int().min(0).nullable();
const limit = z.int().min(0).nullable();

/**
 * Returns the stored form of a coupon code: in lower case and composed letters (NFC), without blanks at its ends. Shoppers
 * may type a combining mark, or copy the form `&amp;` from HTML.
 */
export function couponCode(text: string): string {
  const plain = text.replaceAll(/&(amp|lt|gt);/g, (_, name: 'amp' | 'lt' | 'gt') => escaped[name]);
  return plain.normalize('NFC').trim().toLowerCase();
}
const escaped = { amp: '&', lt: '<', gt: '>' };

/** A coupon code from a client, in its stored form. */
export const CouponCode = z.string().overwrite(couponCode).min(1).max(200);

/**
 * A coupon as the shop entered it. Amounts are in minor units. A limit of null means no limit. The order system
 * counts the uses of a coupon; the cart service only compares the count with the limits.
 */
export const Coupon = z.object({
  id: z.int().positive(),
  /** The code as `couponCode` returns it. No two coupons have the same code. */
  code: z.string().min(1).max(200),
  description: z.string().max(10_000),
  discountType: z.enum(['percent', 'fixed_cart', 'fixed_product']),
  /** Amount of a fixed discount in minor units. For `percent`, the rate in millionths. */
  amount: z.int().min(0),
  /** The exact amount in major units, or in per cent, if it has further decimals than `amount`. */
  exact: ExactText,
  status: z.enum(['publish', 'draft', 'pending', 'private', 'trash', 'future']),
  expires: ShopTime.nullable(),
  individualUse: z.boolean(),
  freeShipping: z.boolean(),
  excludesSaleItems: z.boolean(),
  minimumSpend: amount,
  maximumSpend: amount,
  usageCount: z.int().min(0),
  usageLimit: limit,
  usageLimitPerCustomer: limit,
  /** Ids and e-mail addresses of customers who used the coupon, one entry per use. */
  usedBy: z.array(z.string().max(320)).max(10_000).default([]),
  /** Maximum number of pieces in a cart that get the discount. A line with the quantity 3 has three pieces. */
  usageLimitToItems: limit,
  productIds: ids,
  excludedProductIds: ids,
  categoryIds: ids,
  excludedCategoryIds: ids,
  /**
   * E-mail addresses that may use the coupon; `*` matches any characters. Empty if every address may use
   * the coupon.
   */
  allowedEmails: z.array(z.string().max(320)).max(1_000),
});
export type Coupon = z.infer<typeof Coupon>;

/** Why a coupon is not valid for a cart. `amount` is the limit of a condition on the subtotal, in the store's format. */
export const CouponRejection = z.object({
  coupon: z.string(),
  reason: z.enum([
    'not_exist',
    'not_published',
    'expired',
    'usage_limit',
    'usage_limit_customer',
    'minimum_spend',
    'maximum_spend',
    'email',
    'not_applicable',
    'excluded_products',
    'excluded_categories',
    'sale_items',
  ]),
  amount: z.string().optional(),
});
export type CouponRejection = z.infer<typeof CouponRejection>;

/** Members of a published coupon that has no conditions. */
export const unconditional = {
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
} as const satisfies Partial<Coupon>;

/**
 * Returns coupons of any status, in the order of `codes`; null for an unknown code. If not all coupons fit
 * into one message, the reply has only the first coupons, at least one. The caller then requests the
 * remaining coupons.
 *
 * Once the feed `catalogue` has published the code of a changed coupon, the operation returns the changed coupon.
 */
export const readCoupons = operation('catalogue.read-coupons', {
  summary: 'Coupons by their codes',
  access: 'caller',
  effect: 'read',
  askedBy: ['cart', 'cli'],
  request: z.object({ codes: z.array(CouponCode).min(1).max(50) }),
  reply: z.object({ coupons: z.array(Coupon.nullable()), asOf: AsOf }),
});

/** A coupon without `usedBy`, the list of the customers who used the coupon. */
export const ListedCoupon = Coupon.omit({ usedBy: true });
export type ListedCoupon = z.infer<typeof ListedCoupon>;

/** Returns a page of coupons, sorted by code, without `usedBy`. `search` are the first characters of the code. */
export const listCoupons = operation('catalogue.list-coupons', {
  summary: 'Coupons, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({
    search: z.string().overwrite(couponCode).max(200).default(''),
    page: z.int().min(1).default(1),
    perPage: z.int().min(1).max(100).default(50),
  }),
  reply: z.object({ coupons: z.array(ListedCoupon), total: z.int().min(0) }),
});

/** A new coupon without its id, which the shop assigns. */
export const NewCoupon = Coupon.omit({ id: true }).extend({ code: CouponCode });
export type NewCoupon = z.output<typeof NewCoupon>;

/** Creates a coupon. Refusals: `service_coupon_exists` if another coupon has the code. */
export const createCoupon = operation('catalogue.create-coupon', {
  summary: 'Creates a coupon',
  access: 'operator',
  effect: 'write',
  request: z.object({ coupon: NewCoupon }),
  reply: z.object({ coupon: Coupon }),
});

/** Deletes a coupon. Refusals: `service_coupon_not_exist`. */
export const deleteCoupon = operation('catalogue.delete-coupon', {
  summary: 'Deletes a coupon',
  access: 'operator',
  effect: 'write',
  request: z.object({ code: CouponCode }),
  reply: z.object({ coupon: Coupon }),
});
