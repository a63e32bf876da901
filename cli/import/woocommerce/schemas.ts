import { z } from 'zod';

/** Text that may be missing, null, or a number where a shop's extension wrote one. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)));
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const whole = (fallback: number) =>
  z
    .int()
    .nullish()
    .transform((value) => value ?? fallback);
/** A whole number that is written as text or left empty in places. */
const count = z
  .union([z.int(), z.string().regex(/^-?\d*$/, 'must be a whole number')])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : Number(value)));
const list = <S extends z.ZodType>(entry: S) =>
  z
    .array(entry)
    .nullish()
    .transform((value) => value ?? []);
const id = z.int().positive();

/** `YYYY-MM-DDTHH:mm:ss` or null. */
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'must be a date and time such as 2026-01-31T09:00:00')
  .nullish()
  .transform((value) => value ?? null);

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

/** What products and variations have in common. */
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

export const WooTag = Term.extend({ description: text, count: whole(0) });
export type WooTag = z.infer<typeof WooTag>;

export const WooAttributeDefinition = Term.extend({ type: text, order_by: text, has_archives: flag });
export type WooAttributeDefinition = z.infer<typeof WooAttributeDefinition>;

export const WooTerm = WooTag.extend({ menu_order: whole(0) });
export type WooTerm = z.infer<typeof WooTerm>;

export const WooSetting = z.object({ id: z.string(), value: z.unknown() });
export type WooSetting = z.infer<typeof WooSetting>;

export const WooTaxRate = z.object({
  id,
  country: text,
  state: text,
  postcode: text,
  postcodes: list(text),
  city: text,
  cities: list(text),
  rate: z.string().regex(/^\d{1,6}(\.\d{1,8})?$/, 'must be a percentage such as 20.0000'),
  name: text,
  priority: whole(1),
  compound: flag,
  shipping: flag,
  order: whole(0),
  class: text,
});
export type WooTaxRate = z.infer<typeof WooTaxRate>;

export const WooSite = z.object({
  name: text,
  description: text,
  url: text,
  home: text,
  gmt_offset: z.union([z.number(), z.string()]).nullish(),
  timezone_string: text,
});
export type WooSite = z.infer<typeof WooSite>;
