import { z } from 'zod';
import { ShortCurrency } from './currency.ts';
import {
  addItemLink,
  Category,
  Dates,
  Dimensions,
  HiddenConditions,
  Image,
  PurchaseQuantity,
  pricesBase,
  Stock,
  Tag,
  Weight,
} from './product.ts';
import { links, metaEntry } from './superset.ts';
import { url } from './texts.ts';

const text = z.string();

/** docs/reference/products.md#the-variation */
export const VariationV2 = z.strictObject({
  id: z.int(),
  parent_id: z.int().positive(),
  name: text,
  slug: text,
  permalink: url,
  sku: text,
  description: text,
  dates: Dates,
  featured: z.boolean(),
  prices: z.strictObject({ ...pricesBase, price_range: z.null(), currency: ShortCurrency }),
  hidden_conditions: HiddenConditions.omit({ reviews_allowed: true }),
  images: z.array(Image),
  categories: z.array(Category),
  tags: z.array(Tag),
  attributes: z.array(
    z.strictObject({
      id: z.int(),
      name: text,
      position: z.int(),
      visible: z.boolean(),
      variation: z.boolean(),
      options: z.array(text),
    }),
  ),
  stock: Stock,
  weight: Weight,
  dimensions: Dimensions,
  total_sales: z.int(),
  add_to_cart: z.strictObject({
    text,
    description: text,
    is_purchasable: z.boolean(),
    purchase_quantity: PurchaseQuantity,
    rest_url: addItemLink,
  }),
  meta_data: z.array(z.strictObject({ key: text, value: z.json(), ...metaEntry })),
  ...links,
});
export type VariationV2 = z.infer<typeof VariationV2>;
