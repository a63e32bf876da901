import { z } from 'zod';
import { productV2Embed, variationV1Embed, variationV2Embed } from '../../shared/embed.ts';
import { CartCurrency } from '../../shared/schemas/currency.ts';
import * as shared from '../../shared/schemas/product-members.ts';
import { decimalOrEmpty, minor, orEmbedded, phpMap, text } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';
import {
  attributesOf,
  CoCartImage,
  CoCartReview,
  chosenV1,
  chosenV2,
  pageLinks,
  productLinks,
  Sizes,
  stock,
  variationLinks,
} from './product-members.ts';
import { shownProductV1 } from './product-v1.ts';

const prices = shared.priceMembers(minor, z.union([minor, z.literal('')]), CartCurrency);
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
      .describe('The type; absent where an ID of a variation was asked for.'),
    rated_out_of: text.describe('The mean of the ratings in words.'),
    prices: z
      .strictObject({
        ...prices,
        price_range: phpMap(
          z.strictObject({ from: minor.describe('The lowest.'), to: minor.describe('The highest.') }),
        ).describe('The lowest and the highest price of the variations; `[]` where there is one price.'),
      })
      .describe('What it costs, as text in minor units.'),
    attributes: attributesOf(shared.optionNames, shared.optionNames).describe('The attributes.'),
    default_attributes: chosenV1.describe('The options that it starts with, by slug.'),
    variations: z.array(CoCartVariationInProduct).describe('The variations.'),
    stock: stock.describe('The stock.'),
    reviews: z.array(CoCartReview).describe('The reviews; with `show_reviews=true`.'),
    related: z.array(CoCartProductCard).describe('Related products.'),
    upsells: z.array(CoCartProductCard).describe('Products that are better.'),
    cross_sells: z.array(CoCartProductCard).describe('Products that go with it.'),
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
      .describe('What it costs, as text in minor units.'),
    categories: noEntries,
    tags: noEntries,
    attributes: chosenV2.describe('The options that it stands for.'),
    stock: stock.describe('The stock.'),
    total_sales: z.string().regex(/^\d+$/).describe('How many were sold, as text.'),
    _links: variationLinks,
  })
  .meta({ id: 'CoCartVariation' });

const CoCartVariationV1 = z
  .strictObject({
    ...v1.plainVariationV1,
    ...v1.pricesV1(decimalOrEmpty),
    image: CoCartImage.omit({ position: true, featured: true }).nullable().describe('The picture.'),
    attributes: chosenV1.describe('The options that it stands for.'),
  })
  .meta({ id: 'CoCartVariationV1' });

const shown = {
  productV2: orEmbedded(CoCartProduct, productV2Embed),
  variationV2: orEmbedded(CoCartVariation, variationV2Embed),
  productV1: shownProductV1,
  variationV1: orEmbedded(CoCartVariationV1, variationV1Embed),
};

/** Products and variations of both versions. */
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
