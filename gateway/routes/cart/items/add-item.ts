import { z } from 'zod';
import { flag } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { requestedLine, wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { contactFields, itemErrors, itemFields, itemOf } from './item-body.ts';
import { priceNotices } from './price-override.ts';
import { quantityOf } from './quantity.ts';

/** Body of add-item. The cart service checks the content of `id` and `quantity`. */
const AddItemBody = z.object({
  ...itemFields,
  ...contactFields,
  return_item: flag().default(false).describe('Returns only the item.'),
});

/**
 * POST /v2/cart/add-item: adds a product. Returns the whole cart, or only the product's line with
 * `return_item`.
 */
export const addItemRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-item',
  summary: 'Add an item to the cart',
  answers: { ...wholeCartAnswers, cartItemV2: 'with `return_item=true`' },
  body: AddItemBody,
  errors: itemErrors,
  command({ body }, call) {
    const { email = null, phone = null } = body;
    const item = { ...itemOf(body, call), quantity: quantityOf(body.quantity, call) };
    return { kind: 'add-item', item, email, phone };
  },
  notices: ({ body }, call) => priceNotices([body.price], call),
  view: (outcome, input) =>
    input.body.return_item ? requestedLine(outcome, input) : wholeCart(outcome, input),
});
