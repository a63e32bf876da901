import { z } from 'zod';
import { addItem, readCart } from '#contracts/cart.ts';
import { cartAnswer, lineAnswer } from '../cart/cart-answer.ts';
import { priceOf } from '../cart/price-override.ts';
import { flag, map, parsedJson, text } from '../http/parameters.ts';
import { route } from '../http/route.ts';

/** Query parameters of every route that answers with a cart (contract 1.0). */
const CartQuery = z.object({ thumb: flag().default(true), default: flag().default(false) });

/** GET /v2/cart (specification 4.2): the caller's cart, re-priced. */
export const readCartRoute = route({
  method: 'GET',
  path: '/v2/cart',
  summary: 'The cart',
  kind: 'cart',
  query: CartQuery,
  errors: [],
  async handle({ query }, call) {
    const { cart } = await call.ask(readCart, {});
    return cartAnswer(cart, { pictures: query.thumb });
  },
});

/** Body of add-item (specification 4.2). `id` and `quantity` are texts; what they say, the cart judges. */
const AddItemBody = z.object({
  id: text(100),
  quantity: text(32).default('1'),
  variation: map(
    z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(z.string().max(200)),
    50,
  ).default({}),
  item_data: map(parsedJson, 100).default({}),
  email: text(320).optional(),
  phone: text(64).optional(),
  price: z
    .string()
    .trim()
    .max(32)
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  return_item: flag().default(false),
});

/** POST /v2/cart/add-item (specification 4.2): a product goes into the cart; the whole cart comes back, or its line. */
export const addItemRoute = route({
  method: 'POST',
  path: '/v2/cart/add-item',
  summary: 'Add an item to the cart',
  kind: 'cart',
  query: CartQuery,
  body: AddItemBody,
  errors: [
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
    'service_cart_limit_exceeded',
    'service_revision_mismatch',
    'service_idempotency_key_reused',
  ],
  async handle({ query, body }, call) {
    const { price, notices } = priceOf(body.price ?? null, call);
    const { id: reference, quantity, variation, item_data: itemData, email = null, phone = null } = body;
    const added = await call.ask(addItem, {
      ...call.marks,
      reference,
      quantity,
      variation,
      itemData,
      email,
      phone,
      price,
    });
    const shown = { pictures: query.thumb, replayed: added.replayed, notices };
    return body.return_item ? lineAnswer(added.cart, added.lineKey, shown) : cartAnswer(added.cart, shown);
  },
});
