import { z } from 'zod';
import { type CartCommand, maxCartLines } from '#contracts/cart-commands.ts';
import type { Call } from '../../../routing/call.ts';
import { missingParameters } from '../../../routing/checker.ts';
import { flag, list, map, quantityText } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { requestedLines, wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { contactFields, itemErrors, itemFields, itemOf } from './item-body.ts';
import { priceNotices } from './price-override.ts';

/** Body of add-items: a list of items in the form of add-item, or a group with quantities by product. */
const AddItemsBody = z.object({
  items: list(z.object(itemFields), maxCartLines, 1)
    .optional()
    .describe('The items, each with the members of add-item.'),
  id: itemFields.id.optional().describe('The grouped product, instead of `items`.'),
  quantity: map(quantityText(), maxCartLines, 100)
    .optional()
    .describe('Quantities by the product IDs of the group.'),
  ...contactFields,
  return_items: flag().default(false).describe('Returns only the items.'),
});

/**
 * Returns the command to add items.
 *
 * @throws ServiceError `rest_missing_callback_param` if the body has no items and no group
 */
function commandOf(body: z.output<typeof AddItemsBody>, call: Call): CartCommand {
  const { items, id, quantity, email = null, phone = null } = body;
  if (items) {
    return { kind: 'add-items', items: items.map((item) => itemOf(item, call)), email, phone };
  }
  if (id === undefined || quantity === undefined) {
    const missing = Object.entries({ id, quantity }).filter(([, value]) => value === undefined);
    throw missingParameters(missing.map(([name]) => name));
  }
  const anyProduct = call.dialect.addItemsTakes === 'products';
  return {
    kind: 'add-group',
    reference: id,
    quantities: quantity,
    email,
    phone,
    ...(anyProduct && { anyProduct }),
  };
}

/** POST /v2/cart/add-items: adds several products. If one product cannot be added, no product is added. */
export const addItemsRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-items',
  summary: 'Add several items to the cart, or products of a group',
  answers: { ...wholeCartAnswers, cartItemListV2: 'with `return_items=true`' },
  body: AddItemsBody,
  errors: [...itemErrors, 'service_grouped_product_failed', 'service_grouped_product_empty'],
  command: ({ body }, call) => commandOf(body, call),
  notices: ({ body }, call) =>
    priceNotices(
      (body.items ?? []).map(({ price }) => price),
      call,
    ),
  view: (outcome, input) =>
    input.body.return_items ? requestedLines(outcome, input) : wholeCart(outcome, input),
});
