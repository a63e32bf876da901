import { z } from 'zod';
import { ProductCurrency } from './currency.ts';
import { ReviewInProduct } from './review.ts';
import { links, metaEntry } from './superset.ts';
import { dateTime, decimalOrEmpty, linkTo, url } from './texts.ts';

export const Dates = z.strictObject({
  created: dateTime,
  created_gmt: dateTime,
  modified: dateTime,
  modified_gmt: dateTime,
});

const moment = dateTime.nullable();
export const pricesBase = {
  price: decimalOrEmpty,
  regular_price: decimalOrEmpty,
  sale_price: decimalOrEmpty,
  on_sale: z.boolean(),
  date_on_sale: z.strictObject({ from: moment, from_gmt: moment, to: moment, to_gmt: moment }),
  currency: ProductCurrency,
};
const Prices = z.strictObject({
  ...pricesBase,
  price_range: z.strictObject({ min: z.string(), max: z.string() }).nullable(),
});

export const HiddenConditions = z.strictObject({
  virtual: z.boolean(),
  downloadable: z.boolean(),
  manage_stock: z.boolean(),
  sold_individually: z.boolean(),
  reviews_allowed: z.boolean(),
  shipping_required: z.boolean(),
});

/** At least the four sizes, so others may be beside them. */
const Sizes = z.object({ thumbnail: url, medium: url, large: url, full: url }).catchall(url);

export const Image = z.strictObject({
  id: z.int(),
  src: Sizes,
  name: z.string(),
  alt: z.string(),
  position: z.int(),
  featured: z.boolean(),
});

export const Category = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  rest_url: linkTo(/\/v2\/products\/categories\/\d+$/),
});
export const Tag = Category.extend({ rest_url: linkTo(/\/v2\/products\/tags\/\d+$/) });

const attributeKey = z.string().regex(/^attribute_./);
const options = z.record(z.string(), z.string());
const Attributes = z.record(
  attributeKey,
  z.strictObject({
    id: z.int(),
    name: z.string(),
    position: z.int(),
    is_attribute_visible: z.boolean(),
    used_for_variation: z.boolean(),
    options,
  }),
);
const DefaultAttributes = z.record(
  attributeKey,
  z.strictObject({ id: z.int(), name: z.string(), option: options }),
);

const stockStatus = z.enum(['instock', 'outofstock', 'onbackorder']);
export const Stock = z.strictObject({
  is_in_stock: z.boolean(),
  stock_quantity: z.int().nullable(),
  stock_status: stockStatus,
  backorders: z.string(),
  backorders_allowed: z.boolean(),
  backordered: z.boolean(),
  low_stock_amount: z.int().nullable(),
});

export const PurchaseQuantity = z.strictObject({ min_purchase: z.int(), max_purchase: z.int() });
/** The object may be empty. */
const PurchaseQuantityOrEmpty = z.union([PurchaseQuantity, z.strictObject({})]);
export const addItemLink = linkTo(/\/v2\/cart\/add-item$/);
/** A group is added by the operation that takes its members' quantities (docs/reference/cart.md#add-several-items). */
const anyAddLink = linkTo(/\/v2\/cart\/add-items?$/);

const InnerVariation = z.strictObject({
  id: z.int(),
  sku: z.string(),
  description: z.string(),
  attributes: z.record(attributeKey, z.string()),
  featured_image: Sizes,
  prices: z.strictObject(pricesBase),
  stock: Stock,
  add_to_cart: z.strictObject({
    is_purchasable: z.boolean(),
    purchase_quantity: PurchaseQuantity,
    rest_url: addItemLink,
  }),
});

/** A product in short. The link to add-item is missing for variable and external products only. */
const Card = z.strictObject({
  id: z.int(),
  name: z.string(),
  permalink: url,
  price: decimalOrEmpty,
  add_to_cart: z.strictObject({
    text: z.string(),
    description: z.string(),
    rest_url: z.union([anyAddLink, z.literal('')]),
  }),
  rest_url: linkTo(/\/v2\/products\/\d+$/),
});

export const Weight = z.strictObject({ value: z.string(), unit: z.string() });
export const Dimensions = z.strictObject({
  length: z.string(),
  width: z.string(),
  height: z.string(),
  unit: z.string(),
});

/** docs/reference/products.md#the-product */
export const ProductV2 = z.strictObject({
  id: z.int(),
  parent_id: z.int(),
  name: z.string(),
  slug: z.string(),
  permalink: url,
  type: z.enum(['simple', 'grouped', 'external', 'variable']),
  sku: z.string(),
  description: z.string(),
  short_description: z.string(),
  dates: Dates,
  featured: z.boolean(),
  prices: Prices,
  hidden_conditions: HiddenConditions,
  average_rating: z.string(),
  review_count: z.int(),
  rating_count: z.int(),
  rated_out_of: z.string(),
  images: z.array(Image),
  categories: z.array(Category),
  tags: z.array(Tag),
  attributes: Attributes,
  default_attributes: DefaultAttributes,
  variations: z.array(InnerVariation),
  grouped_products: z.array(z.int()),
  stock: Stock,
  weight: Weight,
  dimensions: Dimensions,
  reviews: z.array(ReviewInProduct),
  related: z.array(Card),
  upsells: z.array(Card),
  cross_sells: z.array(Card),
  total_sales: z.int(),
  external_url: z.string(),
  button_text: z.string(),
  add_to_cart: z.strictObject({
    text: z.string(),
    description: z.string(),
    has_options: z.boolean(),
    is_purchasable: z.boolean(),
    purchase_quantity: PurchaseQuantityOrEmpty,
    rest_url: z.union([anyAddLink, z.literal('')]),
  }),
  meta_data: z.array(z.strictObject({ key: z.string(), value: z.json(), ...metaEntry })),
  ...links,
});
export type ProductV2 = z.infer<typeof ProductV2>;
