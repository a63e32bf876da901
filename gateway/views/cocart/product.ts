import type { Product, ProductCard, ShopUnits, Variation } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import { type Buyable, buttonWords, productButton } from '../shared/buttons.ts';
import { cartCurrency } from '../shared/currency.ts';
import type { Links } from '../shared/links.ts';
import { phpMap } from '../shared/php-map.ts';
import * as members from '../shared/product-members.ts';
import { productPresenters } from '../shared/product-presenters.ts';
import { type StoreData, storeDataOf } from '../shared/store-data.ts';
import type { Views } from '../shared/views.ts';
import { productLinks } from './addresses.ts';
import { chosenOfProductV2, defaultAttributes, fixedOfProduct, optionsOf } from './attributes.ts';
import { featuredImage, images } from './pictures.ts';
import { priceRange, pricesWithoutRange, priceText } from './prices.ts';
import { reviewInProduct } from './reviews.ts';
import { buttonWithEntities, productTexts } from './wordpress-texts.ts';

/**
 * Returns the address that adds a product to the cart, with the quantity 1 and the given options. For a
 * group, the address leads to `add-items`, without quantity and options. The address is empty for variable
 * and external products, which cannot be added by their id alone.
 */
function addLink(
  { id, type }: Pick<Buyable, 'id' | 'type'>,
  links: Links,
  options: Readonly<Record<string, string>> = {},
): string {
  if (type === 'grouped') return links.addItems(id);
  return type === 'variable' || type === 'external' ? '' : links.addItemWith(id, options);
}

/**
 * Returns the address that adds a variation to the cart. An attribute that accepts any option is left out,
 * because the shopper chooses its option.
 */
export function addVariationLink(one: Variation, links: Links): string {
  return links.addItemWith(one.id, optionsOf(one.attributes));
}

/**
 * Returns the stock of a product or variation. Empty `low_stock_amount` means the low-stock amount of the
 * store.
 */
export function stock(one: Product | Variation) {
  return { ...members.stockMembers(one.stock), low_stock_amount: one.stock.lowAmount ?? '' };
}

function variation(one: Variation, parent: Product, { currency, links }: StoreData) {
  return {
    id: one.id,
    sku: one.sku,
    description: one.description,
    attributes: phpMap(members.chosenOptions(one)),
    featured_image: featuredImage(one, parent, links),
    prices: pricesWithoutRange(one.prices, currency),
    stock: stock(one),
    add_to_cart: {
      is_purchasable: one.purchasable,
      purchase_quantity: members.purchaseLimits(one),
      rest_url: addVariationLink(one, links),
    },
  };
}

/** Returns the short form of a product, as in the list of related products. */
function card(one: ProductCard, links: Links) {
  return {
    id: one.id,
    name: one.name,
    permalink: one.permalink,
    price: priceText(one.prices.price),
    add_to_cart: { ...buttonWithEntities(buttonWords(one)), rest_url: addLink(one, links) },
    rest_url: links.product(one.id),
  };
}

/**
 * Returns the address that adds a product to the cart. For a product of the type `variation`, the address contains
 * its options.
 */
export function addToCartLink(product: Product, links: Links): string {
  return addLink(product, links, product.type === 'variation' ? optionsOf(fixedOfProduct(product)) : {});
}

function addToCart(product: Product, links: Links) {
  return {
    ...buttonWithEntities(productButton(product)),
    has_options: product.type === 'variable',
    is_purchasable: product.purchasable,
    purchase_quantity: members.purchaseQuantity(product) ?? [],
    rest_url: addToCartLink(product, links),
  };
}

/**
 * Returns the attributes of a product. If the product is a variation, returns only the attributes that have
 * exactly one option.
 */
function attributes(product: Product) {
  return product.type === 'variation' ? chosenOfProductV2(product) : phpMap(members.attributes(product));
}

/** Returns the product in the form of CoCart 4.x. A variation has the same form, but no `type`. */
function whole(given: Product, reviews: readonly Review[], shop: StoreData) {
  const { units, currency, links } = shop;
  const product = productTexts(given);
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
    prices: { ...pricesWithoutRange(product.prices, currency), price_range: priceRange(product.prices) },
    hidden_conditions: members.hiddenConditions(product),
    average_rating: product.averageRating,
    review_count: product.reviewCount,
    rating_count: product.ratingCount,
    rated_out_of: `Rated ${product.averageRating} out of ${members.greatestRating}`,
    images: images(product, links),
    categories: members.categories(product.categories, links),
    tags: members.tags(product.tags, links),
    attributes: attributes(product),
    default_attributes: defaultAttributes(product),
    variations: product.variations.map((one) => variation(one, product, shop)),
    grouped_products: product.groupedIds,
    stock: stock(product),
    ...members.measures(product, units),
    reviews: reviews.map((one) => reviewInProduct.present(one, { links }, null)),
    related: product.related.map((one) => card(one, links)),
    upsells: product.upsells.map((one) => card(one, links)),
    cross_sells: product.crossSells.map((one) => card(one, links)),
    total_sales: product.totalSales,
    external_url: product.externalUrl,
    button_text: product.buttonText,
    add_to_cart: addToCart(product, links),
    meta_data: members.metaData(product),
    _links: productLinks(product, links),
  };
}

/**
 * Returns the store's data for presenters of products. As in carts, the currency contains the symbol's
 * position.
 */
export function cocartStoreData(units: ShopUnits, links: Links): StoreData {
  return storeDataOf(units, links, cartCurrency);
}

const presenters = productPresenters(whole, cocartStoreData);

/** Answers `GET /v2/products/{id}`. */
export const { productV2 } = presenters;

/** Answers `GET /v2/products`, with the addresses of the previous and the next page. */
export function productsV2(view: Views['productsV2'], links: Links) {
  const { prev, next } = view.neighbourPages ?? {};
  const page = presenters.productsV2(view, links);
  if (prev === undefined && next === undefined) return page;
  const to = (href: string | undefined, relation: string) => href !== undefined && { [relation]: [{ href }] };
  return { ...page, _links: { ...to(prev, 'prev'), ...to(next, 'next') } };
}
