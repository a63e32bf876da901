import { z } from 'zod';
import type { Item } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { flag, idText, wholeNumber } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { itemErrors, itemFields } from './item-body.ts';
import { quantityOf } from './quantity.ts';
import { rawCart, rawLine } from './raw-lines.v1.ts';

const AddItemBody = z.object({
  // Raw lines contain the id as a number, so some clients send a number.
  product_id: idText(20).describe('The ID of the product.'),
  quantity: itemFields.quantity,
  variation_id: wholeNumber(0).default(0).describe('The ID of the variation; 0 for none.'),
  variation: itemFields.variation.describe('The options of the variation, `{"attribute_pa_colour": "red"}`.'),
  cart_item_data: itemFields.item_data.describe('Data of the client, which is stored with the item.'),
  return_cart: flag().default(false).describe('Returns all items.'),
});

/**
 * Returns the reference to the product. For a variation, returns the reference to the variation and the
 * product's id. v1 accepts only ids.
 *
 * @throws ServiceError `service_product_id_not_numeric`
 */
function referenceOf(given: string, variationId: number): Pick<Item, 'reference' | 'productId'> {
  if (given !== '' && !/^-?\d+$/.test(given)) throw refusal('service_product_id_not_numeric', {});
  const productId = given.replace(/^0+(?=\d)/, '');
  const isProduct = variationId === 0 || Number(productId) === 0;
  return isProduct ? { reference: productId } : { reference: String(variationId), productId };
}

/**
 * POST /v1/add-item: adds a product. Returns the raw line of the product, or all raw lines with `return_cart`.
 */
export const addItemRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/add-item',
  summary: 'Add an item to the cart',
  answers: {
    cartItemV1: '',
    itemRemovedV1: 'when the item is gone',
    cartV1: 'with `return_cart=true`',
    emptyCartV1: 'with `return_cart=true`, for an empty cart',
  },
  pictures: false,
  body: AddItemBody,
  errors: ['service_product_id_not_numeric', 'service_product_does_not_exist', ...itemErrors],
  renamed: { service_invalid_product: 'service_product_does_not_exist' },
  command({ body }, call) {
    const { variation, cart_item_data: itemData } = body;
    const quantity = quantityOf(body.quantity, call);
    const item = {
      ...referenceOf(body.product_id, body.variation_id),
      quantity,
      variation,
      itemData,
      price: null,
    };
    return { kind: 'add-item', item, email: null, phone: null };
  },
  view: (outcome, input) => (input.body.return_cart ? rawCart(outcome, input) : rawLine(outcome, input)),
});
