import { z } from 'zod';
import { cartRoute } from '../../cart/cart-route.ts';
import { oneLine, wholeCart } from '../../cart/cart-views.ts';
import { itemErrors, itemFields } from '../../cart/item-body.ts';
import { priceNotices, priceOf } from '../../cart/price-override.ts';
import { flag, text } from '../../http/parameters.ts';

/** Body of add-item (specification 4.2). `id` and `quantity` are texts; what they say, the cart judges. */
const AddItemBody = z.object({
  ...itemFields,
  email: text(320).optional(),
  phone: text(64).optional(),
  return_item: flag().default(false),
});

/** POST /v2/cart/add-item (specification 4.2): a product goes into the cart; the whole cart comes back, or its line. */
export const addItemRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-item',
  summary: 'Add an item to the cart',
  body: AddItemBody,
  errors: itemErrors,
  command({ body }, call) {
    const { id: reference, quantity, variation, item_data: itemData, email = null, phone = null } = body;
    const item = { reference, quantity, variation, itemData, price: priceOf(body.price, call) };
    return { kind: 'add-item', item, email, phone };
  },
  notices: ({ body }, call) => priceNotices([body.price], call),
  view: (outcome, input) => (input.body.return_item ? oneLine(outcome, input) : wholeCart(outcome, input)),
});
