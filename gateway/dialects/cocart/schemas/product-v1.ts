import { z } from 'zod';
import * as shared from '../../shared/schemas/product-members.ts';
import { amountText, flag, orEmbedded, phpMap, text, url, whole } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';
import { cocartV1Embed } from '../product-v1.ts';
import { attributesOf, CoCartImage, CoCartReview, chosenV1, lowAmount } from './product-members.ts';

/** A formatted price; empty for no price. */
const price = z.union([amountText, z.literal('')]);

const stock = {
  ...v1.stockV1,
  in_stock: flag.describe('Whether it can be bought as far as the stock goes.'),
  low_stock_amount: lowAmount.describe('The quantity from which the stock is low.'),
};

/** A variation inside its product, in lists that include it. */
const CoCartVariationInProductV1 = z
  .strictObject({
    id: whole.describe('The ID.'),
    name: text.describe('The name.'),
    slug: text.describe('The slug.'),
    permalink: url.describe('The page of the shop.'),
    ...v1.datesV1,
    description: text.describe('The description, as HTML.'),
    sku: text.describe('The SKU.'),
    ...v1.pricesV1(price),
    ...v1.saleV1,
    purchasable: flag.describe('Whether it can be bought.'),
    total_sales: whole.describe('How many were sold.'),
    virtual: flag.describe('Whether nothing is shipped.'),
    downloadable: flag.describe('Whether it is a download.'),
    ...stock,
    weight: shared.Weight,
    dimensions: shared.Dimensions,
    shipping_required: flag.describe('Whether it is shipped.'),
    images: z.array(CoCartImage).describe('The pictures.'),
    attributes: chosenV1.describe('The options that it stands for.'),
    menu_order: whole.describe('The place that the shop gives it.'),
    ...v1.metaV1,
  })
  .meta({ id: 'CoCartVariationInProductV1' });

const id = z.strictObject({ id: whole.describe('The ID.') });

const CoCartProductV1 = z
  .strictObject({
    ...v1.descriptionV1,
    type: shared.productType
      .optional()
      .describe('The type; absent where an ID of a variation was asked for.'),
    ...v1.datesV1,
    ...v1.pricesV1(price),
    price_html: text.describe('The price as a shopper reads it, as HTML.'),
    ...v1.saleV1,
    ...v1.goodsV1,
    has_options: flag.describe('Whether a variation must be chosen.'),
    ...stock,
    ...v1.sellingV1,
    review_count: whole.describe('How many reviews there are.'),
    rating_html: text.describe('The mean of the ratings in words; empty without any.'),
    reviews: z.array(CoCartReview).describe('The reviews, where they are shown.'),
    weight: shared.Weight,
    dimensions: shared.Dimensions,
    ...v1.relationsV1,
    images: z.array(CoCartImage).describe('The pictures.'),
    attributes: attributesOf(z.array(text), text).describe('The attributes.'),
    default_attributes: chosenV1.describe('The options that it starts with, by slug.'),
    variations: phpMap(
      z.record(z.string().regex(/^\d+$/), z.union([CoCartVariationInProductV1, id])),
    ).describe('The variations by their IDs: whole where a list shows them, else their IDs alone.'),
    ...v1.metaV1,
    add_to_cart: shared.buttonV1,
    ...v1.linksOfProductV1,
  })
  .meta({ id: 'CoCartProductV1' });

export const shownProductV1 = orEmbedded(CoCartProductV1, cocartV1Embed);
