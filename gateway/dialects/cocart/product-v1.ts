import type { Product } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import { productButton } from '../shared/buttons.ts';
import { embedded, productV1Embed } from '../shared/embed.ts';
import type { Links } from '../shared/links.ts';
import { htmlCurrency, priceHtml } from '../shared/price-html.ts';
import { attributes, greatestRating, measures } from '../shared/product-members.ts';
import { type Shop, shopOf } from '../shared/shop.ts';
import * as members from '../shared/v1-members.ts';
import type { Context, Views } from '../shared/views.ts';
import { phpMap } from './php-map.ts';
import { addLink } from './product.ts';
import { reviewInProduct } from './reviews.ts';

/** Members of CoCart's embedded products that the specification's do not have. */
const embed = [...productV1Embed, 'in_stock', 'has_options', 'add_to_cart'] as const;

/** A price as a shopper reads it; empty where there is none. */
function priceText(price: number | null, currency: Currency): string {
  return price === null ? '' : formatted(price, currency);
}

/** The mean rating in words; empty without ratings. */
function ratingText({ averageRating, ratingCount }: Product): string {
  if (ratingCount === 0) return '';
  const ratings = ratingCount === 1 ? 'customer rating' : 'customer ratings';
  return `Rated ${averageRating} out of ${greatestRating} based on ${ratingCount} ${ratings}`;
}

function variations({ variationIds }: Product) {
  return phpMap(Object.fromEntries(variationIds.map((id) => [id, { id }])));
}

/**
 * The product of CoCart's v1 with those members of specification 2.4 that it lacks beside them: formatted prices,
 * weight and dimensions with their units, maps of attributes and variations (contract 8.1).
 */
function whole(product: Product, reviews: readonly Review[], html: Currency, { units, links }: Shop) {
  const { prices, stock } = product;
  return {
    ...members.description(product),
    ...members.dates(product),
    price: priceText(prices.price, units.currency),
    regular_price: priceText(prices.regular, units.currency),
    sale_price: priceText(prices.sale, units.currency),
    price_html: priceHtml(prices, html),
    ...members.sale(product),
    ...members.goods(product),
    ...members.stock(product),
    has_options: product.type === 'variable',
    in_stock: stock.status !== 'outofstock',
    low_stock_amount: stock.lowAmount ?? '',
    ...members.selling(product),
    review_count: product.reviewCount,
    rating_html: ratingText(product),
    reviews: reviews.map((one) => reviewInProduct(one, links)),
    ...measures(product, units),
    ...members.relations(product),
    images: product.images.map((image) => members.imageV1(image, links)),
    attributes: phpMap(attributes(product)),
    default_attributes: members.defaultAttributes(product),
    variations: variations(product),
    meta_data: members.metaData(product),
    add_to_cart: { ...productButton(product), rest_url: addLink(product, links) },
    ...members.addresses(`v1/products/${product.id}`, links),
  };
}

function shown(product: Product, reviews: readonly Review[], context: Context, html: Currency, shop: Shop) {
  const all = whole(product, reviews, html, shop);
  return context === 'embed' ? embedded(all, embed) : all;
}

/** `GET v1/products/{id}`. */
export function productV1({ product, reviews, units, context }: Views['productV1'], links: Links) {
  return shown(product, reviews, context, htmlCurrency(units.currency), shopOf(units, links));
}

/** `GET v1/products`: a bare array. */
export function productsV1({ entries, units, context }: Views['productsV1'], links: Links) {
  const html = htmlCurrency(units.currency);
  const shop = shopOf(units, links);
  return entries.map(({ product, reviews }) => shown(product, reviews, context, html, shop));
}
