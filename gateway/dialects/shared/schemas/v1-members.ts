import { z } from 'zod';
import { ProductStatus, StockStatus, TaxStatus, Visibility } from '#contracts/product.ts';
import { addresses, addressesBelow } from './links.ts';
import { productType } from './product-members.ts';
import { dateTime, flag, text, url, whole } from './texts.ts';

/** Members of products and variations of v1 that all dialects write alike. */

const moment = dateTime.nullable();
const ids = z.array(whole);

export const imageV1 = z.strictObject({
  id: whole.describe('The ID; 0 for a placeholder.'),
  src: url.describe('The address.'),
  name: text.describe('The name.'),
  alt: text.describe('The text for those who do not see it.'),
});

const Term = z.strictObject({
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
});

export const datesV1 = {
  date_created: dateTime.describe('When it was made, by the clock of the shop.'),
  date_created_gmt: dateTime.describe('The same in UTC.'),
  date_modified: dateTime.describe('When it was last changed, by the clock of the shop.'),
  date_modified_gmt: dateTime.describe('The same in UTC.'),
};

export const saleV1 = {
  date_on_sale_from: moment.describe('The begin of the sale, by the clock of the shop.'),
  date_on_sale_from_gmt: moment.describe('The same in UTC.'),
  date_on_sale_to: moment.describe('The end of the sale, by the clock of the shop.'),
  date_on_sale_to_gmt: moment.describe('The same in UTC.'),
  on_sale: flag.describe('Whether the sale holds now.'),
};

export function pricesV1<Price extends z.ZodType>(price: Price) {
  return {
    price: price.describe('The price that holds now; empty where there is none.'),
    regular_price: price.describe('The price without a sale.'),
    sale_price: price.describe('The price of the sale; empty where there is none.'),
  };
}

export const goodsV1 = {
  purchasable: flag.describe('Whether it can be bought.'),
  virtual: flag.describe('Whether nothing is shipped.'),
  downloadable: flag.describe('Whether it is a download.'),
  downloads: z
    .array(
      z.strictObject({
        id: text.describe('The ID.'),
        name: text.describe('The name.'),
        file: text.describe('The address.'),
      }),
    )
    .describe('The files.'),
  download_limit: whole.describe('How often they may be downloaded; -1 for no limit.'),
  download_expiry: whole.describe('For how many days; -1 for no limit.'),
  tax_status: z.enum(TaxStatus.options).describe('What is taxed.'),
  tax_class: text.describe('The tax class; empty for the standard one.'),
  shipping_class: text.describe('The slug of the shipping class.'),
  shipping_class_id: whole.describe('The ID of the shipping class; 0 for none.'),
};

export const stockV1 = {
  manage_stock: flag.describe('Whether the stock is counted.'),
  stock_quantity: whole.nullable().describe('How many there are; `null` where the stock is not counted.'),
  stock_status: z.enum(StockStatus.options).describe('What the stock amounts to.'),
  backorders: text.describe('Whether more may be ordered than there are: `no`, `notify` or `yes`.'),
  backorders_allowed: flag.describe('Whether more may be ordered than there are.'),
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
    .describe('Data of the shop; without keys that begin with `_`.'),
};

const statusV1 = z.enum(ProductStatus.options).describe('Whether it is published.');

/** Name and texts of a product. */
export const descriptionV1 = {
  id: whole.describe('The ID.'),
  parent_id: whole.describe('The ID of the product of a variation; else 0.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
  permalink: url.describe('The page of the shop.'),
  type: productType,
  status: statusV1,
  featured: flag.describe('Whether the shop features it.'),
  catalog_visibility: z.enum(Visibility.options).describe('Where it is shown.'),
  description: text.describe('The description, as HTML.'),
  short_description: text.describe('The short description, as HTML.'),
  sku: text.describe('The SKU.'),
};

/** How a product is sold, and its ratings. */
export const sellingV1 = {
  total_sales: whole.describe('How many were sold.'),
  external_url: text.describe('Where an external product is sold.'),
  button_text: text.describe('The words of the shop for the button of an external product.'),
  sold_individually: flag.describe('Whether a cart may contain only one.'),
  shipping_required: flag.describe('Whether it is shipped.'),
  shipping_taxable: flag.describe('Whether its shipping is taxed.'),
  reviews_allowed: flag.describe('Whether it may be reviewed.'),
  average_rating: text.describe('The mean of the ratings.'),
  rating_count: whole.describe('How many ratings there are.'),
  purchase_note: text.describe('A note for buyers.'),
  menu_order: whole.describe('The place that the shop gives it.'),
};

/** Terms, parents and related products. */
export const relationsV1 = {
  related_ids: ids.describe('The IDs of related products.'),
  upsell_ids: ids.describe('The IDs of products that are better.'),
  cross_sell_ids: ids.describe('The IDs of products that go with it.'),
  categories: z.array(Term).describe('The categories.'),
  tags: z.array(Term).describe('The tags.'),
  grouped_products: ids.describe('The IDs of the products of a group.'),
};

export const linksOfProductV1 = {
  links: addresses.describe('Addresses.'),
  _links: addresses.describe('The same as `links`.'),
};

/** A v1 variation without picture, prices and attributes. */
export const plainVariationV1 = {
  id: whole.describe('The ID.'),
  ...datesV1,
  description: text.describe('The description, as HTML.'),
  permalink: url.describe('The page of the shop.'),
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
  links: addressesBelow.describe('Addresses.'),
  _links: addressesBelow.describe('The same as `links`.'),
};
