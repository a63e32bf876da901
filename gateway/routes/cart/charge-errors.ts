import type { ErrorCode } from '#platform/errors/registry.ts';

/** Error codes of routes that apply a coupon. */
export const applyCouponErrors = [
  'service_coupons_not_enabled',
  'service_coupon_code_required',
  'service_coupon_not_exist',
  'service_coupon_failed_to_apply',
  'service_coupon_cannot_add',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that remove coupons. */
export const removeCouponErrors = [
  'service_cart_coupon_invalid_code',
  'service_no_coupons_applied',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that add a fee. */
export const addFeeErrors = [
  'service_not_allowed',
  'service_fee_missing_name',
  'service_fee_missing_amount',
  'service_fee_cannot_add',
  'service_fee_already_exists',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that remove all fees. */
export const removeFeesErrors = [
  'service_not_allowed',
  'service_removing_fees_failed',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that choose a shipping rate. */
export const chooseRateErrors = [
  'service_shipping_disabled',
  'service_shipping_missing_rate_id',
  'service_shipping_not_calculated',
  'service_no_shipping_methods',
  'service_shipping_method_incorrect',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that set the destination of shipping. */
export const destinationErrors = [
  'service_shipping_disabled',
  'service_invalid_postcode',
] as const satisfies readonly ErrorCode[];
