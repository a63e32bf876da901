import { z } from 'zod';
import type { CartLine } from '#contracts/cart.ts';
import { say } from '#platform/sentences/say.ts';
import type { CartScope } from './cart-amounts.ts';
import { text, urlSchema, whole } from './kinds.ts';
import { type Entries, kind, type Members, object, part, type View, value } from './view.ts';

/** The key of an item: 32 hexadecimal digits. */
export const itemKey = z.string().regex(/^[0-9a-f]{32}$/, 'the key of an item');

/** Returns the lines as entries of a map by item key. */
export function byKey(lines: readonly CartLine[]): Entries<CartLine> {
  return lines.map((line) => [line.key, line]);
}

const quantity = object<CartLine, CartScope>({
  value: whole('The quantity.', (line) => line.quantity),
  min_purchase: whole('The minimum quantity.', ({ minPurchase }) => minPurchase),
  max_purchase: whole('The maximum quantity; -1 for no limit.', ({ maxPurchase }) => maxPurchase),
});

/** Members of an item that are equal in all dialects (docs/reference/cart.md#the-item). */
export const plainItem = {
  item_key: kind(itemKey)('The key of the item.', ({ key }) => key),
  id: whole(
    'The ID of the product or chosen variation.',
    ({ productId, variationId }) => variationId || productId,
  ),
  name: text('The name, of a variation with its options.', ({ name }) => name),
  title: text('The name of the product.', ({ title }) => title),
  quantity: part('The quantity and its limits.', quantity, (line) => line),
  slug: text('The slug of the product.', ({ slug }) => slug),
  backorders: text('A message if the item is on backorder, else empty.', ({ onBackorder }) =>
    onBackorder ? say('label.backorder') : '',
  ),
  featured_image: kind(z.union([urlSchema, z.literal('')]))(
    'The URL of the picture; empty with `thumb=false`.',
    ({ thumbnail }, { pictures, links }) => (pictures ? links.picture(thumbnail) || links.placeholder : ''),
  ),
} satisfies Members<CartLine, CartScope>;

/** The length, width and height of the product with their unit. */
export const dimensions = object<CartLine, CartScope>({
  length: text('The length.', (line) => line.dimensions.length),
  width: text('The width.', (line) => line.dimensions.width),
  height: text('The height.', (line) => line.dimensions.height),
  unit: text('The unit of the dimensions.', (_, { cart }) => cart.dimensionUnit),
});

/** The chosen options of a line, and its data, as maps. */
export const optionMap = value(z.record(z.string(), z.string()), (options: CartLine['variation']) => options);
export const dataMap = value(z.record(z.string(), z.json()), (data: CartLine['itemData']) => data);

/** The forms of an item's product data in a dialect: dialects write an empty map differently. */
interface MetaForms {
  readonly dimensions: View<CartLine, CartScope>;
  readonly variation: View<CartLine['variation'], unknown>;
}

/** Returns the member with an item's product data. */
export function itemMeta(forms: MetaForms): View<CartLine, CartScope> {
  const meta = object<CartLine, CartScope>({
    product_type: text('The type of the product, `simple` or `variation`.', ({ type }) => type),
    sku: text('The SKU.', ({ sku }) => sku),
    dimensions: part('The length, width and height with their unit.', forms.dimensions, (line) => line),
    weight: text(
      'The weight of the whole quantity; `0.0` if there is none.',
      ({ weight }) => weight || '0.0',
    ),
    variation: part(
      'The chosen options: name of the attribute to name of the option.',
      forms.variation,
      ({ variation }) => variation,
    ),
  });
  return part('The product data of the item.', meta, (line) => line);
}

/** Names of the members of a WooCommerce cart line. Item data with one of these names is not shown. */
const platformMembers = new Set([
  'key',
  'product_id',
  'variation_id',
  'variation',
  'quantity',
  'data',
  'data_hash',
  'line_tax_data',
  'line_subtotal',
  'line_subtotal_tax',
  'line_total',
  'line_tax',
]);

function isEmpty(json: unknown): boolean {
  if (json === null || json === '') return true;
  return typeof json === 'object' && Object.keys(json).length === 0;
}

/** Returns the member with the item data of a line, without empty values and without WooCommerce's own members. */
export function itemData(data: View<CartLine['itemData'], unknown>): View<CartLine, CartScope> {
  return part('The data that was sent with the item.', data, (line) => {
    const shown = Object.entries(line.itemData).filter(
      ([name, json]) => !platformMembers.has(name) && !isEmpty(json),
    );
    return Object.fromEntries(shown);
  });
}

/** Returns the view of an item in the mini cart. `price` writes the unit price as the whole cart does. */
export function miniItem(price: (line: CartLine, scope: CartScope) => string): View<CartLine, CartScope> {
  return object<CartLine, CartScope>({
    item_key: plainItem.item_key,
    id: plainItem.id,
    name: plainItem.name,
    price: text('The unit price, in the format of the whole cart.', price),
    quantity: whole('The quantity.', (line) => line.quantity),
    featured_image: plainItem.featured_image,
  });
}
