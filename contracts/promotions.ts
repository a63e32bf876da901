import { z } from 'zod';
import { operation } from './operation.ts';
import { AsOf, ShopTime } from './product.ts';

const ids = z.array(z.int().positive()).max(10_000);
const amount = z.int().min(0).nullable();
const limit = z.int().min(0).nullable();

/** A coupon's code as clients write it, and as it is kept: without blanks around it, in small letters. */
export const CouponCode = z.string().trim().toLowerCase().min(1).max(200);

/**
 * A coupon as the shop entered it. Amounts are in minor units; null is no bound. How often it was used is checked, and
 * never counted here: whoever takes the orders does that.
 */
export const Coupon = z.object({
  id: z.int().positive(),
  /** In small letters, unique. */
  code: z.string().min(1).max(200),
  description: z.string().max(10_000),
  discountType: z.enum(['percent', 'fixed_cart', 'fixed_product']),
  /** Minor units of a fixed discount; of `percent` the rate in millionths. */
  amount: z.int().min(0),
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
  /** Ids and e-mail addresses of the customers who used it, one entry a use. */
  usedBy: z.array(z.string().max(320)).max(10_000).default([]),
  /** Of how many pieces at most the discount is given. */
  usageLimitToItems: limit,
  productIds: ids,
  excludedProductIds: ids,
  categoryIds: ids,
  excludedCategoryIds: ids,
  /** May hold `*` for any run of characters. */
  allowedEmails: z.array(z.string().max(320)).max(1_000),
});
export type Coupon = z.infer<typeof Coupon>;

/** A published coupon's members that say for whom and for what it is, where it is for everybody and everything. */
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
 * Coupons by their codes in the order asked, whatever their status; null where there is none. Where they do not fit into
 * one message, the first ones, of one at least: the rest are to be asked for again. Every change of a coupon is told on
 * the feed `catalogue` by its code, after which this gives it changed.
 */
export const readCoupons = operation('catalogue.read-coupons', {
  summary: 'Coupons by their codes',
  access: 'caller',
  effect: 'read',
  askedBy: ['cart', 'cli'],
  request: z.object({ codes: z.array(CouponCode).min(1).max(50) }),
  reply: z.object({ coupons: z.array(Coupon.nullable()), asOf: AsOf }),
});

/** A coupon without who used it. */
export const ListedCoupon = Coupon.omit({ usedBy: true });
export type ListedCoupon = z.infer<typeof ListedCoupon>;

/** A page of coupons in the order of their codes, without who used them; `search` is how a code begins. */
export const listCoupons = operation('catalogue.list-coupons', {
  summary: 'Coupons, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({
    search: z.string().trim().toLowerCase().max(200).default(''),
    page: z.int().min(1).default(1),
    perPage: z.int().min(1).max(100).default(50),
  }),
  reply: z.object({ coupons: z.array(ListedCoupon), total: z.int().min(0) }),
});

/** What is said of a coupon that is made: the id is the shop's to give. */
export const NewCoupon = Coupon.omit({ id: true }).extend({ code: CouponCode });
export type NewCoupon = z.output<typeof NewCoupon>;

/** Makes a coupon. Refusals: `service_coupon_exists` when the code is taken. */
export const createCoupon = operation('catalogue.create-coupon', {
  summary: 'Makes a coupon',
  access: 'operator',
  effect: 'write',
  request: z.object({ coupon: NewCoupon }),
  reply: z.object({ coupon: Coupon }),
});

/** Deletes a coupon for good. Refusals: `service_coupon_not_exist`. */
export const deleteCoupon = operation('catalogue.delete-coupon', {
  summary: 'Deletes a coupon',
  access: 'operator',
  effect: 'write',
  request: z.object({ code: CouponCode }),
  reply: z.object({ coupon: Coupon }),
});
