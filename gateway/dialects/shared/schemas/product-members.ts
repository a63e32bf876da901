import { z } from 'zod';
import { SellableType, StockStatus } from '#contracts/product.ts';
import { dateTime, flag, linkTo, linkWithBracketsTo, text, url, whole } from './texts.ts';

/** Members of v2 products and variations that all dialects share, and shapes whose amounts or maps differ. */

const Dates = z
  .strictObject({
    created: dateTime.describe('By the clock of the shop.'),
    created_gmt: dateTime.describe('In UTC.'),
    modified: dateTime.describe('By the clock of the shop.'),
    modified_gmt: dateTime.describe('In UTC.'),
  })
  .describe('When it was made and last changed.');

const moment = dateTime.nullable();

/** Prices without their range; `saleAmount` is the same amount, or empty without a sale. */
export function priceMembers<Amount extends z.ZodType, Sale extends z.ZodType, Currency extends z.ZodType>(
  amount: Amount,
  saleAmount: Sale,
  currency: Currency,
) {
  return {
    price: amount.describe('The price that holds now; of several the lowest.'),
    regular_price: amount.describe('The price without a sale.'),
    sale_price: saleAmount.describe('The price of the sale.'),
    on_sale: flag.describe('Whether the sale holds now.'),
    date_on_sale: z
      .strictObject({
        from: moment.describe('Its begin, by the clock of the shop.'),
        from_gmt: moment.describe('Its begin in UTC.'),
        to: moment.describe('Its end, by the clock of the shop.'),
        to_gmt: moment.describe('Its end in UTC.'),
      })
      .describe('When the sale holds; `null` for no bound.'),
    currency: currency.describe('How amounts are written.'),
  };
}

const VariationConditions = z.strictObject({
  virtual: flag.describe('Whether nothing is shipped.'),
  downloadable: flag.describe('Whether it is a download.'),
  manage_stock: flag.describe('Whether the stock is counted.'),
  sold_individually: flag.describe('Whether a cart may contain only one.'),
  shipping_required: flag.describe('Whether it is shipped.'),
});
const ProductConditions = VariationConditions.extend({
  reviews_allowed: flag.describe('Whether it may be reviewed.'),
});

const Sizes = z
  .strictObject({
    thumbnail: url.describe('The smallest.'),
    medium: url.describe('Of medium size.'),
    large: url.describe('The large one.'),
    full: url.describe('As it was uploaded.'),
  })
  .describe('The address of each size.');

export const Image = z
  .strictObject({
    id: whole.describe('The ID; 0 for a placeholder.'),
    src: Sizes,
    name: text.describe('The name.'),
    alt: text.describe('The text for those who do not see it.'),
    position: whole.describe('The place, from 0.'),
    featured: flag.describe('Whether it is the first one.'),
  })
  .meta({ id: 'ProductImage' });

const reference = {
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
};
export const CategoryReference = z.strictObject({
  ...reference,
  rest_url: linkTo(/\/v2\/products\/categories\/\d+$/).describe('Where it is.'),
});
export const TagReference = z.strictObject({
  ...reference,
  rest_url: linkTo(/\/v2\/products\/tags\/\d+$/).describe('Where it is.'),
});

export const attributeKey = z.string().regex(/^attribute_./, 'an attribute');
/** From the slug of an option to its name. */
export const optionNames = z.record(text, text);

/** The attributes of a product; `options` is the form of their options. */
export function productAttribute<Options extends z.ZodType>(options: Options) {
  return z.strictObject({
    id: whole.describe('The ID of the attribute; 0 for one that only this product has.'),
    name: text.describe('The name of the attribute.'),
    position: whole.describe('Its place.'),
    is_attribute_visible: flag.describe('Whether it is shown.'),
    used_for_variation: flag.describe('Whether variations differ by it.'),
    options: options.describe('The options.'),
  });
}

/** One option of an attribute; `option` is its form. */
export function chosenAttribute<Option extends z.ZodType>(option: Option) {
  return z.strictObject({
    id: whole.describe('The ID of the attribute; 0 for one that only this product has.'),
    name: text.describe('The name of the attribute.'),
    option: option.describe('The option.'),
  });
}

export function stockMembers<Low extends z.ZodType>(low: Low) {
  return z.strictObject({
    is_in_stock: flag.describe('Whether it can be bought as far as the stock goes.'),
    stock_quantity: whole.nullable().describe('How many there are; `null` where the stock is not counted.'),
    stock_status: z.enum(StockStatus.options).describe('What the stock amounts to.'),
    backorders: text.describe('Whether more may be ordered than there are: `no`, `notify` or `yes`.'),
    backorders_allowed: flag.describe('Whether more may be ordered than there are.'),
    backordered: flag.describe('Whether it is on backorder now.'),
    low_stock_amount: low.describe('The quantity from which the stock is low.'),
  });
}

export const PurchaseQuantity = z
  .strictObject({
    min_purchase: whole.describe('The least quantity.'),
    max_purchase: whole.describe('The greatest quantity; -1 for no limit.'),
  })
  .describe('How many may be bought at once.');

const addItemLink = linkWithBracketsTo(/\/v2\/cart\/add-item$/).describe('Where it is added to the cart.');
/** Address that adds a product; for a group, the address that takes several quantities. */
const anyAddLink = z
  .union([linkWithBracketsTo(/\/v2\/cart\/add-items?$/), z.literal('')])
  .describe('Where it is added to the cart; empty for what cannot be added by itself.');

const buttonWords = {
  text: text.describe('The words on the button.'),
  description: text.describe('The same as a sentence, for screen readers.'),
};

/** A variation inside its product. */
export function innerVariation<Prices extends z.ZodType, Stock extends z.ZodType, Options extends z.ZodType>(
  prices: Prices,
  stock: Stock,
  options: Options,
) {
  return z.strictObject({
    id: whole.describe('The ID.'),
    sku: text.describe('The SKU.'),
    description: text.describe('The description, as HTML.'),
    attributes: options.describe('The slug of the option by attribute; empty where any option fits.'),
    featured_image: Sizes.describe('The addresses of its picture.'),
    prices: prices.describe('What it costs.'),
    stock: stock.describe('The stock.'),
    add_to_cart: z
      .strictObject({
        is_purchasable: flag.describe('Whether it can be bought.'),
        purchase_quantity: PurchaseQuantity,
        rest_url: addItemLink,
      })
      .describe('How it is bought.'),
  });
}

/** A product in short, as another one names it. */
export function productCard<Price extends z.ZodType>(price: Price) {
  return z.strictObject({
    id: whole.describe('The ID.'),
    name: text.describe('The name.'),
    permalink: url.describe('The page of the shop.'),
    price: price.describe('The price that holds now.'),
    add_to_cart: z.strictObject({ ...buttonWords, rest_url: anyAddLink }).describe('How it is bought.'),
    rest_url: linkTo(/\/v2\/products\/\d+$/).describe('Where it is.'),
  });
}

export function productButton<Quantity extends z.ZodType>(quantity: Quantity) {
  return z
    .strictObject({
      ...buttonWords,
      has_options: flag.describe('Whether a variation must be chosen.'),
      is_purchasable: flag.describe('Whether it can be bought.'),
      purchase_quantity: quantity.describe(
        'How many may be bought at once; empty where a quantity means nothing.',
      ),
      rest_url: anyAddLink,
    })
    .describe('How it is bought.');
}

const variationButton = z
  .strictObject({
    ...buttonWords,
    is_purchasable: flag.describe('Whether it can be bought.'),
    purchase_quantity: PurchaseQuantity,
    rest_url: addItemLink,
  })
  .describe('How it is bought.');

/** The same button in v1. */
export const buttonV1 = z
  .strictObject({ ...buttonWords, rest_url: anyAddLink })
  .describe('How it is bought.');

export const Weight = z
  .strictObject({ value: text.describe('The weight.'), unit: text.describe('Its unit.') })
  .describe('The weight.');
export const Dimensions = z
  .strictObject({
    length: text.describe('The length.'),
    width: text.describe('The width.'),
    height: text.describe('The height.'),
    unit: text.describe('The unit of all three.'),
  })
  .describe('The dimensions.');

const metaData = z
  .array(z.strictObject({ key: text.describe('The key.'), value: z.json().describe('The value.') }))
  .describe('Data of the shop; without keys that begin with `_`.');

export const productType = z
  .enum(SellableType.options)
  .describe('The type; `variation` where an ID of one was asked for.');

/** Members that products and variations share and write alike. */
const sellable = {
  id: whole.describe('The ID.'),
  parent_id: whole.describe('The ID of the product of a variation; else 0.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
  permalink: url.describe('The page of the shop.'),
  sku: text.describe('The SKU.'),
  description: text.describe('The description, as HTML.'),
  dates: Dates,
  featured: flag.describe('Whether the shop features it.'),
  weight: Weight,
  dimensions: Dimensions,
  meta_data: metaData,
};

/** Members of a product that all dialects write alike. */
export const plainProduct = {
  ...sellable,
  short_description: text.describe('The short description, as HTML.'),
  hidden_conditions: ProductConditions.describe('How it is sold.'),
  average_rating: text.describe('The mean of the ratings.'),
  review_count: whole.describe('How many reviews there are.'),
  rating_count: whole.describe('How many ratings there are.'),
  rated_out_of: text.describe('The highest rating.'),
  images: z.array(Image).describe('The pictures; the first is the featured one.'),
  categories: z.array(CategoryReference).describe('The categories.'),
  tags: z.array(TagReference).describe('The tags.'),
  grouped_products: z.array(whole).describe('The IDs of the products of a group.'),
  total_sales: whole.describe('How many were sold.'),
  external_url: text.describe('Where an external product is sold.'),
  button_text: text.describe('The words of the shop for the button of an external product.'),
};

/** Members of a variation of v2 that all dialects write alike. */
export const plainVariation = {
  ...sellable,
  hidden_conditions: VariationConditions.describe('How it is sold.'),
  images: z.array(Image).describe('The picture.'),
  add_to_cart: variationButton,
};

/** A page of products. */
export function productPage<Product extends z.ZodType>(product: Product) {
  return z.strictObject({
    products: z.array(product).describe('The products.'),
    page: whole.describe('The page.'),
    total_pages: whole.describe('How many pages there are.'),
    total_products: whole.describe('How many products there are on all pages.'),
  });
}
