import { z } from 'zod';
import { maxQuantity, ShippingRate } from './cart.ts';
import { operation } from './operation.ts';
import { Currency } from './settings.ts';

/**
 * Returns for each coupon of the claim's cart whether it is valid now. `email` replaces the billing e-mail in the
 * check. Changes nothing.
 *
 * Refusals: `service_not_allowed` without a claim to a cart.
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
        /** A reason code and a sentence; null for a valid coupon. */
        objection: z.object({ reason: z.string(), sentence: z.string() }).nullable(),
      }),
    ),
  }),
});

/**
 * Returns the shipping rates for one product or variation in a given quantity. Without a country, the destination of
 * the claim's cart applies. Changes nothing.
 *
 * Refusals: `service_product_invalid_id` for a product that cannot be bought, `service_shipping_disabled` when the
 * store does not ship; for an invalid destination the refusals of the command `set-destination`.
 */
export const readShippingRates = operation('cart.read-shipping-rates', {
  summary: 'The shipping rates of a product',
  access: 'caller',
  effect: 'read',
  request: z.object({
    /** Id or SKU. */
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
