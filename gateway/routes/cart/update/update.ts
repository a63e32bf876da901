import { z } from 'zod';
import { parsedJson, text } from '../../../routing/parameters.ts';
import { refuseUnknown } from '../../../routing/unknown-names.ts';
import { type CartRoute, cartRoute } from '../cart-route.ts';
import { wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { membersOf, updateCommand } from './namespaces.ts';
import { addressNames } from './update-customer.ts';

const descriptions: Readonly<Record<string, string>> = {
  items: 'Of `update-cart`: items with their quantities, as a list or a map by keys.',
  quantity: 'Of `update-cart`: quantities by the keys of the items.',
  data: 'The same members inside an object; for an extension, its own data.',
  ship_to_different_address: 'Of `update-customer`: whether goods go to the shipping address.',
  ...Object.fromEntries(addressNames.map((name) => [name, 'Of `update-customer`: a member of an address.'])),
};

/**
 * Body of an update. The namespace determines which members besides `namespace` the body may have. Members for
 * an extension are not declared.
 */
const UpdateBody = z
  .object({
    namespace: text(100)
      .optional()
      .describe('The kind of update: `update-cart`, `update-customer`, or the name of an extension.'),
    ...Object.fromEntries(
      Object.entries(descriptions).map(([name, meaning]) => [name, parsedJson.optional().describe(meaning)]),
    ),
  })
  .catchall(parsedJson);

const anyUpdate = cartRoute({
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

/**
 * POST /v2/cart/update: passes the body to the handler of the namespace. With strict handling, the body may
 * contain only members that the namespace reads.
 */
export const updateCartRoute: CartRoute = {
  ...anyUpdate,
  prepare(sources) {
    const { strict, query, body } = sources;
    const schema = strict ? membersOf(body('namespace') ?? query('namespace')) : null;
    if (schema) refuseUnknown({ schema: anyUpdate.schemas.query, given: query }, { schema, given: body });
    return anyUpdate.prepare(sources);
  },
};
