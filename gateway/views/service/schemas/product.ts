import { z } from 'zod';
import { productV1Embed, variationV1Embed } from '../../shared/embed.ts';
import { reviewInProduct } from '../../shared/reviews.ts';
import * as shared from '../../shared/schemas/product-members.ts';
import { decimalOrEmpty, flag, orEmbedded, text, whole } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';

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
  productV1: orEmbedded(ProductV1, productV1Embed),
  variationV1: orEmbedded(VariationV1, variationV1Embed),
};

/** Schemas of products and variations in v1. */
export const productSchemas = {
  ...shown,
  productsV1: z.array(shown.productV1),
  variationsV1: z.array(shown.variationV1),
};
