import type { ShopUnits, Variation } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { embedded, variationV1Embed } from './embed.ts';
import type { Links } from './links.ts';
import * as members from './v1-members.ts';
import type { VariationsView, Views } from './views.ts';

/** How a dialect writes a price; empty where there is none. */
export type PriceText = (price: number | null, currency: Currency) => string;

/** The variation of specification 2.5, member for member. */
function whole(
  one: Variation,
  parentId: number,
  { currency }: ShopUnits,
  priceText: PriceText,
  links: Links,
) {
  return {
    id: one.id,
    ...members.dates(one),
    description: one.description,
    permalink: one.permalink,
    sku: one.sku,
    price: priceText(one.prices.price, currency),
    regular_price: priceText(one.prices.regular, currency),
    sale_price: priceText(one.prices.sale, currency),
    ...members.sale(one),
    status: one.status,
    ...members.goods(one),
    ...members.stock(one),
    weight: one.weight,
    dimensions: one.dimensions,
    image: members.variationImage(one, links),
    attributes: members.chosenOptions(one),
    meta_data: members.metaData(one),
    ...members.variationAddresses(one, parentId, links),
  };
}

/** The presenters of `v1/products/{id}/variations`, which differ by dialect in how prices are written only. */
export function variationV1Presenters(priceText: PriceText) {
  const shown = (
    one: Variation,
    { parent, units, context }: Omit<VariationsView, 'variations'>,
    links: Links,
  ) => {
    const all = whole(one, parent.id, units, priceText, links);
    return context === 'embed' ? embedded(all, variationV1Embed) : all;
  };
  return {
    variationV1: (view: Views['variationV1'], links: Links) => shown(view.variation, view, links),
    variationsV1: (view: Views['variationsV1'], links: Links) =>
      view.variations.map((one) => shown(one, view, links)),
  };
}
