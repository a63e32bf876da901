import { z } from 'zod';
import { productCurrency, shortCurrency } from '../../shared/currency.ts';
import { productV1Embed, productV2Embed, variationV1Embed, variationV2Embed } from '../../shared/embed.ts';
import { reviewInProduct } from '../../shared/reviews.ts';
import * as shared from '../../shared/schemas/product-members.ts';
import { decimal, decimalOrEmpty, flag, orEmbedded, text, whole } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';

const prices = shared.priceMembers(decimalOrEmpty, decimalOrEmpty, productCurrency.schema);
const stock = shared.stockMembers(whole.nullable());
const Card = shared.productCard(decimalOrEmpty).meta({ id: 'ProductCard' });
const InnerVariation = shared
  .innerVariation(z.strictObject(prices), stock, z.record(shared.attributeKey, text))
  .meta({ id: 'VariationInProduct' });

export const ProductV2 = z
  .strictObject({
    ...shared.plainProduct,
    type: shared.productType,
    prices: z
      .strictObject({
        ...prices,
        price_range: z
          .strictObject({
            min: decimal.describe('The lowest price.'),
            max: decimal.describe('The highest price.'),
          })
          .nullable()
          .describe('The lowest and the highest price of the variations; `null` if all have the same price.'),
      })
      .describe('The prices, as decimal text.'),
    attributes: z
      .record(shared.attributeKey, shared.productAttribute(shared.optionNames))
      .describe('The attributes, by the names that add-item uses.'),
    default_attributes: z
      .record(shared.attributeKey, shared.chosenAttribute(shared.optionNames))
      .describe('The preselected options.'),
    variations: z.array(InnerVariation).describe('The variations.'),
    stock: stock.describe('The stock.'),
    reviews: z.array(reviewInProduct.schema).describe('The reviews, with `show_reviews=true`.'),
    related: z.array(Card).describe('The related products.'),
    upsells: z.array(Card).describe('The upsells.'),
    cross_sells: z.array(Card).describe('The cross-sells.'),
    add_to_cart: shared.productButton(z.union([shared.PurchaseQuantity, z.strictObject({})])),
  })
  .meta({ id: 'Product' });
export type ProductV2 = z.infer<typeof ProductV2>;

export const VariationV2 = z
  .strictObject({
    ...shared.plainVariation,
    prices: z
      .strictObject({
        ...shared.priceMembers(decimalOrEmpty, decimalOrEmpty, shortCurrency.schema),
        price_range: z.null().describe('Always `null`.'),
      })
      .describe('The prices, as decimal text.'),
    categories: z.array(shared.CategoryReference).describe('The categories of the product.'),
    tags: z.array(shared.TagReference).describe('The tags of the product.'),
    attributes: z
      .array(
        z.strictObject({
          id: whole.describe('The ID of the attribute; 0 for a custom attribute of the product.'),
          name: text.describe('The name of the attribute.'),
          position: whole.describe('The position.'),
          visible: flag.describe('Whether it is shown.'),
          variation: flag.describe('Always `true`.'),
          options: z.array(text).describe('The name of the option; empty if any option is accepted.'),
        }),
      )
      .describe('The options of the variation.'),
    stock: stock.describe('The stock.'),
    total_sales: whole.describe('The number of sold pieces.'),
  })
  .meta({ id: 'Variation' });
export type VariationV2 = z.infer<typeof VariationV2>;

const chosen = z.array(shared.chosenAttribute(text));

export const ProductV1 = z
  .strictObject({
    ...v1.descriptionV1,
    ...v1.datesV1,
    ...v1.pricesV1(decimalOrEmpty),
    price_html: text.describe('The formatted price, as HTML.'),
    ...v1.saleV1,
    ...v1.goodsV1,
    ...v1.stockV1,
    ...v1.sellingV1,
    weight: text.describe('The weight.'),
    dimensions: v1.plainVariationV1.dimensions,
    ...v1.relationsV1,
    images: z.array(v1.imageV1).describe('The pictures.'),
    attributes: z
      .array(
        z.strictObject({
          id: whole.describe('The ID of the attribute; 0 for a custom attribute of the product.'),
          name: text.describe('The name of the attribute.'),
          position: whole.describe('The position.'),
          visible: flag.describe('Whether it is shown.'),
          variation: flag.describe('Whether variations differ in this attribute.'),
          options: z.array(text).describe('The names of the options.'),
        }),
      )
      .describe('The attributes.'),
    default_attributes: chosen.describe('The preselected options, by slug.'),
    variations: z.array(whole).describe('The IDs of the variations.'),
    ...v1.metaV1,
    reviews: z.array(reviewInProduct.schema).optional().describe('The reviews, if they are shown.'),
    ...v1.linksOfProductV1,
  })
  .meta({ id: 'ProductV1' });
export type ProductV1 = z.infer<typeof ProductV1>;

export const VariationV1 = z
  .strictObject({
    ...v1.plainVariationV1,
    ...v1.pricesV1(decimalOrEmpty),
    image: v1.imageV1.describe('The picture, or the placeholder.'),
    attributes: chosen.describe('The options of the variation; an empty one accepts any option.'),
  })
  .meta({ id: 'VariationV1' });
export type VariationV1 = z.infer<typeof VariationV1>;

const shown = {
  productV2: orEmbedded(ProductV2, productV2Embed),
  variationV2: orEmbedded(VariationV2, variationV2Embed),
  productV1: orEmbedded(ProductV1, productV1Embed),
  variationV1: orEmbedded(VariationV1, variationV1Embed),
};

/** Schemas of products and variations in v1 and v2. */
export const productSchemas = {
  ...shown,
  productsV2: shared.productPage(shown.productV2).meta({ id: 'ProductPage' }),
  variationsV2: z.array(shown.variationV2),
  productsV1: z.array(shown.productV1),
  variationsV1: z.array(shown.variationV1),
};
