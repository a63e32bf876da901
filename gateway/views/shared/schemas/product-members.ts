import { z } from 'zod';
import { SellableType, StockStatus } from '#contracts/product.ts';
import { dateTime, flag, linkTo, linkWithBracketsTo, text, url, whole } from './texts.ts';

/**
 * Schemas of members of v2 products and variations. Where dialects write amounts or maps differently, a
 * function takes the dialect's schema as a parameter.
 */

/** The times at which a product or variation was created and last changed. */
const Dates = z
  .strictObject({
    created: dateTime.describe("The time in the shop's time zone."),
    created_gmt: dateTime.describe('The time in UTC.'),
    modified: dateTime.describe("The time in the shop's time zone."),
    modified_gmt: dateTime.describe('The time in UTC.'),
  })
  .describe('The times of creation and of the last change.');

const moment = dateTime.nullable();

/**
 * Returns the schemas of a product's price members, without the price range. `saleAmount` is the schema of the
 * sale price, which may be empty.
 */
export function priceMembers<Amount extends z.ZodType, Sale extends z.ZodType, Currency extends z.ZodType>(
  amount: Amount,
  saleAmount: Sale,
  currency: Currency,
) {
  return {
    price: amount.describe('The current price; of several prices the lowest.'),
    regular_price: amount.describe('The regular price.'),
    sale_price: saleAmount.describe('The sale price.'),
    on_sale: flag.describe('Whether the product is on sale now.'),
    date_on_sale: z
      .strictObject({
        from: moment.describe("The begin in the shop's time zone."),
        from_gmt: moment.describe('The begin in UTC.'),
        to: moment.describe("The end in the shop's time zone."),
        to_gmt: moment.describe('The end in UTC.'),
      })
      .describe('The period of the sale; `null` for an open end.'),
    currency: currency.describe('The format of amounts.'),
  };
}

const VariationConditions = z.strictObject({
  virtual: flag.describe('Whether the product is virtual, so that nothing is shipped.'),
  downloadable: flag.describe('Whether the product can be downloaded.'),
  manage_stock: flag.describe('Whether the stock is counted.'),
  sold_individually: flag.describe('Whether a cart may contain only one piece.'),
  shipping_required: flag.describe('Whether the product is shipped.'),
});
const ProductConditions = VariationConditions.extend({
  reviews_allowed: flag.describe('Whether reviews are allowed.'),
});

const Sizes = z
  .strictObject({
    thumbnail: url.describe('The smallest size.'),
    medium: url.describe('The medium size.'),
    large: url.describe('The large size.'),
    full: url.describe('The original picture.'),
  })
  .describe('The URL of each size.');

export const Image = z
  .strictObject({
    id: whole.describe('The ID; 0 for a placeholder.'),
    src: Sizes,
    name: text.describe('The name.'),
    alt: text.describe('The alternative text.'),
    position: whole.describe('The position, from 0.'),
    featured: flag.describe('Whether it is the featured picture.'),
  })
  .meta({ id: 'ProductImage' });

const reference = {
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
};
export const CategoryReference = z.strictObject({
  ...reference,
  rest_url: linkTo(/\/v2\/products\/categories\/\d+$/).describe('The URL of the resource.'),
});
export const TagReference = z.strictObject({
  ...reference,
  rest_url: linkTo(/\/v2\/products\/tags\/\d+$/).describe('The URL of the resource.'),
});

export const attributeKey = z.string().regex(/^attribute_./, 'an attribute');
/** A map from the slug of an option to the name of the option. */
export const optionNames = z.record(text, text);

/** Returns the schema of a product's attribute. `options` is the schema of the attribute's options. */
export function productAttribute<Options extends z.ZodType>(options: Options) {
  return z.strictObject({
    id: whole.describe('The ID of the attribute; 0 for a custom attribute of the product.'),
    name: text.describe('The name of the attribute.'),
    position: whole.describe('The position.'),
    is_attribute_visible: flag.describe('Whether it is shown.'),
    used_for_variation: flag.describe('Whether variations differ in this attribute.'),
    options: options.describe('The options.'),
  });
}

/** Returns the schema of an attribute with one option. `option` is the schema of that option. */
export function chosenAttribute<Option extends z.ZodType>(option: Option) {
  return z.strictObject({
    id: whole.describe('The ID of the attribute; 0 for a custom attribute of the product.'),
    name: text.describe('The name of the attribute.'),
    option: option.describe('The option.'),
  });
}

export function stockMembers<Low extends z.ZodType>(low: Low) {
  return z.strictObject({
    is_in_stock: flag.describe('Whether the product is in stock or can be ordered on backorder.'),
    stock_quantity: whole.nullable().describe('The stock; `null` if stock is not counted.'),
    stock_status: z.enum(StockStatus.options).describe('The stock status.'),
    backorders: text.describe('Whether backorders are allowed: `no`, `notify` or `yes`.'),
    backorders_allowed: flag.describe('Whether backorders are allowed.'),
    backordered: flag.describe('Whether it is on backorder now.'),
    low_stock_amount: low.describe('The quantity at which stock counts as low.'),
  });
}

export const PurchaseQuantity = z
  .strictObject({
    min_purchase: whole.describe('The minimum quantity.'),
    max_purchase: whole.describe('The maximum quantity; -1 for no limit.'),
  })
  .describe('The minimum and maximum quantity of a purchase.');

const addItemLink = linkWithBracketsTo(/\/v2\/cart\/add-item$/).describe('The URL that adds it to the cart.');
/**
 * The address that adds a product to the cart. For a group, the route is `add-items`, which takes several
 * quantities.
 */
const anyAddLink = z
  .union([linkWithBracketsTo(/\/v2\/cart\/add-items?$/), z.literal('')])
  .describe('The URL that adds it to the cart; empty if it cannot be added alone.');

const buttonWords = {
  text: text.describe('The text of the button.'),
  description: text.describe('A sentence for screen readers.'),
};

/** Returns the schema of a variation as a member of its product. */
export function innerVariation<Prices extends z.ZodType, Stock extends z.ZodType, Options extends z.ZodType>(
  prices: Prices,
  stock: Stock,
  options: Options,
) {
  return z.strictObject({
    id: whole.describe('The ID.'),
    sku: text.describe('The SKU.'),
    description: text.describe('The description, as HTML.'),
    attributes: options.describe('The slug of the option by attribute; empty if any option is accepted.'),
    featured_image: Sizes.describe('The URLs of its picture.'),
    prices: prices.describe('The prices.'),
    stock: stock.describe('The stock.'),
    add_to_cart: z
      .strictObject({
        is_purchasable: flag.describe('Whether the product can be bought.'),
        purchase_quantity: PurchaseQuantity,
        rest_url: addItemLink,
      })
      .describe('The button to buy it.'),
  });
}

/** Returns the schema of the short form of a product, which lists such as related products contain. */
export function productCard<Price extends z.ZodType>(price: Price) {
  return z.strictObject({
    id: whole.describe('The ID.'),
    name: text.describe('The name.'),
    permalink: url.describe('The URL of the product page in the shop.'),
    price: price.describe('The current price.'),
    add_to_cart: z.strictObject({ ...buttonWords, rest_url: anyAddLink }).describe('The button to buy it.'),
    rest_url: linkTo(/\/v2\/products\/\d+$/).describe('The URL of the resource.'),
  });
}

export function productButton<Quantity extends z.ZodType>(quantity: Quantity) {
  return z
    .strictObject({
      ...buttonWords,
      has_options: flag.describe('Whether a variation has to be chosen.'),
      is_purchasable: flag.describe('Whether the product can be bought.'),
      purchase_quantity: quantity.describe(
        'The minimum and maximum quantity of a purchase; empty for products without a quantity.',
      ),
      rest_url: anyAddLink,
    })
    .describe('The button to buy it.');
}

const variationButton = z
  .strictObject({
    ...buttonWords,
    is_purchasable: flag.describe('Whether the product can be bought.'),
    purchase_quantity: PurchaseQuantity,
    rest_url: addItemLink,
  })
  .describe('The button to buy it.');

/** The schema of the button of a v1 product. The button has only texts and an address. */
export const buttonV1 = z
  .strictObject({ ...buttonWords, rest_url: anyAddLink })
  .describe('The button to buy it.');

export const Weight = z
  .strictObject({ value: text.describe('The weight.'), unit: text.describe('The unit of the weight.') })
  .describe('The weight.');
export const Dimensions = z
  .strictObject({
    length: text.describe('The length.'),
    width: text.describe('The width.'),
    height: text.describe('The height.'),
    unit: text.describe('The unit of the dimensions.'),
  })
  .describe('The dimensions.');

const metaData = z
  .array(z.strictObject({ key: text.describe('The key.'), value: z.json().describe('The value.') }))
  .describe('Meta data of the shop, without keys that begin with `_`.');

export const productType = z
  .enum(SellableType.options)
  .describe('The type; `variation` if a variation was requested by its ID.');

/** Schemas of members that v2 products and variations have in all dialects. */
const sellable = {
  id: whole.describe('The ID.'),
  parent_id: whole.describe("The ID of a variation's product; else 0."),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
  permalink: url.describe('The URL of the product page in the shop.'),
  sku: text.describe('The SKU.'),
  description: text.describe('The description, as HTML.'),
  dates: Dates,
  featured: flag.describe('Whether the product is featured.'),
  weight: Weight,
  dimensions: Dimensions,
  meta_data: metaData,
};

/** Schemas of members that v2 products have in all dialects. A dialect may replace the schema of a member. */
export const plainProduct = {
  ...sellable,
  short_description: text.describe('The short description, as HTML.'),
  hidden_conditions: ProductConditions.describe('The conditions of sale.'),
  average_rating: text.describe('The average rating.'),
  review_count: whole.describe('The number of reviews.'),
  rating_count: whole.describe('The number of ratings.'),
  rated_out_of: text.describe('The highest possible rating.'),
  images: z.array(Image).describe('The pictures; the first is the featured one.'),
  categories: z.array(CategoryReference).describe('The categories.'),
  tags: z.array(TagReference).describe('The tags.'),
  grouped_products: z.array(whole).describe('The IDs of the products of a group.'),
  total_sales: whole.describe('The number of sold pieces.'),
  external_url: text.describe('The URL where an external product is sold.'),
  button_text: text.describe("The shop's button text for an external product."),
};

/**
 * Schemas of members that v2 variations have in all dialects. A dialect may replace the schema of a member.
 */
export const plainVariation = {
  ...sellable,
  hidden_conditions: VariationConditions.describe('The conditions of sale.'),
  images: z.array(Image).describe('The picture.'),
  add_to_cart: variationButton,
};

/** Returns the schema of a page of products. */
export function productPage<Product extends z.ZodType>(product: Product) {
  return z.strictObject({
    products: z.array(product).describe('The products.'),
    page: whole.describe('The page number.'),
    total_pages: whole.describe('The number of pages.'),
    total_products: whole.describe('The number of products on all pages.'),
  });
}
