import { z } from 'zod';
import { links, productV1 } from './superset.ts';
import { dateTime, decimalOrEmpty, url } from './texts.ts';

const text = z.string();
const flag = z.boolean();
const ids = z.array(z.int());
const moment = dateTime.nullable();
const hrefs = z.array(z.strictObject({ href: url }));
const Image = z.strictObject({ id: z.int(), src: url, name: text, alt: text });
const Term = z.strictObject({ id: z.int(), name: text, slug: text });
const Chosen = z.strictObject({ id: z.int(), name: text, option: text });
const stockStatus = z.enum(['instock', 'outofstock', 'onbackorder']);
const status = z.enum(['draft', 'pending', 'private', 'publish']);

/** What products and variations of v1 have in common. */
const sellable = {
  id: z.int(),
  date_created: dateTime,
  date_created_gmt: dateTime,
  date_modified: dateTime,
  date_modified_gmt: dateTime,
  description: text,
  permalink: url,
  sku: text,
  price: decimalOrEmpty,
  regular_price: decimalOrEmpty,
  sale_price: decimalOrEmpty,
  date_on_sale_from: moment,
  date_on_sale_from_gmt: moment,
  date_on_sale_to: moment,
  date_on_sale_to_gmt: moment,
  on_sale: flag,
  status,
  purchasable: flag,
  virtual: flag,
  downloadable: flag,
  downloads: z.array(z.strictObject({ id: text, name: text, file: text })),
  download_limit: z.int(),
  download_expiry: z.int(),
  tax_status: z.enum(['taxable', 'shipping', 'none']),
  tax_class: text,
  manage_stock: flag,
  stock_quantity: z.int().nullable(),
  stock_status: stockStatus,
  backorders: text,
  backorders_allowed: flag,
  backordered: flag,
  weight: text,
  dimensions: z.strictObject({ length: text, width: text, height: text }),
  shipping_class: text,
  shipping_class_id: z.int(),
  meta_data: z.array(z.strictObject({ id: z.int(), key: text, value: text })),
};

/** docs/reference/products.md#the-product-of-v1 */
export const ProductV1 = z.strictObject({
  ...sellable,
  parent_id: z.int(),
  menu_order: z.int(),
  total_sales: z.int(),
  rating_count: z.int(),
  name: text,
  slug: text,
  type: z.enum(['simple', 'grouped', 'external', 'variable']),
  catalog_visibility: z.enum(['visible', 'catalog', 'search', 'hidden']),
  short_description: text,
  price_html: text,
  external_url: text,
  button_text: text,
  average_rating: text,
  purchase_note: text,
  featured: flag,
  sold_individually: flag,
  shipping_required: flag,
  shipping_taxable: flag,
  reviews_allowed: flag,
  related_ids: ids,
  upsell_ids: ids,
  cross_sell_ids: ids,
  variations: ids,
  grouped_products: ids,
  categories: z.array(Term),
  tags: z.array(Term),
  images: z.array(Image),
  attributes: z.array(
    z.strictObject({
      id: z.int(),
      name: text,
      position: z.int(),
      visible: flag,
      variation: flag,
      options: z.array(text),
    }),
  ),
  default_attributes: z.array(Chosen),
  links: z.strictObject({ self: hrefs, collection: hrefs }),
  ...productV1,
});
export type ProductV1 = z.infer<typeof ProductV1>;

/** docs/reference/products.md#the-variation-of-v1 */
export const VariationV1 = z.strictObject({
  ...sellable,
  image: Image.nullable(),
  attributes: z.array(Chosen),
  links: z.strictObject({ self: hrefs, collection: hrefs, up: hrefs }),
  ...links,
});
export type VariationV1 = z.infer<typeof VariationV1>;
