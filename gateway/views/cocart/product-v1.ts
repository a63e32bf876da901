import type { Prices, Product, Variation } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import { productButton } from '../shared/buttons.ts';
import { embedded, productV1Embed } from '../shared/embed.ts';
import type { Links } from '../shared/links.ts';
import { phpMap } from '../shared/php-map.ts';
import { htmlCurrency, priceHtml } from '../shared/price-html.ts';
import { greatestRating, measures } from '../shared/product-members.ts';
import { type StoreData, storeDataOf } from '../shared/store-data.ts';
import * as members from '../shared/v1-members.ts';
import type { Context, Views } from '../shared/views.ts';
import { attributesV1, chosenOfProductV1, chosenV1, defaultAttributes } from './attributes.ts';
import { images } from './pictures.ts';
import { form } from './product.ts';
import { reviewInProduct } from './reviews.ts';
import { buttonWithEntities, productTexts, variationTexts } from './wordpress-texts.ts';

/**
 * Names of a v1 product's members with `context=embed`: the members of the service dialect, and three members
 * that only CoCart has.
 */
export const cocartV1Embed = [...productV1Embed, 'in_stock', 'has_options', 'add_to_cart'] as const;

interface StoreDataV1 extends StoreData {
  /** The currency with HTML-escaped texts, for `price_html`. */
  readonly html: Currency;
}

function storeDataV1(view: Pick<Views['productsV1'], 'units'>, links: Links): StoreDataV1 {
  return { ...storeDataOf(view.units, links), html: htmlCurrency(view.units.currency) };
}

/** Returns a formatted price. A missing price is empty text. */
function priceText(price: number | null, currency: Currency): string {
  return price === null ? '' : formatted(price, currency);
}

function priceTexts({ price, regular, sale }: Prices, currency: Currency) {
  return {
    price: priceText(price, currency),
    regular_price: priceText(regular, currency),
    sale_price: priceText(sale, currency),
  };
}

/** Returns the average rating as a sentence. Returns empty text if the product has no ratings. */
function ratingText({ averageRating, ratingCount }: Product): string {
  if (ratingCount === 0) return '';
  const ratings = ratingCount === 1 ? 'customer rating' : 'customer ratings';
  return `Rated ${averageRating} out of ${greatestRating} based on ${ratingCount} ${ratings}`;
}

function stock(one: Product | Variation) {
  return {
    ...members.stock(one),
    in_stock: one.stock.status !== 'outofstock',
    low_stock_amount: one.stock.lowAmount ?? '',
  };
}

/** Returns a variation as a member of its product, for lists whose products contain complete variations. */
function variation(given: Variation, { units, links }: StoreDataV1) {
  const one = variationTexts(given);
  return {
    id: one.id,
    name: one.name,
    slug: one.slug,
    permalink: one.permalink,
    ...members.dates(one),
    description: one.description,
    sku: one.sku,
    ...priceTexts(one.prices, units.currency),
    ...members.sale(one),
    purchasable: one.purchasable,
    total_sales: one.totalSales,
    virtual: one.virtual,
    downloadable: one.downloadable,
    ...stock(one),
    ...measures(one, units),
    shipping_required: one.shippingRequired,
    images: images(one, links),
    attributes: chosenV1(one.attributes),
    menu_order: one.menuOrder,
    meta_data: members.metaData(one),
  };
}

/** Returns a map of a product's variations by id. Each entry contains only the id. */
function variationIds({ variationIds: ids }: Product) {
  return phpMap(Object.fromEntries(ids.map((id) => [id, { id }])));
}

/**
 * Returns a map of a product's variations by id. If the product was read without its variations, the entries
 * contain only ids.
 */
function variations(product: Product, shop: StoreDataV1) {
  if (product.variations.length === 0) return variationIds(product);
  return Object.fromEntries(product.variations.map((one) => [one.id, variation(one, shop)]));
}

/**
 * Returns the members that describe the product. If the product is a variation, the member `type` is left
 * out, as in v2.
 */
function description(product: Product) {
  const { type, ...others } = members.description(product);
  return product.parentId === 0 ? { ...others, type } : others;
}

/**
 * Returns CoCart's v1 product, with the members that only `/v1` has: formatted prices, weight and
 * dimensions with units, pictures in all sizes, and maps of attributes and variations
 * (docs/reference/README.md#dialects).
 */
function whole(given: Product, reviews: readonly Review[], variations: object, shop: StoreDataV1) {
  const { units, html, links } = shop;
  const product = productTexts(given);
  const { prices } = product;
  return {
    ...description(product),
    ...members.dates(product),
    ...priceTexts(prices, units.currency),
    price_html: priceHtml(prices, html),
    ...members.sale(product),
    ...members.goods(product),
    has_options: product.type === 'variable',
    ...stock(product),
    ...members.selling(product),
    review_count: product.reviewCount,
    rating_html: ratingText(product),
    reviews: reviews.map((one) => reviewInProduct.present(one, { links }, null)),
    ...measures(product, units),
    ...members.relations(product),
    images: images(product, links),
    attributes: product.type === 'variation' ? chosenOfProductV1(product) : attributesV1(product),
    default_attributes: defaultAttributes(product),
    variations,
    meta_data: members.metaData(product),
    add_to_cart: { ...buttonWithEntities(productButton(product)), rest_url: form.addLink(product, links) },
    ...members.addresses(`v1/products/${product.id}`, links),
  };
}

function inContext(all: ReturnType<typeof whole>, context: Context) {
  return context === 'embed' ? embedded(all, cocartV1Embed) : all;
}

/** Answers `GET v1/products/{id}`. */
export function productV1(view: Views['productV1'], links: Links) {
  const { product, reviews, context } = view;
  return inContext(whole(product, reviews, variationIds(product), storeDataV1(view, links)), context);
}

/**
 * Answers `GET v1/products` with an array of products. The products contain complete variations if the request
 * asks for variations.
 */
export function productsV1(view: Views['productsV1'], links: Links) {
  const shop = storeDataV1(view, links);
  return view.entries.map(({ product, reviews }) =>
    inContext(whole(product, reviews, variations(product, shop), shop), view.context),
  );
}
