import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Quantities of a product: requested, already in the cart, and available in stock. */
const Shortage = z.object({
  requested: z.int(),
  in_cart: z.int(),
  available: z.int(),
  name: z.string().optional(),
});

/** The name of the product. */
const Named = z.object({ name: z.string().optional() });

/** Errors of carts: adding items, changing lines, and whole carts. */
export const cartErrors = {
  // Errors of adding items to a cart.
  service_product_id_required: { status: 404, data: noData },
  service_invalid_product: { status: 400, data: noData },
  service_quantity_not_numeric: { status: 405, data: Named },
  service_quantity_invalid_amount: {
    status: 405,
    data: Named.extend({ minimum: z.int(), maximum: z.int() }),
  },
  service_price_override_not_allowed: {
    status: 403,
    data: noData,
  },
  service_product_sold_individually: {
    status: 403,
    data: Named,
    byState: true,
  },
  service_cannot_be_purchased: {
    status: 403,
    data: noData,
    byState: true,
  },
  service_product_out_of_stock: {
    status: 404,
    data: Shortage,
    byState: true,
  },
  service_not_enough_in_stock: {
    status: 404,
    data: Shortage,
    byState: true,
  },
  service_not_enough_stock_remaining: {
    status: 404,
    data: Shortage,
    byState: true,
  },
  service_cannot_add_product_type_to_cart: {
    status: 403,
    data: z.object({ product_type: z.string() }),
  },
  service_missing_variation_data: {
    status: 400,
    data: z.object({ missing: z.array(z.string()) }),
  },
  service_invalid_variation_data: {
    status: 400,
    data: z.object({ attribute: z.string(), allowed: z.array(z.string()) }),
  },
  service_no_variation_found: {
    status: 404,
    data: z.object({ missing: z.array(z.string()).optional() }),
  },
  service_cart_invalid_parent_product: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_grouped_product_failed: {
    status: 404,
    data: noData,
  },
  service_grouped_product_empty: {
    status: 404,
    data: noData,
  },
  service_product_id_not_numeric: { status: 405, data: noData },
  service_product_does_not_exist: { status: 404, data: noData },

  // Errors of changing the lines of a cart.
  service_cart_item_key_required: { status: 404, data: noData },
  service_item_not_in_cart: {
    status: 404,
    data: Named,
    byState: true,
  },
  service_no_items_in_cart: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_no_items: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_can_not_restore_item: {
    status: 403,
    data: noData,
    byState: true,
  },
  service_item_restored_to_cart: {
    /** For a cart without removed items. The status is 405 if the item is in the cart, otherwise 404. */
    status: 405,
    data: z.object({ status: z.literal([404, 405]) }),
    byState: true,
  },
  service_can_not_increase_quantity: {
    status: 405,
    data: Named,
    byState: true,
  },

  // Errors of whole carts.
  service_cart_already_exists: {
    status: 403,
    data: noData,
  },
  service_cart_error: { status: 500, data: noData },
  service_cart_empty: { status: 404, data: noData, byState: true },
  service_cart_totals_empty: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_update_cart_namespace_error: {
    status: 404,
    data: z.object({ namespaces: z.array(z.string()) }),
  },
  service_update_cart_no_namespace_error: {
    status: 404,
    data: z.object({ namespaces: z.array(z.string()) }),
  },
  service_update_cart_invalid_callback_error: {
    status: 400,
    data: noData,
  },
  service_cart_in_session_not_valid: { status: 404, data: noData },
  service_session_not_valid: { status: 404, data: noData },
  service_cannot_read_cart: { status: 401, data: noData },
} as const satisfies DeclaredErrors;

/** Errors of coupons, fees and shipping. */
const DifferenceCause = z.enum(['currency', 'items', 'discount', 'shipping', 'tax', 'fees']);

/** Errors of checkouts. */
export const checkoutErrors = {
  service_checkout_not_configured: {
    status: 404,
    data: z.object({ reason: z.literal('plugin').optional() }),
    byState: true,
  },
  service_checkout_not_found: { status: 404, data: noData },
  /** `total` is the present total of the cart, `cart` the cart as the mount shows it. */
  service_checkout_changed: {
    status: 409,
    data: z.object({
      total: z.int(),
      changes: z.array(z.object({ code: z.string(), message: z.string() })),
      cart: z.unknown().optional(),
    }),
    byState: true,
  },
  service_checkout_total_changed: {
    status: 409,
    data: z.object({ total: z.int(), shop_total: z.int(), cause: DifferenceCause }),
    byState: true,
  },
  service_checkout_link_used: { status: 409, data: noData, byState: true },
  service_checkout_ended: { status: 409, data: noData, byState: true },
  service_order_not_found: { status: 404, data: noData },
} as const satisfies DeclaredErrors;

export const chargesErrors = {
  // Coupons. Only managers get `service_coupon_exists`, so that shoppers cannot find out which codes exist.
  service_coupon_not_exist: { status: 404, data: z.object({ coupon: z.string().optional() }) },
  service_coupon_exists: { status: 409, data: noData },
  service_coupons_not_enabled: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_coupon_code_required: { status: 404, data: noData },
  service_coupon_cannot_add: {
    status: 404,
    data: z.object({ coupon: z.string().optional(), reason: z.enum(['applied', 'individual']).optional() }),
    byState: true,
  },
  service_coupon_failed_to_apply: {
    status: 400,
    data: z.object({ reason: z.string(), coupon: z.string().optional(), amount: z.string().optional() }),
    byState: true,
  },
  service_no_coupons_applied: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_cart_coupon_invalid_code: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_cart_no_coupons_applied: {
    status: 404,
    data: noData,
    byState: true,
  },
  /** The status is 500 although the server works, because CoCart documents this status for its API v1. */
  service_coupons_expired: {
    status: 500,
    data: z.object({ coupons: z.array(z.string()) }),
  },

  // Fees.
  service_fee_missing_name: { status: 404, data: noData },
  service_fee_missing_amount: { status: 404, data: noData },
  service_fee_cannot_add: {
    status: 404,
    data: noData,
  },
  service_fee_already_exists: {
    status: 403,
    data: z.object({ name: z.string().optional() }),
    byState: true,
  },
  service_removing_fees_failed: {
    status: 404,
    data: noData,
    byState: true,
  },

  // Shipping.
  service_shipping_disabled: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_shipping_missing_rate_id: {
    status: 404,
    data: noData,
  },
  service_shipping_not_calculated: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_no_shipping_methods: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_shipping_method_incorrect: {
    status: 404,
    data: noData,
    byState: true,
  },
  service_invalid_postcode: {
    status: 404,
    data: noData,
  },
} as const satisfies DeclaredErrors;
