import type { Product } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { Currency } from '#contracts/settings.ts';
import { embedded, productV1Embed } from '../shared/embed.ts';
import type { Links } from '../shared/links.ts';
import { htmlCurrency, priceHtml } from '../shared/price-html.ts';
import { reviewInProduct } from '../shared/reviews.ts';
import * as members from '../shared/v1-members.ts';
import type { Context, Views } from '../shared/views.ts';
import { priceText } from './product.ts';

interface StoreData {
  readonly currency: Currency;
  readonly html: Currency;
  readonly links: Links;
}

function storeDataOf(currency: Currency, links: Links): StoreData {
  return { currency, html: htmlCurrency(currency), links };
}

/** Returns the v1 product. The member `reviews` is left out if there are no reviews to show. */
function whole(product: Product, reviews: readonly Review[], { currency, html, links }: StoreData) {
  const { prices } = product;
  return {
    ...members.description(product),
    ...members.dates(product),
    price: priceText(prices.price, currency),
    regular_price: priceText(prices.regular, currency),
    sale_price: priceText(prices.sale, currency),
    price_html: priceHtml(prices, html),
    ...members.sale(product),
    ...members.goods(product),
    ...members.stock(product),
    ...members.selling(product),
    weight: product.weight,
    dimensions: product.dimensions,
    ...members.relations(product),
    images: product.images.map((image) => members.imageV1(image, links)),
    attributes: members.attributes(product.attributes),
    default_attributes: members.defaultAttributes(product),
    variations: product.variationIds,
    meta_data: members.metaData(product),
    ...(reviews.length > 0 && {
      reviews: reviews.map((one) => reviewInProduct.present(one, { links }, null)),
    }),
    ...members.addresses(`v1/products/${product.id}`, links),
  };
}

function shown(product: Product, reviews: readonly Review[], context: Context, shop: StoreData) {
  const all = whole(product, reviews, shop);
  return context === 'embed' ? embedded(all, productV1Embed) : all;
}

/** Answers `GET /v1/products/{id}` (docs/reference/products.md#the-product-of-v1). */
export function productV1({ product, reviews, units, context }: Views['productV1'], links: Links) {
  return shown(product, reviews, context, storeDataOf(units.currency, links));
}

/** Answers `GET /v1/products` with an array (docs/reference/catalogue.md#lists-of-v1). */
export function productsV1({ entries, units, context }: Views['productsV1'], links: Links) {
  const shop = storeDataOf(units.currency, links);
  return entries.map(({ product, reviews }) => shown(product, reviews, context, shop));
}
