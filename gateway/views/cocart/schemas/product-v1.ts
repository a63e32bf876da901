import { z } from 'zod';
import * as shared from '../../shared/schemas/product-members.ts';
import { amountText, flag, orEmbedded, phpMap, text, url, whole } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';
import { cocartV1Embed } from '../product-v1.ts';
import { reviewInProduct } from '../reviews.ts';
import { attributesOf, CoCartImage, chosenV1, lowAmount } from './product-members.ts';

/** A formatted price. A missing price is empty text. */
const price = z.union([amountText, z.literal('')]);

const stock = {
  ...v1.stockV1,
  in_stock: flag.describe('Whether the product is in stock or can be ordered on backorder.'),
  low_stock_amount: lowAmount.describe('The quantity at which stock counts as low.'),
};

/** A variation as a member of its product, in lists whose products contain complete variations. */
const CoCartVariationInProductV1 = z
  .strictObject({
    id: whole.describe('The ID.'),
    name: text.describe('The name.'),
    slug: text.describe('The slug.'),
    permalink: url.describe('The URL of the product page in the shop.'),
    ...v1.datesV1,
    description: text.describe('The description, as HTML.'),
    sku: text.describe('The SKU.'),
    ...v1.pricesV1(price),
    ...v1.saleV1,
    purchasable: flag.describe('Whether the product can be bought.'),
    total_sales: whole.describe('The number of sold pieces.'),
    virtual: flag.describe('Whether the product is virtual, so that nothing is shipped.'),
    downloadable: flag.describe('Whether the product can be downloaded.'),
    ...stock,
    weight: shared.Weight,
    dimensions: shared.Dimensions,
    shipping_required: flag.describe('Whether the product is shipped.'),
    images: z.array(CoCartImage).describe('The pictures.'),
    attributes: chosenV1.describe('The options of the variation.'),
    menu_order: whole.describe("The position in the shop's order."),
    ...v1.metaV1,
  })
  .meta({ id: 'CoCartVariationInProductV1' });

const id = z.strictObject({ id: whole.describe('The ID.') });

const CoCartProductV1 = z
  .strictObject({
    ...v1.descriptionV1,
    type: shared.productType
      .optional()
      .describe('The type; absent when a variation was requested by its ID.'),
    ...v1.datesV1,
    ...v1.pricesV1(price),
    price_html: text.describe('The formatted price, as HTML.'),
    ...v1.saleV1,
    ...v1.goodsV1,
    has_options: flag.describe('Whether a variation has to be chosen.'),
    ...stock,
    ...v1.sellingV1,
    review_count: whole.describe('The number of reviews.'),
    rating_html: text.describe('The average rating in words; empty if there are no ratings.'),
    reviews: z.array(reviewInProduct.schema).describe('The reviews, if they are shown.'),
    weight: shared.Weight,
    dimensions: shared.Dimensions,
    ...v1.relationsV1,
    images: z.array(CoCartImage).describe('The pictures.'),
    attributes: attributesOf(z.array(text), text).describe('The attributes.'),
    default_attributes: chosenV1.describe('The preselected options, by slug.'),
    variations: phpMap(
      z.record(z.string().regex(/^\d+$/), z.union([CoCartVariationInProductV1, id])),
    ).describe('The variations by ID: complete if requested, else only their IDs.'),
    ...v1.metaV1,
    add_to_cart: shared.buttonV1,
    ...v1.linksOfProductV1,
  })
  .meta({ id: 'CoCartProductV1' });

export const shownProductV1 = orEmbedded(CoCartProductV1, cocartV1Embed);
