import type { Prices, Product, ProductCard, ShopUnits, Variation } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { type Buyable, buttonWords, addLink as linkOf } from '../shared/buttons.ts';
import { productCurrency } from '../shared/currency.ts';
import type { Links } from '../shared/links.ts';
import * as members from '../shared/product-members.ts';
import type { Views } from '../shared/views.ts';
import { phpMap } from './php-map.ts';

/** Address of the operation that adds a product: of a grouped one, that which adds its children. */
function addLink(product: Pick<Buyable, 'id' | 'type'>, links: Links): string {
  return product.type === 'grouped' ? links.addItems(product.id) : linkOf(product, links);
}

/** A price as text in minor units; `0` where there is none. */
function priceText(price: number | null): string {
  return String(price ?? 0);
}

function pricesWithoutRange(prices: Prices, currency: Currency) {
  return {
    price: priceText(prices.price),
    regular_price: priceText(prices.regular),
    sale_price: prices.sale === null ? '' : String(prices.sale),
    on_sale: prices.onSale,
    date_on_sale: members.saleDates(prices),
    currency: productCurrency(currency),
  };
}

function prices(all: Prices, currency: Currency) {
  const { range } = all;
  return {
    ...pricesWithoutRange(all, currency),
    price_range: range ? { from: String(range.min), to: String(range.max) } : [],
  };
}

/** The images; a product without any has the placeholder, with id 0. */
function images(product: Product, { placeholder: none }: Links) {
  if (product.images.length > 0) return members.images(product.images);
  const sizes = { thumbnail: none, medium: none, large: none, full: none };
  return members.images([{ id: 0, ...sizes, name: 'Placeholder', alt: 'Placeholder' }]);
}

function stock(product: Product | Variation) {
  return { ...members.stockMembers(product.stock), low_stock_amount: product.stock.lowAmount ?? '' };
}

function variation(one: Variation, parent: Product, units: ShopUnits, links: Links) {
  return {
    id: one.id,
    sku: one.sku,
    description: one.description,
    attributes: phpMap(members.chosenOptions(one)),
    featured_image: members.featuredImage(one, parent, links),
    prices: pricesWithoutRange(one.prices, units.currency),
    stock: stock(one),
    add_to_cart: {
      is_purchasable: one.purchasable,
      purchase_quantity: { min_purchase: one.minPurchase, max_purchase: one.maxPurchase },
      rest_url: links.addItem(one.id),
    },
  };
}

/** A product as another one names it. */
function card(one: ProductCard, links: Links) {
  return {
    id: one.id,
    name: one.name,
    permalink: one.permalink,
    price: priceText(one.prices.price),
    add_to_cart: { ...buttonWords(one), rest_url: addLink(one, links) },
    rest_url: links.product(one.id),
  };
}

function addToCart(product: Product, links: Links) {
  const inStock = product.stock.status !== 'outofstock';
  return {
    ...buttonWords({ ...product, inStock }),
    has_options: product.type === 'variable',
    is_purchasable: product.purchasable,
    purchase_quantity: members.purchaseQuantity(product) ?? [],
    rest_url: addLink(product, links),
  };
}

/** The product as CoCart 4.x writes it. One read by a variation's id has no `type`. */
export function productV2({ product, units }: Views['productV2'], links: Links) {
  return {
    id: product.id,
    parent_id: product.parentId,
    name: product.name,
    ...(product.parentId === 0 ? { type: product.type } : {}),
    slug: product.slug,
    permalink: product.permalink,
    sku: product.sku,
    description: product.description,
    short_description: product.shortDescription,
    dates: members.dates(product),
    featured: product.featured,
    prices: prices(product.prices, units.currency),
    hidden_conditions: members.hiddenConditions(product),
    average_rating: product.averageRating,
    review_count: product.reviewCount,
    rating_count: product.ratingCount,
    rated_out_of: `Rated ${product.averageRating} out of ${members.greatestRating}`,
    images: images(product, links),
    categories: members.terms(product.categories, (id) => links.category(id)),
    tags: members.terms(product.tags, (id) => links.tag(id)),
    attributes: phpMap(members.attributes(product)),
    default_attributes: phpMap(
      members.byAttribute(product.defaultAttributes, ({ id, name, slug }) => ({ id, name, option: slug })),
    ),
    variations: product.variations.map((one) => variation(one, product, units, links)),
    grouped_products: product.groupedIds,
    stock: stock(product),
    ...members.measures(product, units),
    reviews: [],
    related: product.related.map((one) => card(one, links)),
    upsells: product.upsells.map((one) => card(one, links)),
    cross_sells: product.crossSells.map((one) => card(one, links)),
    total_sales: product.totalSales,
    external_url: product.externalUrl,
    button_text: product.buttonText,
    add_to_cart: addToCart(product, links),
    meta_data: members.metaData(product),
  };
}
