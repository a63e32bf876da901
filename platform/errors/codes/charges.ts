import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of coupons, fees and shipping. */
export const chargesErrors = {
  // Coupons. Only managers get `service_coupon_exists`, so that shoppers cannot find out which codes exist.
  service_coupon_not_exist: { status: 404, message: 'There is no such coupon.', data: noData },
  service_coupon_exists: { status: 409, message: 'A coupon with this code already exists.', data: noData },
  service_coupons_not_enabled: {
    status: 404,
    message: 'This store has no coupons.',
    data: noData,
    byState: true,
  },
  service_coupon_code_required: { status: 404, message: 'The code of a coupon is required.', data: noData },
  service_coupon_cannot_add: {
    status: 404,
    message: 'This coupon cannot be combined with the coupons in your cart.',
    data: noData,
    byState: true,
  },
  service_coupon_failed_to_apply: {
    status: 400,
    message: 'This coupon cannot be used for your cart.',
    data: z.object({ reason: z.string() }),
    byState: true,
  },
  service_no_coupons_applied: {
    status: 404,
    message: 'There are no coupons in your cart.',
    data: noData,
    byState: true,
  },
  service_cart_coupon_invalid_code: {
    status: 404,
    message: 'There is no such coupon in your cart.',
    data: noData,
    byState: true,
  },
  service_cart_no_coupons_applied: {
    status: 404,
    message: 'There are no coupons in your cart to check.',
    data: noData,
    byState: true,
  },
  /** The status is 500 although the server works, because CoCart documents this status for its API v1. */
  service_coupons_expired: {
    status: 500,
    message: 'Some coupons in your cart are no longer valid.',
    data: z.object({ coupons: z.array(z.string()) }),
  },

  // Fees.
  service_fee_missing_name: { status: 404, message: 'The name of the fee is required.', data: noData },
  service_fee_missing_amount: { status: 404, message: 'The amount of the fee is required.', data: noData },
  service_fee_cannot_add: {
    status: 404,
    message: 'The amount of the fee must be a number other than 0.',
    data: noData,
  },
  service_fee_already_exists: {
    status: 403,
    message: 'A fee with this name already exists.',
    data: noData,
    byState: true,
  },
  service_removing_fees_failed: {
    status: 404,
    message: 'There are no fees in your cart.',
    data: noData,
    byState: true,
  },

  // Shipping.
  service_shipping_disabled: {
    status: 404,
    message: 'This store does not ship.',
    data: noData,
    byState: true,
  },
  service_shipping_missing_rate_id: {
    status: 404,
    message: 'The ID of a shipping rate is required.',
    data: noData,
  },
  service_shipping_not_calculated: {
    status: 404,
    message: 'Enter an address to calculate shipping costs.',
    data: noData,
    byState: true,
  },
  service_no_shipping_methods: {
    status: 404,
    message: 'No shipping method is available for your cart.',
    data: noData,
    byState: true,
  },
  service_shipping_method_incorrect: {
    status: 404,
    message: 'This shipping method is not available for your cart.',
    data: noData,
    byState: true,
  },
  service_invalid_postcode: {
    status: 404,
    message: 'The postcode is not valid in this country.',
    data: noData,
  },
} as const satisfies DeclaredErrors;
