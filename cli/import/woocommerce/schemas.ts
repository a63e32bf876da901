import { z } from 'zod';
import { count, flag, id, list, moment, text, whole } from './fields.ts';

const Image = z.object({ id: z.int().min(0), src: text, name: text, alt: text });
export type WooImage = z.infer<typeof Image>;

const Chosen = z.object({ id: whole(0), name: text, option: text });
export type WooChosen = z.infer<typeof Chosen>;

const Term = z.object({ id, name: text, slug: text });

const Attribute = z.object({
  id: whole(0),
  name: text,
  slug: text,
  position: whole(0),
  visible: flag,
  variation: flag,
  options: list(z.union([z.string(), z.number()]).transform(String)),
});
export type WooAttribute = z.infer<typeof Attribute>;

/** Members that products and variations share. */
const Sellable = z.object({
  id,
  name: text,
  permalink: text,
  sku: text,
  global_unique_id: text,
  status: text,
  description: text,
  date_created: moment,
  date_created_gmt: moment,
  date_modified: moment,
  date_modified_gmt: moment,
  regular_price: text,
  sale_price: text,
  date_on_sale_from: moment,
  date_on_sale_from_gmt: moment,
  date_on_sale_to: moment,
  date_on_sale_to_gmt: moment,
  virtual: flag,
  downloadable: flag,
  downloads: list(z.object({ id: text, name: text, file: text })),
  download_limit: whole(-1),
  download_expiry: whole(-1),
  tax_status: text,
  tax_class: text,
  stock_quantity: z.number().nullish(),
  stock_status: text,
  backorders: text,
  low_stock_amount: count,
  weight: text,
  dimensions: z.object({ length: text, width: text, height: text }).nullish(),
  shipping_class: text,
  shipping_class_id: whole(0),
  menu_order: whole(0),
  meta_data: list(z.object({ id: whole(0), key: text, value: z.unknown() })),
});
export type WooSellable = z.infer<typeof Sellable>;

export const WooProduct = Sellable.extend({
  slug: text,
  type: text,
  featured: flag,
  catalog_visibility: text,
  short_description: text,
  total_sales: count,
  external_url: text,
  button_text: text,
  manage_stock: flag,
  sold_individually: flag,
  reviews_allowed: flag,
  average_rating: text,
  rating_count: whole(0),
  upsell_ids: list(id),
  cross_sell_ids: list(id),
  related_ids: list(id),
  grouped_products: list(id),
  parent_id: whole(0),
  purchase_note: text,
  categories: list(Term),
  tags: list(Term),
  brands: list(Term),
  images: list(Image),
  attributes: list(Attribute),
  default_attributes: list(Chosen),
  post_password: text,
});
export type WooProduct = z.infer<typeof WooProduct>;

export const WooVariation = Sellable.extend({
  manage_stock: z
    .union([z.boolean(), z.literal('parent')])
    .nullish()
    .transform((value) => value ?? false),
  image: Image.nullish(),
  attributes: list(Chosen.extend({ slug: text })),
});
export type WooVariation = z.infer<typeof WooVariation>;

export const WooCategory = Term.extend({
  parent: whole(0),
  description: text,
  display: text,
  image: Image.nullish(),
  menu_order: whole(0),
  count: whole(0),
});
export type WooCategory = z.infer<typeof WooCategory>;

/** A brand of products. WooCommerce has brands since version 9.6. */
export const WooBrand = Term.extend({
  parent: whole(0),
  description: text,
  image: Image.nullish(),
  menu_order: whole(0),
  count: whole(0),
});
export type WooBrand = z.infer<typeof WooBrand>;

/** A tag, or a shipping class. */
export const WooTag = Term.extend({ description: text, count: whole(0) });
export type WooTag = z.infer<typeof WooTag>;

export const WooAttributeDefinition = Term.extend({ type: text, order_by: text, has_archives: flag });
export type WooAttributeDefinition = z.infer<typeof WooAttributeDefinition>;

export const WooTerm = WooTag.extend({ menu_order: whole(0) });
export type WooTerm = z.infer<typeof WooTerm>;
