import type { ErrorCode } from '#platform/errors/registry.ts';

/** Error codes about the key of a line. */
export const lineErrors = [
  'service_cart_item_key_required',
  'service_item_not_in_cart',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that change the quantity of a line. */
export const updateErrors = [
  ...lineErrors,
  'service_quantity_not_numeric',
  'service_quantity_invalid_amount',
  'service_can_not_increase_quantity',
  'service_product_id_required',
  'service_unknown_product_id',
  'service_invalid_product',
  'service_cannot_be_purchased',
  'service_not_enough_in_stock',
  'service_missing_variation_data',
  'service_invalid_variation_data',
  'service_no_variation_found',
  'service_cart_invalid_parent_product',
  'service_cannot_add_product_type_to_cart',
] as const satisfies readonly ErrorCode[];

/** Error codes of routes that remove a line. */
export const removeErrors = [...lineErrors, 'service_no_items'] as const satisfies readonly ErrorCode[];

/** Error codes of routes that restore a removed line. */
export const restoreErrors = [
  'service_cart_item_key_required',
  'service_item_restored_to_cart',
  'service_can_not_restore_item',
  'service_cannot_be_purchased',
  'service_product_out_of_stock',
  'service_not_enough_in_stock',
  'service_not_enough_stock_remaining',
  'service_product_sold_individually',
  'service_quantity_invalid_amount',
] as const satisfies readonly ErrorCode[];
