import { z } from 'zod';
import { cartCurrency } from '../../shared/currency.ts';
import { productV2Embed, variationV1Embed, variationV2Embed } from '../../shared/embed.ts';
import * as shared from '../../shared/schemas/product-members.ts';
import { decimalOrEmpty, minor, orEmbedded, phpMap, text } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';
import { reviewInProduct } from '../reviews.ts';
import {
  attributesOf,
  CoCartImage,
  chosenV1,
  chosenV2,
  pageLinks,
  productLinks,
  Sizes,
  stock,
  variationLinks,
} from './product-members.ts';
import { shownProductV1 } from './product-v1.ts';

const prices = shared.priceMembers(minor, z.union([minor, z.literal('')]), cartCurrency.schema);
const CoCartProductCard = shared.productCard(minor).meta({ id: 'CoCartProductCard' });
const CoCartVariationInProduct = shared
  .innerVariation(z.strictObject(prices), stock, phpMap(z.record(shared.attributeKey, text)))
  .extend({ featured_image: Sizes })
  .meta({ id: 'CoCartVariationInProduct' });

const CoCartProduct = z
  .strictObject({
    ...shared.plainProduct,
    images: z.array(CoCartImage).describe('The pictures; the first is the featured one.'),
    type: shared.productType
      .optional()
      .describe('The type; absent when a variation was requested by its ID.'),
    rated_out_of: text.describe('The average rating in words.'),
    prices: z
      .strictObject({
        ...prices,
        price_range: phpMap(
          z.strictObject({
            from: minor.describe('The lowest price.'),
            to: minor.describe('The highest price.'),
          }),
        ).describe('The lowest and the highest price of the variations; `[]` if all have the same price.'),
      })
      .describe('The prices, as text in minor units.'),
    attributes: attributesOf(shared.optionNames, shared.optionNames).describe('The attributes.'),
    default_attributes: chosenV1.describe('The preselected options, by slug.'),
    variations: z.array(CoCartVariationInProduct).describe('The variations.'),
    stock: stock.describe('The stock.'),
    reviews: z.array(reviewInProduct.schema).describe('The reviews, with `show_reviews=true`.'),
    related: z.array(CoCartProductCard).describe('The related products.'),
    upsells: z.array(CoCartProductCard).describe('The upsells.'),
    cross_sells: z.array(CoCartProductCard).describe('The cross-sells.'),
    add_to_cart: shared.productButton(phpMap(shared.PurchaseQuantity)),
    _links: productLinks,
  })
  .meta({ id: 'CoCartProduct' });

const noEntries = z.array(z.never()).max(0).describe('Always empty.');

const CoCartVariation = z
  .strictObject({
    ...shared.plainVariation,
    images: z.array(CoCartImage).describe('The picture.'),
    prices: z
      .strictObject({ ...prices, price_range: noEntries })
      .describe('The prices, as text in minor units.'),
    categories: noEntries,
    tags: noEntries,
    attributes: chosenV2.describe('The options of the variation.'),
    stock: stock.describe('The stock.'),
    total_sales: z.string().regex(/^\d+$/).describe('The number of sold pieces, as text.'),
    _links: variationLinks,
  })
  .meta({ id: 'CoCartVariation' });

const CoCartVariationV1 = z
  .strictObject({
    ...v1.plainVariationV1,
    ...v1.pricesV1(decimalOrEmpty),
    image: CoCartImage.omit({ position: true, featured: true }).nullable().describe('The picture.'),
    attributes: chosenV1.describe('The options of the variation.'),
  })
  .meta({ id: 'CoCartVariationV1' });

const shown = {
  productV2: orEmbedded(CoCartProduct, productV2Embed),
  variationV2: orEmbedded(CoCartVariation, variationV2Embed),
  productV1: shownProductV1,
  variationV1: orEmbedded(CoCartVariationV1, variationV1Embed),
};

/** Schemas of products and variations in v1 and v2. */
export const productSchemas = {
  ...shown,
  productsV2: shared
    .productPage(shown.productV2)
    .extend({ _links: pageLinks })
    .meta({ id: 'CoCartProductPage' }),
  variationsV2: z.array(shown.variationV2),
  productsV1: z.array(shown.productV1),
  variationsV1: z.array(shown.variationV1),
};
