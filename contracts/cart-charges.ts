import { z } from 'zod';
import { maxQuantity, ShippingRate } from './cart.ts';
import { CouponRejection } from './coupons.ts';
import { operation } from './operation.ts';
import { Currency } from './settings.ts';

/**
 * Returns whether each coupon of the claim's cart is valid now, without changing the cart. If `email` is not null,
 * the check uses `email` instead of the billing e-mail.
 *
 * Refusals: `service_not_allowed` for a claim without a cart.
 */
export const validateCoupons = operation('cart.validate-coupons', {
  summary: 'Whether the coupons of a cart are valid',
  access: 'caller',
  effect: 'read',
  request: z.object({ email: z.string().max(320).nullable() }),
  reply: z.object({
    coupons: z.array(
      z.object({
        code: z.string(),
        /** Null for a valid coupon. Carts of an older version give a `sentence`, which is shown as it is. */
        objection: z
          .union([CouponRejection, z.object({ reason: z.string(), sentence: z.string() })])
          .nullable(),
      }),
    ),
  }),
});

/**
 * Returns the shipping rates for a quantity of one product or variation, without changing the cart. If
 * `destination` has no country, uses the destination of the claim's cart.
 *
 * Refusals: `service_product_invalid_id` for a product that cannot be bought, `service_shipping_disabled` if
 * the store does not ship. For an invalid destination, the refusals of the command `set-destination`.
 */
export const readShippingRates = operation('cart.read-shipping-rates', {
  summary: 'The shipping rates of a product',
  access: 'caller',
  effect: 'read',
  request: z.object({
    /** Id or SKU of the product or variation. */
    reference: z.string().min(1).max(100),
    quantity: z.int().min(1).max(maxQuantity),
    destination: z.object({
      country: z.string().max(200),
      state: z.string().max(200),
      postcode: z.string().max(200),
      city: z.string().max(200),
    }),
  }),
  reply: z.object({ currency: Currency, rates: z.array(ShippingRate) }),
});
