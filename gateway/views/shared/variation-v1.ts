import type { ShopUnits, Variation } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { embedded, variationV1Embed } from './embed.ts';
import type { Links } from './links.ts';
import * as members from './v1-members.ts';
import type { VariationsView, Views } from './views.ts';

/** Functions for the members of a v1 variation that each dialect writes in its own form. */
interface Manner {
  /** Returns a price as text. A missing price is empty text. */
  price(price: number | null, currency: Currency): string;
  image(one: Variation, links: Links): unknown;
  attributes(one: Variation): unknown;
}

/** Returns the v1 variation (docs/reference/products.md#the-variation-of-v1). */
function whole(one: Variation, parentId: number, { currency }: ShopUnits, manner: Manner, links: Links) {
  return {
    id: one.id,
    ...members.dates(one),
    description: one.description,
    permalink: one.permalink,
    sku: one.sku,
    price: manner.price(one.prices.price, currency),
    regular_price: manner.price(one.prices.regular, currency),
    sale_price: manner.price(one.prices.sale, currency),
    ...members.sale(one),
    status: one.status,
    ...members.goods(one),
    ...members.stock(one),
    weight: one.weight,
    dimensions: one.dimensions,
    image: manner.image(one, links),
    attributes: manner.attributes(one),
    meta_data: members.metaData(one),
    ...members.variationAddresses(one, parentId, links),
  };
}

/** Returns the presenters of `v1/products/{id}/variations` for a dialect. */
export function variationV1Presenters(manner: Manner) {
  function shown(one: Variation, view: Omit<VariationsView, 'variations'>, links: Links) {
    const all = whole(one, view.parent.id, view.units, manner, links);
    return view.context === 'embed' ? embedded(all, variationV1Embed) : all;
  }
  return {
    variationV1: (view: Views['variationV1'], links: Links) => shown(view.variation, view, links),
    variationsV1: (view: Views['variationsV1'], links: Links) =>
      view.variations.map((one) => shown(one, view, links)),
  };
}
