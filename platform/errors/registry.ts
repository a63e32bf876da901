import { z } from 'zod';

const none = z.object({});

/** Where the stock decides: how many were asked for, how many the cart has already, how many there are. */
const Shortage = z.object({ requested: z.int(), in_cart: z.int(), available: z.int() });

/**
 * Every public error: its status, its sentence, and the members that `data` carries beside `status`.
 *
 * Codes are those of the specification's dialect; another dialect writes the prefix `service_` its own way.
 * Sources: specification 7, contract part 3 (column "build").
 */
export const registry = {
  // The protocol.
  rest_no_route: {
    status: 404,
    message: 'No route was found matching the URL and request method.',
    data: none,
  },
  rest_invalid_json: {
    status: 400,
    message: 'Invalid JSON body passed.',
    data: z.object({ json_error_code: z.int(), json_error_message: z.string() }),
  },
  rest_invalid_param: {
    status: 400,
    message: 'Invalid parameter(s).',
    data: z.object({
      params: z.record(z.string(), z.string()),
      details: z.record(z.string(), z.object({ code: z.string(), message: z.string(), data: z.unknown() })),
    }),
  },
  rest_missing_callback_param: {
    status: 400,
    message: 'Missing parameter(s).',
    data: z.object({ params: z.array(z.string()) }),
  },
  service_unsupported_version: {
    status: 400,
    message: 'This version of the interface is not supported.',
    data: z.object({ requested_version: z.string(), supported_versions: z.array(z.string()) }),
  },
  service_request_too_large: {
    status: 413,
    message: 'The request body is too large.',
    data: z.object({ maximum_bytes: z.int() }),
  },
  service_unsupported_media_type: {
    status: 415,
    message: 'The request body must be sent as JSON, without a content encoding.',
    data: none,
  },
  service_https_required: {
    status: 403,
    message: 'Credentials are accepted over HTTPS only.',
    data: none,
  },
  service_authentication_error: { status: 401, message: 'Authentication failed.', data: none },
  service_revision_mismatch: {
    status: 412,
    message: 'The cart has changed since the revision given in If-Match.',
    data: z.object({ revision: z.int() }),
  },
  service_idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    data: none,
  },
  service_unavailable: {
    status: 503,
    message: 'The service is not available at the moment. Please try again.',
    data: z.object({ retry_after: z.int() }),
  },
  service_internal: { status: 500, message: 'Something went wrong. It has been logged.', data: none },

  // Between processes and at the operations edge.
  service_invalid_request: {
    status: 400,
    message: 'The request does not fit the schema of the operation.',
    data: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  service_unknown_operation: { status: 404, message: 'There is no such operation here.', data: none },
  service_not_allowed: { status: 403, message: 'The caller may not do this.', data: none },

  // The catalogue (contract 3 D).
  service_product_invalid_id: { status: 404, message: 'There is no product with this ID.', data: none },
  service_unknown_product_id: { status: 404, message: 'There is no product with this SKU.', data: none },
  service_product_variation_invalid_id: {
    status: 404,
    message: 'There is no variation with this ID of this product.',
    data: none,
  },
  service_products_invalid_page_number: {
    status: 400,
    message: 'The page number requested is larger than the number of pages available.',
    data: z.object({ total_pages: z.int() }),
  },
  service_taxonomy_invalid: { status: 404, message: 'There is no such attribute.', data: none },
  service_term_invalid: { status: 404, message: 'There is no such term.', data: none },
  service_attribute_invalid: { status: 404, message: 'There is no attribute with this ID.', data: none },

  // Reviews (contract 3 E).
  service_cannot_view_review: { status: 404, message: 'There is no review with this ID.', data: none },
  service_review_content_invalid: {
    status: 400,
    message: 'A review needs words, and not too many of them.',
    data: z.object({ maximum: z.int() }),
  },
  service_review_exists: { status: 400, message: 'You have reviewed this product already.', data: none },
  service_cannot_create: { status: 403, message: 'You are not allowed to review this product.', data: none },
  service_comment_duplicate: { status: 409, message: 'You have said that already.', data: none },
  service_comment_flood: {
    status: 400,
    message: 'You are writing reviews too quickly.',
    data: z.object({ retry_after: z.int() }),
  },

  // Adding to a cart (contract 3 A).
  service_product_id_required: { status: 404, message: 'A product ID is required.', data: none },
  service_invalid_product: { status: 400, message: 'This product does not exist.', data: none },
  service_quantity_not_numeric: { status: 405, message: 'The quantity must be a number.', data: none },
  service_quantity_invalid_amount: {
    status: 405,
    message: 'The quantity must be a whole number within the limits of the product.',
    data: z.object({ minimum: z.int(), maximum: z.int() }),
  },
  service_price_override_not_allowed: {
    status: 403,
    message: 'You are not allowed to set the price of an item.',
    data: none,
  },
  service_product_sold_individually: {
    status: 403,
    message: 'This product is sold individually and is in your cart already.',
    data: none,
  },
  service_cannot_be_purchased: { status: 403, message: 'This product cannot be purchased.', data: none },
  service_product_out_of_stock: {
    status: 404,
    message: 'This product is out of stock.',
    data: Shortage,
  },
  service_not_enough_in_stock: {
    status: 404,
    message: 'There is not enough of this product in stock.',
    data: Shortage,
  },
  service_not_enough_stock_remaining: {
    status: 404,
    message: 'There is not enough of this product in stock, counting what is in your cart already.',
    data: Shortage,
  },
  service_cannot_add_product_type_to_cart: {
    status: 403,
    message: 'Products of this type cannot be added to your cart.',
    data: z.object({ product_type: z.string() }),
  },
  service_missing_variation_data: {
    status: 400,
    message: 'Options of this product have to be chosen.',
    data: z.object({ missing: z.array(z.string()) }),
  },
  service_invalid_variation_data: {
    status: 400,
    message: 'An option of this product cannot be chosen.',
    data: z.object({ attribute: z.string(), allowed: z.array(z.string()) }),
  },
  service_no_variation_found: {
    status: 404,
    message: 'This product is not available with these options.',
    data: none,
  },
  service_cart_invalid_parent_product: {
    status: 404,
    message: 'This product is no longer available.',
    data: none,
  },
  service_grouped_product_failed: {
    status: 404,
    message: 'Choose how many of the products of this group you want.',
    data: none,
  },
  service_grouped_product_empty: {
    status: 404,
    message: 'This group has no products to choose from.',
    data: none,
  },
  service_product_id_not_numeric: { status: 405, message: 'The product ID must be a number.', data: none },
  service_product_does_not_exist: { status: 404, message: 'This product does not exist.', data: none },

  // Lines of a cart (contract 3 B).
  service_cart_item_key_required: { status: 404, message: 'The key of an item is required.', data: none },
  service_item_not_in_cart: { status: 404, message: 'There is no such item in your cart.', data: none },
  service_no_items_in_cart: { status: 404, message: 'There are no items in your cart.', data: none },
  service_no_items: {
    status: 404,
    message: 'There is nothing in your cart that could be removed.',
    data: none,
  },
  service_can_not_restore_item: { status: 403, message: 'This item cannot be restored.', data: none },
  service_item_restored_to_cart: {
    /** 404 where the item is nowhere; 405 where it is in the cart. */
    status: 405,
    message: 'There is no removed item to restore.',
    data: z.object({ status: z.literal([404, 405]) }),
  },
  service_can_not_increase_quantity: {
    status: 405,
    message: 'Only one of this product can be in your cart.',
    data: none,
  },

  // The whole cart (contract 3 C).
  service_cart_error: { status: 500, message: 'The cart could not be read.', data: none },
  service_cart_empty: { status: 404, message: 'Your cart is empty.', data: none },
  service_cart_totals_empty: { status: 404, message: 'Your cart comes to nothing.', data: none },
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
    data: none,
  },
  service_cart_in_session_not_valid: { status: 404, message: 'There is no such cart.', data: none },
  service_session_not_valid: { status: 404, message: 'There is no such cart to delete.', data: none },
  service_cannot_read_cart: { status: 401, message: 'You are not allowed to read this cart.', data: none },

  // Coupons (contract 3 I). That a code is taken is told to those who make coupons only.
  service_coupon_not_exist: { status: 404, message: 'There is no such coupon.', data: none },
  service_coupon_exists: { status: 409, message: 'There is a coupon with this code already.', data: none },
  service_coupons_not_enabled: { status: 404, message: 'This store has no coupons.', data: none },
  service_coupon_code_required: { status: 404, message: 'The code of a coupon is required.', data: none },
  service_coupon_cannot_add: {
    status: 404,
    message: 'This coupon cannot be added to those of your cart.',
    data: none,
  },
  service_coupon_failed_to_apply: {
    status: 400,
    message: 'This coupon cannot be used for your cart.',
    data: z.object({ reason: z.string() }),
  },
  service_no_coupons_applied: { status: 404, message: 'There are no coupons in your cart.', data: none },
  service_cart_coupon_invalid_code: {
    status: 404,
    message: 'There is no such coupon in your cart.',
    data: none,
  },
  service_cart_no_coupons_applied: {
    status: 404,
    message: 'There are no coupons in your cart to look at.',
    data: none,
  },
  /** A fault of nobody's, but 500 is what v1 is documented with. */
  service_coupons_expired: {
    status: 500,
    message: 'Coupons of your cart cannot be used any more.',
    data: z.object({ coupons: z.array(z.string()) }),
  },

  // Fees (contract 3 I).
  service_fee_missing_name: { status: 404, message: 'The name of the fee is required.', data: none },
  service_fee_missing_amount: { status: 404, message: 'The amount of the fee is required.', data: none },
  service_fee_cannot_add: {
    status: 404,
    message: 'The amount of the fee must be a number other than 0.',
    data: none,
  },
  service_fee_already_exists: { status: 403, message: 'There is a fee with this name already.', data: none },
  service_removing_fees_failed: { status: 404, message: 'There are no fees in your cart.', data: none },

  // Shipping (contract 3 I).
  service_shipping_disabled: { status: 404, message: 'This store does not ship.', data: none },
  service_shipping_missing_rate_id: {
    status: 404,
    message: 'The ID of a shipping rate is required.',
    data: none,
  },
  service_shipping_not_calculated: {
    status: 404,
    message: 'Shipping costs are known once there is an address.',
    data: none,
  },
  service_no_shipping_methods: { status: 404, message: 'There is no way to ship your cart.', data: none },
  service_shipping_method_incorrect: {
    status: 404,
    message: 'Your cart cannot be shipped in this way.',
    data: none,
  },
  service_invalid_postcode: { status: 404, message: 'This is no postcode of the country.', data: none },

  // Bounds and batches (contract 3 H).
  service_rate_limit_exceeded: {
    status: 429,
    message: 'Too many changes in a short time. Please wait a moment.',
    data: z.object({ retry_after: z.int(), limit: z.int(), window: z.int() }),
  },
  rest_invalid_path: { status: 400, message: 'The path of a request is not valid.', data: none },
  rest_batch_not_allowed: { status: 400, message: 'This request cannot be part of a batch.', data: none },

  service_cart_limit_exceeded: {
    status: 400,
    message: 'The cart cannot hold more than this.',
    data: z.object({ limit: z.string(), maximum: z.int() }),
  },
} as const satisfies Record<string, { status: number; message: string; data: z.ZodObject }>;

export type ErrorCode = keyof typeof registry;
export type ErrorData<C extends ErrorCode> = z.input<(typeof registry)[C]['data']>;
