import type { Variation } from '#contracts/product.ts';
import { variationButton } from '../shared/buttons.ts';
import { embedded, variationV2Embed } from '../shared/embed.ts';
import type { Links } from '../shared/links.ts';
import * as members from '../shared/product-members.ts';
import { shownVariation } from '../shared/shown-prices.ts';
import type { StoreData } from '../shared/store-data.ts';
import type { Context, Views } from '../shared/views.ts';
import { variationLinks } from './addresses.ts';
import { chosenV2 } from './attributes.ts';
import { images } from './pictures.ts';
import { pricesWithoutRange } from './prices.ts';
import { addVariationLink, cocartStoreData, stock } from './product.ts';
import { buttonWithEntities, variationTexts } from './wordpress-texts.ts';

/**
 * Returns the variation in the form of CoCart 4.x: without the product's categories and tags, and
 * with the number of sales as text.
 */
function whole(one: Variation, parentId: number, { units, currency, links }: StoreData) {
  return {
    id: one.id,
    parent_id: parentId,
    name: one.name,
    slug: one.slug,
    permalink: one.permalink,
    sku: one.sku,
    description: one.description,
    dates: members.dates(one),
    featured: one.featured,
    prices: { ...pricesWithoutRange(one.prices, currency), price_range: [] },
    hidden_conditions: members.saleConditions(one),
    images: images(one, links),
    categories: [],
    tags: [],
    attributes: chosenV2(one.attributes),
    stock: stock(one),
    ...members.measures(one, units),
    total_sales: String(one.totalSales),
    add_to_cart: {
      ...buttonWithEntities(variationButton(one)),
      is_purchasable: one.purchasable,
      purchase_quantity: members.purchaseLimits(one),
      rest_url: addVariationLink(one, links),
    },
    meta_data: members.metaData(one),
    _links: variationLinks(one, parentId, links),
  };
}

function shown(one: Variation, parentId: number, context: Context, shop: StoreData) {
  const all = whole(variationTexts(shownVariation(one, shop.units)), parentId, shop);
  return context === 'embed' ? embedded(all, variationV2Embed) : all;
}

/** Returns the body of the answer to `GET v2/products/{id}/variations/{variation_id}`. */
export function variationV2({ variation, parent, units, context }: Views['variationV2'], links: Links) {
  return shown(variation, parent.id, context, cocartStoreData(units, links));
}

/** Returns the body of the answer to `GET v2/products/{id}/variations`. */
export function variationsV2({ variations, parent, units, context }: Views['variationsV2'], links: Links) {
  const shop = cocartStoreData(units, links);
  return variations.map((one) => shown(one, parent.id, context, shop));
}
