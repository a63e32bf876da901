import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Quantities of a product: requested, already in the cart, and available in stock. */
const Shortage = z.object({ requested: z.int(), in_cart: z.int(), available: z.int() });

/** Errors of carts: adding items, changing lines, and whole carts. */
export const cartErrors = {
  // Errors of adding items to a cart.
  service_product_id_required: { status: 404, message: 'A product ID is required.', data: noData },
  service_invalid_product: { status: 400, message: 'This product does not exist.', data: noData },
  service_quantity_not_numeric: { status: 405, message: 'The quantity must be a number.', data: noData },
  service_quantity_invalid_amount: {
    status: 405,
    message: 'The quantity must be a whole number within the limits of the product.',
    data: z.object({ minimum: z.int(), maximum: z.int() }),
  },
  service_price_override_not_allowed: {
    status: 403,
    message: 'You are not allowed to set the price of an item.',
    data: noData,
  },
  service_product_sold_individually: {
    status: 403,
    message: 'This product is sold individually and is in your cart already.',
    data: noData,
    byState: true,
  },
  service_cannot_be_purchased: {
    status: 403,
    message: 'This product cannot be purchased.',
    data: noData,
    byState: true,
  },
  service_product_out_of_stock: {
    status: 404,
    message: 'This product is out of stock.',
    data: Shortage,
    byState: true,
  },
  service_not_enough_in_stock: {
    status: 404,
    message: 'There is not enough of this product in stock.',
    data: Shortage,
    byState: true,
  },
  service_not_enough_stock_remaining: {
    status: 404,
    message: 'There is not enough of this product in stock, counting what is in your cart already.',
    data: Shortage,
    byState: true,
  },
  service_cannot_add_product_type_to_cart: {
    status: 403,
    message: 'Products of this type cannot be added to your cart.',
    data: z.object({ product_type: z.string() }),
  },
  service_missing_variation_data: {
    status: 400,
    message: 'Choose the options of this product.',
    data: z.object({ missing: z.array(z.string()) }),
  },
  service_invalid_variation_data: {
    status: 400,
    message: 'An option of this product is not valid.',
    data: z.object({ attribute: z.string(), allowed: z.array(z.string()) }),
  },
  service_no_variation_found: {
    status: 404,
    message: 'This product is not available with these options.',
    data: noData,
  },
  service_cart_invalid_parent_product: {
    status: 404,
    message: 'This product is no longer available.',
    data: noData,
    byState: true,
  },
  service_grouped_product_failed: {
    status: 404,
    message: 'Choose a quantity for at least one product of this group.',
    data: noData,
  },
  service_grouped_product_empty: {
    status: 404,
    message: 'This group has no products to choose from.',
    data: noData,
  },
  service_product_id_not_numeric: { status: 405, message: 'The product ID must be a number.', data: noData },
  service_product_does_not_exist: { status: 404, message: 'This product does not exist.', data: noData },

  // Errors of changing the lines of a cart.
  service_cart_item_key_required: { status: 404, message: 'The key of an item is required.', data: noData },
  service_item_not_in_cart: {
    status: 404,
    message: 'There is no such item in your cart.',
    data: noData,
    byState: true,
  },
  service_no_items_in_cart: {
    status: 404,
    message: 'There are no items in your cart.',
    data: noData,
    byState: true,
  },
  service_no_items: {
    status: 404,
    message: 'Your cart has no items to remove.',
    data: noData,
    byState: true,
  },
  service_can_not_restore_item: {
    status: 403,
    message: 'This item cannot be restored.',
    data: noData,
    byState: true,
  },
  service_item_restored_to_cart: {
    /** For a cart without removed items. The status is 405 if the item is in the cart, otherwise 404. */
    status: 405,
    message: 'There is no removed item to restore.',
    data: z.object({ status: z.literal([404, 405]) }),
    byState: true,
  },
  service_can_not_increase_quantity: {
    status: 405,
    message: 'Only one of this product can be in your cart.',
    data: noData,
    byState: true,
  },

  // Errors of whole carts.
  service_cart_already_exists: {
    status: 403,
    message: 'You are logged in, so you already have a cart.',
    data: noData,
  },
  service_cart_error: { status: 500, message: 'The cart could not be read.', data: noData },
  service_cart_empty: { status: 404, message: 'Your cart is empty.', data: noData, byState: true },
  service_cart_totals_empty: {
    status: 404,
    message: 'Your cart total is zero.',
    data: noData,
    byState: true,
  },
  service_update_cart_namespace_error: {
    status: 404,
    message: 'The namespace of the update is missing.',
    data: z.object({ namespaces: z.array(z.string()) }),
  },
  service_update_cart_no_namespace_error: {
    status: 404,
    message: 'There is no such namespace to update.',
    data: z.object({ namespaces: z.array(z.string()) }),
  },
  service_update_cart_invalid_callback_error: {
    status: 400,
    message: 'The extension of this namespace failed.',
    data: noData,
  },
  service_cart_in_session_not_valid: { status: 404, message: 'There is no such cart.', data: noData },
  service_session_not_valid: { status: 404, message: 'There is no such cart to delete.', data: noData },
  service_cannot_read_cart: { status: 401, message: 'You are not allowed to read this cart.', data: noData },
} as const satisfies DeclaredErrors;

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
