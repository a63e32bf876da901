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

/** The data that is the same for all variations of a product. */
interface SharedData extends Pick<VariationsView, 'parent' | 'units' | 'context'> {
  readonly currency: Readonly<Record<string, unknown>>;
  readonly links: Links;
}

function sharedDataOf(
  { parent, units, context }: Omit<SharedData, 'currency' | 'links'>,
  links: Links,
): SharedData {
  return { parent, units, context, currency: shortCurrency.present(units.currency, null, null), links };
}

/**
 * Returns an attribute with the option of the variation. `options` is empty if the variation accepts any
 * option. Position and visibility come from the product's attribute.
 */
function attribute({ id, key, name, slug, label }: ChosenAttribute, index: number, { parent }: SharedData) {
  const { position, visible } = parent.attributes.find((one) => one.key === key) ?? {
    position: index,
    visible: true,
  };
  return { id, name, position, visible, variation: true, options: slug === '' ? [] : [label] };
}

/** Returns the v2 variation (docs/reference/products.md#the-variation). */
function whole(one: Variation, data: SharedData) {
  const { parent, units, currency, links } = data;
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
    hidden_conditions: members.saleConditions(one),
    images: members.images(one.images, links),
    categories: members.categories(parent.categories, links),
    tags: members.tags(parent.tags, links),
    attributes: one.attributes.map((chosen, index) => attribute(chosen, index, data)),
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

function shown(one: Variation, data: SharedData) {
  const all = whole(shownVariation(one, data.units), data);
  return data.context === 'embed' ? embedded(all, variationV2Embed) : all;
}

/**
 * Returns the body of the answer to `GET /v2/products/{id}/variations/{variation_id}`
 * (docs/reference/products.md#the-variation).
 */
export function variationV2(view: Views['variationV2'], links: Links) {
  return shown(view.variation, sharedDataOf(view, links));
}

/**
 * Returns the body of the answer to `GET /v2/products/{id}/variations`
 * (docs/reference/products.md#the-variation).
 */
export function variationsV2(view: Views['variationsV2'], links: Links) {
  const data = sharedDataOf(view, links);
  return view.variations.map((one) => shown(one, data));
}
