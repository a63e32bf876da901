import { z } from 'zod';
import type { Item } from '#contracts/cart-commands.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Call } from '../../../routing/call.ts';
import { idText, jsonMap, map, price, quantityText, text } from '../../../routing/parameters.ts';
import { priceOf } from './price-override.ts';

/** Members of an item to add (docs/reference/cart.md#add-an-item). */
export const itemFields = {
  id: idText(100).describe('The ID or SKU of the product or variation.'),
  quantity: quantityText().default('1').describe('The quantity.'),
  variation: map(
    z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(z.string().max(200)),
    50,
  )
    .default({})
    .describe('The options of the variation, `{"attribute_pa_colour": "red"}`.'),
  item_data: jsonMap(100).default({}).describe('Data of the client, which is stored with the item.'),
  price: price().optional().describe('The price in major units, for callers who may set prices.'),
};

type ItemFields = z.output<z.ZodObject<typeof itemFields>>;

/** E-mail address and phone number of the customer, which a request that adds items may set. */
export const contactFields = {
  email: text(320).optional().describe('The billing e-mail address.'),
  phone: text(64).optional().describe('The billing phone number.'),
};

/**
 * Returns an item for a command that adds items.
 *
 * @throws ServiceError `service_price_override_not_allowed`
 */
export function itemOf(item: ItemFields, call: Call): Item {
  const { id, quantity, variation, item_data } = item;
  return { reference: id, quantity, variation, itemData: item_data, price: priceOf(item.price, call) };
}

/** Error codes of routes that add items. */
export const itemErrors = [
  'service_invalid_request',
  'service_product_id_required',
  'service_unknown_product_id',
  'service_invalid_product',
  'service_quantity_not_numeric',
  'service_quantity_invalid_amount',
  'service_price_override_not_allowed',
  'service_product_sold_individually',
  'service_cannot_be_purchased',
  'service_product_out_of_stock',
  'service_not_enough_in_stock',
  'service_not_enough_stock_remaining',
  'service_cannot_add_product_type_to_cart',
  'service_missing_variation_data',
  'service_invalid_variation_data',
  'service_no_variation_found',
  'service_cart_invalid_parent_product',
] as const satisfies readonly ErrorCode[];
