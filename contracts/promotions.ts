import { z } from 'zod';
import { ShopTime } from './product.ts';

const ids = z.array(z.int().positive()).max(10_000);
const amount = z.int().min(0).nullable();
const limit = z.int().min(0).nullable();

/** A coupon as the shop entered it. Amounts are in minor units; null is no bound. */
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
