import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { cartRoute } from '../../cart/cart-route.ts';
import { itemErrors, itemFields } from '../../cart/item-body.ts';
import { flag, text, wholeNumber } from '../../http/parameters.ts';
import { rawCart, rawLine } from './views.ts';

const AddItemBody = z.object({
  product_id: text(20),
  quantity: itemFields.quantity,
  variation_id: wholeNumber(0).default(0),
  variation: itemFields.variation,
  cart_item_data: itemFields.item_data,
  return_cart: flag().default(false),
});

/** What is named: the variation where one is, else the product, which v1 knows by number only. */
function referenceOf(productId: string, variationId: number): string {
  if (productId !== '' && !/^-?\d+$/.test(productId)) throw refusal('service_product_id_not_numeric', {});
  return variationId > 0 ? String(variationId) : productId.replace(/^0+(?=\d)/, '');
}

/** POST /v1/add-item (contract 1.5): a product goes into the cart; its raw line comes back, or all of them. */
export const addItemRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/add-item',
  summary: 'Add an item to the cart',
  pictures: false,
  body: AddItemBody,
  errors: ['service_product_id_not_numeric', 'service_product_does_not_exist', ...itemErrors],
  renamed: { service_invalid_product: 'service_product_does_not_exist' },
  command({ body }) {
    const { quantity, variation, cart_item_data: itemData } = body;
    const reference = referenceOf(body.product_id, body.variation_id);
    const item = { reference, quantity, variation, itemData, price: null };
    return { kind: 'add-item', item, email: null, phone: null };
  },
  view: (outcome, input) => (input.body.return_cart ? rawCart(outcome, input) : rawLine(outcome, input)),
});
