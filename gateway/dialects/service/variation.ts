import type { ChosenAttribute, Variation } from '#contracts/product.ts';
import { variationButton } from '../shared/buttons.ts';
import { shortCurrency } from '../shared/currency.ts';
import { embedded, variationV2Embed } from '../shared/embed.ts';
import type { Links } from '../shared/links.ts';
import * as members from '../shared/product-members.ts';
import { shownVariation } from '../shared/shown-prices.ts';
import type { VariationsView, Views } from '../shared/views.ts';
import { pricesWithoutRange } from './prices.ts';
import { stock } from './product.ts';

/** What the variations of a product have in common. */
interface Family extends Pick<VariationsView, 'parent' | 'units' | 'context'> {
  readonly currency: ReturnType<typeof shortCurrency>;
  readonly links: Links;
}

function familyOf({ parent, units, context }: Omit<Family, 'currency' | 'links'>, links: Links): Family {
  return { parent, units, context, currency: shortCurrency(units.currency), links };
}

/** Returns the chosen option (none if any is accepted), at the attribute's position in the product. */
function attribute({ id, key, name, slug, label }: ChosenAttribute, index: number, { parent }: Family) {
  const { position, visible } = parent.attributes.find((one) => one.key === key) ?? {
    position: index,
    visible: true,
  };
  return { id, name, position, visible, variation: true, options: slug === '' ? [] : [label] };
}

/** Returns the v2 variation (docs/reference/products.md#the-variation). */
function whole(one: Variation, family: Family) {
  const { parent, units, currency, links } = family;
  return {
    id: one.id,
    parent_id: parent.id,
    name: one.name,
    slug: one.slug,
    permalink: one.permalink,
    sku: one.sku,
    description: one.description,
    dates: members.dates(one),
    featured: one.featured,
    prices: { ...pricesWithoutRange(one.prices, units.currency, currency), price_range: null },
    hidden_conditions: members.variationConditions(one),
    images: members.images(one.images, links),
    categories: members.categories(parent.categories, links),
    tags: members.tags(parent.tags, links),
    attributes: one.attributes.map((chosen, index) => attribute(chosen, index, family)),
    stock: stock(one),
    ...members.measures(one, units),
    total_sales: one.totalSales,
    add_to_cart: {
      ...variationButton(one),
      is_purchasable: one.purchasable,
      purchase_quantity: members.purchaseLimits(one),
      rest_url: links.addItem(one.id),
    },
    meta_data: members.metaData(one),
  };
}

function shown(one: Variation, of: Family) {
  const all = whole(shownVariation(one, of.units), of);
  return of.context === 'embed' ? embedded(all, variationV2Embed) : all;
}

/** `GET /v2/products/{id}/variations/{variation_id}` (docs/reference/products.md#the-variation). */
export function variationV2(view: Views['variationV2'], links: Links) {
  return shown(view.variation, familyOf(view, links));
}

/** `GET /v2/products/{id}/variations` (docs/reference/products.md#the-variation). */
export function variationsV2(view: Views['variationsV2'], links: Links) {
  const of = familyOf(view, links);
  return view.variations.map((one) => shown(one, of));
}
