import { z } from 'zod';
import { ProductStatus, StockStatus, TaxStatus, Visibility } from '#contracts/product.ts';
import { addresses, addressesBelow } from './links.ts';
import { productType } from './product-members.ts';
import { dateTime, flag, text, url, whole } from './texts.ts';

/** Schemas of members that v1 products and variations have in all dialects. */

const moment = dateTime.nullable();
const ids = z.array(whole);

export const imageV1 = z.strictObject({
  id: whole.describe('The ID; 0 for a placeholder.'),
  src: url.describe('The URL.'),
  name: text.describe('The name.'),
  alt: text.describe('The alternative text.'),
});

const Term = z.strictObject({
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
});

export const datesV1 = {
  date_created: dateTime.describe("The time of creation in the shop's time zone."),
  date_created_gmt: dateTime.describe('The same in UTC.'),
  date_modified: dateTime.describe("The time of the last change in the shop's time zone."),
  date_modified_gmt: dateTime.describe('The same in UTC.'),
};

export const saleV1 = {
  date_on_sale_from: moment.describe("The begin of the sale in the shop's time zone."),
  date_on_sale_from_gmt: moment.describe('The same in UTC.'),
  date_on_sale_to: moment.describe("The end of the sale in the shop's time zone."),
  date_on_sale_to_gmt: moment.describe('The same in UTC.'),
  on_sale: flag.describe('Whether the product is on sale now.'),
};

export function pricesV1<Price extends z.ZodType>(price: Price) {
  return {
    price: price.describe('The current price; empty if there is none.'),
    regular_price: price.describe('The regular price.'),
    sale_price: price.describe('The sale price; empty if there is none.'),
  };
}

export const goodsV1 = {
  purchasable: flag.describe('Whether the product can be bought.'),
  virtual: flag.describe('Whether the product is virtual, so that nothing is shipped.'),
  downloadable: flag.describe('Whether the product can be downloaded.'),
  downloads: z
    .array(
      z.strictObject({
        id: text.describe('The ID.'),
        name: text.describe('The name.'),
        file: text.describe('The URL.'),
      }),
    )
    .describe('The downloadable files.'),
  download_limit: whole.describe('The maximum number of downloads; -1 for no limit.'),
  download_expiry: whole.describe('The number of days for downloads; -1 for no limit.'),
  tax_status: z.enum(TaxStatus.options).describe('The taxed parts: product and shipping, shipping, or none.'),
  tax_class: text.describe('The tax class; empty for the standard one.'),
  shipping_class: text.describe('The slug of the shipping class.'),
  shipping_class_id: whole.describe('The ID of the shipping class; 0 for none.'),
};

export const stockV1 = {
  manage_stock: flag.describe('Whether the stock is counted.'),
  stock_quantity: whole.nullable().describe('The stock; `null` if stock is not counted.'),
  stock_status: z.enum(StockStatus.options).describe('The stock status.'),
  backorders: text.describe('Whether backorders are allowed: `no`, `notify` or `yes`.'),
  backorders_allowed: flag.describe('Whether backorders are allowed.'),
  backordered: flag.describe('Whether it is on backorder now.'),
};

export const metaV1 = {
  meta_data: z
    .array(
      z.strictObject({
        id: whole.describe('The ID.'),
        key: text.describe('The key.'),
        value: text.describe('The value as text.'),
      }),
    )
    .describe('Meta data of the shop, without keys that begin with `_`.'),
};

const statusV1 = z.enum(ProductStatus.options).describe('The publication status.');

/** Members with the names and texts of a product. */
export const descriptionV1 = {
  id: whole.describe('The ID.'),
  parent_id: whole.describe("The ID of a variation's product; else 0."),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
  permalink: url.describe('The URL of the product page in the shop.'),
  type: productType,
  status: statusV1,
  featured: flag.describe('Whether the product is featured.'),
  catalog_visibility: z.enum(Visibility.options).describe('The visibility in the catalogue.'),
  description: text.describe('The description, as HTML.'),
  short_description: text.describe('The short description, as HTML.'),
  sku: text.describe('The SKU.'),
};

/** Members about how a product is sold and rated. */
export const sellingV1 = {
  total_sales: whole.describe('The number of sold pieces.'),
  external_url: text.describe('The URL where an external product is sold.'),
  button_text: text.describe("The shop's button text for an external product."),
  sold_individually: flag.describe('Whether a cart may contain only one piece.'),
  shipping_required: flag.describe('Whether the product is shipped.'),
  shipping_taxable: flag.describe('Whether shipping is taxed.'),
  reviews_allowed: flag.describe('Whether reviews are allowed.'),
  average_rating: text.describe('The average rating.'),
  rating_count: whole.describe('The number of ratings.'),
  purchase_note: text.describe('A note for buyers.'),
  menu_order: whole.describe("The position in the shop's order."),
};

/** Members with the categories and tags of a product, and with the ids of products to which it refers. */
export const relationsV1 = {
  related_ids: ids.describe('The IDs of related products.'),
  upsell_ids: ids.describe('The IDs of the upsells.'),
  cross_sell_ids: ids.describe('The IDs of the cross-sells.'),
  categories: z.array(Term).describe('The categories.'),
  tags: z.array(Term).describe('The tags.'),
  grouped_products: ids.describe('The IDs of the products of a group.'),
};

export const linksOfProductV1 = {
  links: addresses.describe('The URLs of related resources.'),
  _links: addresses.describe('The same as `links`.'),
};

/** Members of a v1 variation, without picture, prices and attributes, which differ between dialects. */
export const plainVariationV1 = {
  id: whole.describe('The ID.'),
  ...datesV1,
  description: text.describe('The description, as HTML.'),
  permalink: url.describe('The URL of the product page in the shop.'),
  sku: text.describe('The SKU.'),
  ...saleV1,
  status: statusV1,
  ...goodsV1,
  ...stockV1,
  weight: text.describe('The weight.'),
  dimensions: z
    .strictObject({
      length: text.describe('The length.'),
      width: text.describe('The width.'),
      height: text.describe('The height.'),
    })
    .describe('The dimensions.'),
  ...metaV1,
  links: addressesBelow.describe('The URLs of related resources.'),
  _links: addressesBelow.describe('The same as `links`.'),
};
