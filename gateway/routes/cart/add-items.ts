import { z } from 'zod';
import { type CommandOf, type Item, maxCartLines } from '#contracts/cart-commands.ts';
import type { Notice } from '#contracts/notices.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import { missingParameters } from '../../routing/check.ts';
import {
  flag,
  idText,
  jsonMap,
  list,
  map,
  price,
  quantityText,
  text,
  wholeNumber,
} from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import type { Route } from '../../routing/route.ts';
import { cartRoute } from './cart-route.ts';
import {
  rawCart,
  rawLine,
  requestedLine,
  requestedLines,
  wholeCart,
  wholeCartAnswers,
} from './cart-views.ts';

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

const ignored: Notice = { kind: 'error', code: 'price_ignored', data: {} };

/**
 * Returns the price that the caller sets for an item; null if the product's own price applies. If the caller
 * may not set prices, the dialect refuses or ignores the price (docs/reference/cart.md#a-price-of-the-caller).
 *
 * @throws ServiceError `service_price_override_not_allowed`
 */
function priceOf(price: string | undefined, request: Request): string | null {
  if (price === undefined || request.setsPrices) return price ?? null;
  if (request.dialect.unwantedPrice === 'refused') throw refusal('service_price_override_not_allowed', {});
  return null;
}

/** Returns a list with one notice if the gateway ignored a price of the caller, else an empty list. */
function priceNotices(prices: readonly (string | undefined)[], request: Request): readonly Notice[] {
  return !request.setsPrices && prices.some((price) => price !== undefined) ? [ignored] : [];
}

/** Matches a text that PHP accepts as a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the given text. If the dialect's `badQuantity` is 400, refuses a text that is not a number. The cart
 * service checks everything else.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function quantityOf(text: string, { dialect }: Request): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim())) throw invalidParameter('quantity', 'number');
  return text;
}

/**
 * Returns an item for a command that adds items.
 *
 * @throws ServiceError `service_price_override_not_allowed`
 */
function itemOf(item: ItemFields, request: Request): Item {
  const { id, quantity, variation, item_data } = item;
  return { reference: id, quantity, variation, itemData: item_data, price: priceOf(item.price, request) };
}

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
const addItemRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-item',
  summary: 'Add an item to the cart',
  answers: { ...wholeCartAnswers, cartItemV2: 'with `return_item=true`' },
  body: AddItemBody,
  sends: ['add-item'],
  command(request) {
    const { body } = request;
    const { email = null, phone = null } = body;
    const item = { ...itemOf(body, request), quantity: quantityOf(body.quantity, request) };
    return { kind: 'add-item', item, email, phone };
  },
  notices: (request) => priceNotices([request.body.price], request),
  view: (outcome, input) =>
    input.body.return_item ? requestedLine(outcome, input) : wholeCart(outcome, input),
});

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
function addItemsCommand(
  body: z.output<typeof AddItemsBody>,
  request: Request,
): CommandOf<'add-items' | 'add-group'> {
  const { items, id, quantity, email = null, phone = null } = body;
  if (items) {
    return { kind: 'add-items', items: items.map((item) => itemOf(item, request)), email, phone };
  }
  if (id === undefined || quantity === undefined) {
    const missing = Object.entries({ id, quantity }).filter(([, value]) => value === undefined);
    throw missingParameters(missing.map(([name]) => name));
  }
  const anyProduct = request.dialect.addItemsTakes === 'products';
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
const addItemsRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-items',
  summary: 'Add several items to the cart, or products of a group',
  answers: { ...wholeCartAnswers, cartItemListV2: 'with `return_items=true`' },
  body: AddItemsBody,
  sends: ['add-items', 'add-group'],
  command: (request) => addItemsCommand(request.body, request),
  notices: (request) =>
    priceNotices(
      (request.body.items ?? []).map(({ price }) => price),
      request,
    ),
  view: (outcome, input) =>
    input.body.return_items ? requestedLines(outcome, input) : wholeCart(outcome, input),
});

const AddItemBodyV1 = z.object({
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
const addItemRouteV1 = cartRoute({
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
  body: AddItemBodyV1,
  sends: ['add-item'],
  errors: ['service_product_id_not_numeric', 'service_product_does_not_exist'],
  renamed: { service_invalid_product: 'service_product_does_not_exist' },
  command(request) {
    const { body } = request;
    const { variation, cart_item_data: itemData } = body;
    const quantity = quantityOf(body.quantity, request);
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

export const addItemRoutes: readonly Route[] = [addItemRoute, addItemsRoute, addItemRouteV1];
