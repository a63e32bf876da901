import { z } from 'zod';
import { count, counted, flag, id, ids, list, number, object, objectOrNull, text, whole } from './fields.ts';

const Image = z.object({ id: whole(0), src: text, name: text, alt: text });
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
  options: list(text),
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
  date_created: text,
  date_created_gmt: text,
  date_modified: text,
  date_modified_gmt: text,
  regular_price: text,
  sale_price: text,
  date_on_sale_from: text,
  date_on_sale_from_gmt: text,
  date_on_sale_to: text,
  date_on_sale_to_gmt: text,
  virtual: flag,
  downloadable: flag,
  downloads: list(z.object({ id: text, name: text, file: text })),
  download_limit: whole(-1),
  download_expiry: whole(-1),
  tax_status: text,
  tax_class: text,
  stock_quantity: number,
  stock_status: text,
  backorders: text,
  low_stock_amount: count,
  weight: text,
  dimensions: object({ length: text, width: text, height: text }),
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
  manage_stock: counted,
  sold_individually: flag,
  reviews_allowed: flag,
  average_rating: text,
  rating_count: whole(0),
  upsell_ids: ids,
  cross_sell_ids: ids,
  related_ids: ids,
  grouped_products: ids,
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
  manage_stock: counted,
  image: objectOrNull(Image),
  attributes: list(Chosen),
});
export type WooVariation = z.infer<typeof WooVariation>;

export const WooCategory = Term.extend({
  parent: whole(0),
  description: text,
  display: text,
  image: objectOrNull(Image),
  menu_order: whole(0),
  count,
});
export type WooCategory = z.infer<typeof WooCategory>;

/** A brand of products. WooCommerce has brands since version 9.6. */
export const WooBrand = Term.extend({
  parent: whole(0),
  description: text,
  image: objectOrNull(Image),
  menu_order: whole(0),
  count,
});
export type WooBrand = z.infer<typeof WooBrand>;

/** A tag, or a shipping class. */
export const WooTag = Term.extend({ description: text, count });
export type WooTag = z.infer<typeof WooTag>;

export const WooAttributeDefinition = Term.extend({ type: text, order_by: text, has_archives: flag });
export type WooAttributeDefinition = z.infer<typeof WooAttributeDefinition>;

export const WooTerm = WooTag.extend({ menu_order: whole(0) });
export type WooTerm = z.infer<typeof WooTerm>;
