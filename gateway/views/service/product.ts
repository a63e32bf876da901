import type { ChosenAttribute, Product, ProductCard, Variation } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import { addLink, buttonWords, productButton } from '../shared/buttons.ts';
import type { Links } from '../shared/links.ts';
import * as members from '../shared/product-members.ts';
import { productPresenters } from '../shared/product-presenters.ts';
import { reviewInProduct } from '../shared/reviews.ts';
import type { StoreData } from '../shared/store-data.ts';
import { priceRange, pricesWithoutRange, priceText } from './prices.ts';

/**
 * Returns the stock of a product or variation. If `low_stock_amount` is null, the low-stock amount of the store
 * applies.
 */
export function stock(one: Product | Variation) {
  return { ...members.stockMembers(one.stock), low_stock_amount: one.stock.lowAmount };
}

function defaultAttribute({ id, name, slug, label }: ChosenAttribute) {
  return { id, name, option: { [slug]: label } };
}

function variation(one: Variation, parent: Product, { units, currency, links }: StoreData) {
  return {
    id: one.id,
    sku: one.sku,
    description: one.description,
    attributes: members.chosenOptions(one),
    featured_image: members.featuredImage(one, parent, links),
    prices: pricesWithoutRange(one.prices, units.currency, currency),
    stock: stock(one),
    add_to_cart: {
      is_purchasable: one.purchasable,
      purchase_quantity: members.purchaseLimits(one),
      rest_url: links.addItem(one.id),
    },
  };
}

/** Returns the short form of a product, as in the list of related products. */
function card(one: ProductCard, { units, links }: StoreData) {
  return {
    id: one.id,
    name: one.name,
    permalink: one.permalink,
    price: priceText(one.prices.price, units.currency),
    add_to_cart: { ...buttonWords(one), rest_url: addLink(one, links) },
    rest_url: links.product(one.id),
  };
}

function addToCart(product: Product, links: Links) {
  return {
    ...productButton(product),
    has_options: product.type === 'variable',
    is_purchasable: product.purchasable,
    purchase_quantity: members.purchaseQuantity(product) ?? {},
    rest_url: addLink(product, links),
  };
}

/** Returns the v2 product (docs/reference/products.md#the-product). */
function whole(product: Product, reviews: readonly Review[], shop: StoreData) {
  const { units, currency, links } = shop;
  return {
    id: product.id,
    parent_id: product.parentId,
    name: product.name,
    type: product.type,
    slug: product.slug,
    permalink: product.permalink,
    sku: product.sku,
    description: product.description,
    short_description: product.shortDescription,
    dates: members.dates(product),
    featured: product.featured,
    prices: {
      ...pricesWithoutRange(product.prices, units.currency, currency),
      price_range: priceRange(product.prices, units.currency),
    },
    hidden_conditions: members.hiddenConditions(product),
    average_rating: product.averageRating,
    review_count: product.reviewCount,
    rating_count: product.ratingCount,
    rated_out_of: members.greatestRating,
    images: members.images(product.images, links),
    categories: members.categories(product.categories, links),
    tags: members.tags(product.tags, links),
    attributes: members.attributes(product),
    default_attributes: members.byAttribute(product.defaultAttributes, defaultAttribute),
    variations: product.variations.map((one) => variation(one, product, shop)),
    grouped_products: product.groupedIds,
    stock: stock(product),
    ...members.measures(product, units),
    reviews: reviews.map((one) => reviewInProduct.present(one, { links }, null)),
    related: product.related.map((one) => card(one, shop)),
    upsells: product.upsells.map((one) => card(one, shop)),
    cross_sells: product.crossSells.map((one) => card(one, shop)),
    total_sales: product.totalSales,
    external_url: product.externalUrl,
    button_text: product.buttonText,
    add_to_cart: addToCart(product, links),
    meta_data: members.metaData(product),
  };
}

/** Presenters that answer `GET /v2/products/{id}` and `GET /v2/products`. */
export const { productV2, productsV2 } = productPresenters(whole);
