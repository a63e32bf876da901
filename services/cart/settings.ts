import { z } from 'zod';
import { ProcessSettings, wholeNumber } from '#platform/service/settings.ts';

/** Settings of the cart service, besides those that every process has (platform/service/settings.ts). */
export const CartSettings = ProcessSettings.extend({
  CART_REDIS_URL: z.string().regex(/^rediss?:\/\/./, 'must be a redis:// URL'),
  /** Seconds that an untouched guest's cart is kept. */
  GUEST_CART_TTL: wholeNumber.pipe(z.int().positive()).default(172_800),
  /** The same for a customer's cart. */
  CUSTOMER_CART_TTL: wholeNumber.pipe(z.int().positive()).default(604_800),
});
export type CartSettings = z.infer<typeof CartSettings>;
