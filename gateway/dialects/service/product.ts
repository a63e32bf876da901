import type {
  ChosenAttribute,
  Prices,
  Product,
  ProductCard,
  ShopUnits,
  Variation,
} from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText } from '#platform/money/text.ts';
import { addLink, buttonWords } from '../shared/buttons.ts';
import { productCurrency } from '../shared/currency.ts';
import type { Links } from '../shared/links.ts';
import * as members from '../shared/product-members.ts';
import type { Views } from '../shared/views.ts';

/** A price as decimal text with all of the currency's decimals; empty where there is none (contract part 9, 1). */
function priceText(price: number | null, { decimals }: Currency): string {
  return price === null ? '' : decimalText(price, decimals);
}

function pricesWithoutRange(prices: Prices, currency: Currency) {
  return {
    price: priceText(prices.price, currency),
    regular_price: priceText(prices.regular, currency),
    sale_price: priceText(prices.sale, currency),
    on_sale: prices.onSale,
    date_on_sale: members.saleDates(prices),
    currency: productCurrency(currency),
  };
}

function prices(all: Prices, currency: Currency) {
  const { range } = all;
  return {
    ...pricesWithoutRange(all, currency),
    price_range: range && { min: priceText(range.min, currency), max: priceText(range.max, currency) },
  };
}

function stock(product: Product | Variation) {
  return { ...members.stockMembers(product.stock), low_stock_amount: product.stock.lowAmount };
}

function defaultAttribute({ id, name, slug, label }: ChosenAttribute) {
  return { id, name, option: { [slug]: label } };
}

function variation(one: Variation, parent: Product, units: ShopUnits, links: Links) {
  return {
    id: one.id,
    sku: one.sku,
    description: one.description,
    attributes: members.chosenOptions(one),
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
function card(one: ProductCard, { currency }: ShopUnits, links: Links) {
  return {
    id: one.id,
    name: one.name,
    permalink: one.permalink,
    price: priceText(one.prices.price, currency),
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
    purchase_quantity: members.purchaseQuantity(product) ?? {},
    rest_url: addLink(product, links),
  };
}

/** The product of specification 2.2, member for member. */
export function productV2({ product, units }: Views['productV2'], links: Links) {
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
    prices: prices(product.prices, units.currency),
    hidden_conditions: members.hiddenConditions(product),
    average_rating: product.averageRating,
    review_count: product.reviewCount,
    rating_count: product.ratingCount,
    rated_out_of: members.greatestRating,
    images: members.images(product.images),
    categories: members.terms(product.categories, (id) => links.category(id)),
    tags: members.terms(product.tags, (id) => links.tag(id)),
    attributes: members.attributes(product),
    default_attributes: members.byAttribute(product.defaultAttributes, defaultAttribute),
    variations: product.variations.map((one) => variation(one, product, units, links)),
    grouped_products: product.groupedIds,
    stock: stock(product),
    ...members.measures(product, units),
    reviews: [],
    related: product.related.map((one) => card(one, units, links)),
    upsells: product.upsells.map((one) => card(one, units, links)),
    cross_sells: product.crossSells.map((one) => card(one, units, links)),
    total_sales: product.totalSales,
    external_url: product.externalUrl,
    button_text: product.buttonText,
    add_to_cart: addToCart(product, links),
    meta_data: members.metaData(product),
  };
}
