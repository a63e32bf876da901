import { z } from 'zod';
import { cartRoute } from '../../cart/cart-route.ts';
import { wholeCart, wholeCartAnswers } from '../../cart/cart-views.ts';
import { updateCommand } from '../../cart/update/namespaces.ts';
import { addressNames } from '../../cart/update/update-customer.ts';
import { parsedJson, text } from '../../http/parameters.ts';

const handed = ['items', 'quantity', 'data', 'ship_to_different_address', ...addressNames];

/** The namespace decides what the other members have to be. An extension takes whatever the body has. */
const UpdateBody = z
  .object({
    namespace: text(100).optional(),
    ...Object.fromEntries(handed.map((name) => [name, parsedJson.optional()])),
  })
  .catchall(parsedJson);

/** POST /v2/cart/update: hands what was sent to the handler of its namespace. */
export const updateCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/update',
  summary: 'Update the cart through the handler of a namespace',
  answers: wholeCartAnswers,
  body: UpdateBody,
  errors: [
    'service_cart_empty',
    'service_update_cart_namespace_error',
    'service_update_cart_no_namespace_error',
    'service_update_cart_invalid_callback_error',
  ],
  command: ({ body: { namespace, ...members } }, call) => updateCommand(namespace, members, call.dialect),
  view: wholeCart,
});
