import { z } from 'zod';
import {
  type ChosenAttribute,
  type Prices,
  type Product,
  type ProductCard,
  SellableType,
  type Variation,
} from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { Currency } from '#contracts/settings.ts';
import { dateTime, flag, linkTo, text, url, whole } from './kinds.ts';
import type { Links } from './links.ts';
import {
  addLink,
  buttonTexts,
  byAttribute,
  categoryReference,
  type Form,
  measures,
  type Placed,
  type PriceMember,
  type ProductScope,
  placed,
  purchasable,
  type Sellable,
  type SellableScope,
  shortButton,
  tagReference,
  type VariationScope,
  variationPurchase,
} from './product-parts.ts';
import { shownProduct, shownVariation } from './shown-prices.ts';
import {
  type Entries,
  embeddable,
  from,
  group,
  kind,
  type ListView,
  list,
  listOf,
  type Members,
  type ObjectView,
  object,
  part,
  type View,
} from './view.ts';
import type { Views } from './views.ts';

/**
 * v2 products and variations: what the dialects share of them (docs/reference/products.md#the-product). A dialect adds
 * the members that it has in its own form, such as prices.
 */

/** The highest possible rating. */
export const greatestRating = '5';

const sellable: Members<Sellable, SellableScope> = {
  id: whole('The ID.', ({ id }) => id),
  parent_id: whole("The ID of a variation's product; else 0.", ({ parentId }) => parentId),
  name: text('The name.', ({ name }) => name),
  slug: text('The slug.', ({ slug }) => slug),
  permalink: url('The URL of the product page in the shop.', ({ permalink }) => permalink),
  sku: text('The SKU.', ({ sku }) => sku),
  description: text('The description, as HTML.', (one, { form }) => form.description(one)),
  dates: group('The times of creation and of the last change.', {
    created: dateTime("The time in the shop's time zone.", ({ created }) => created.local),
    created_gmt: dateTime('The time in UTC.', ({ created }) => created.utc),
    modified: dateTime("The time in the shop's time zone.", ({ modified }) => modified.local),
    modified_gmt: dateTime('The time in UTC.', ({ modified }) => modified.utc),
  }),
  featured: flag('Whether the product is featured.', ({ featured }) => featured),
};

/** Keys that begin with `_` are private. */
const metaData: Members<Sellable, SellableScope> = {
  meta_data: list(
    'Meta data of the shop, without keys that begin with `_`.',
    object<Sellable['meta'][number], SellableScope>({
      key: text('The key.', ({ key }) => key),
      value: kind<unknown>(z.json())('The value.', ({ value }) => value),
    }),
    ({ meta }) => meta.filter(({ key }) => !key.startsWith('_')),
  ),
};

const conditions: Members<Sellable, SellableScope> = {
  virtual: flag('Whether the product is virtual, so that nothing is shipped.', (one) => one.virtual),
  downloadable: flag('Whether the product can be downloaded.', ({ downloadable }) => downloadable),
  manage_stock: flag('Whether the stock is counted.', ({ stock }) => stock.managed),
  sold_individually: flag('Whether a cart may contain only one piece.', (one) => one.soldIndividually),
  shipping_required: flag('Whether the product is shipped.', ({ shippingRequired }) => shippingRequired),
};

/** The parts of a variation inside its product that each dialect has in its own form. */
interface InnerForm {
  readonly options: View<Entries<ChosenAttribute>, ProductScope>;
  readonly featuredImage: View<Variation, ProductScope>;
  readonly prices: View<Prices, ProductScope>;
  readonly stock: View<Variation, ProductScope>;
}

/** Returns the view of a variation inside its product. */
export function innerVariation(form: InnerForm, id: string): View<Variation, ProductScope> {
  return object<Variation, ProductScope>(
    {
      id: whole('The ID.', (one) => one.id),
      sku: text('The SKU.', ({ sku }) => sku),
      description: text('The description, as HTML.', (one, scope) => scope.form.description(one)),
      attributes: part(
        'The slug of the option by attribute; an empty slug accepts any option.',
        form.options,
        ({ attributes }) => byAttribute(attributes),
      ),
      featured_image: form.featuredImage,
      prices: part('The prices.', form.prices, ({ prices }) => prices),
      stock: form.stock,
      add_to_cart: group('The button to buy it.', variationPurchase),
    },
    id,
  );
}

/** Returns the view of a product in short form. */
function card({
  price,
  card: { id, more },
}: Pick<ProductParts, 'price' | 'card'>): View<ProductCard, SellableScope> {
  return object<ProductCard, SellableScope>(
    {
      id: whole('The ID.', (one) => one.id),
      name: text('The name.', ({ name }) => name),
      permalink: url('The URL of the product page in the shop.', ({ permalink }) => permalink),
      price: price<ProductCard>('The current price.', ({ prices }) => prices.price),
      add_to_cart: shortButton,
      rest_url: kind(linkTo(/\/v2\/products\/\d+$/))('The URL of the resource.', (one, { links }) =>
        links.product(one.id),
      ),
      ...more,
    },
    id,
  );
}

/** The parts of a product that each dialect has in its own form. */
interface ProductParts {
  readonly prices: View<Product, ProductScope>;
  readonly image: View<Placed, SellableScope>;
  readonly attributes: View<Product, ProductScope>;
  readonly defaultAttributes: View<Product, ProductScope>;
  readonly variation: View<Variation, ProductScope>;
  readonly stock: View<Sellable, SellableScope>;
  readonly review: View<Review, ProductScope>;
  /** The prices of products in short form. */
  readonly price: PriceMember;
  /** The name of the schema of products in short form, and further members that they have in the dialect. */
  readonly card: { readonly id: string; readonly more: Members<ProductCard, SellableScope> };
  /** The quantity of a purchase, also of a product without a quantity. */
  readonly quantity: View<Product, SellableScope>;
}

/** Returns the members of v2 products. */
export function productMembers(parts: ProductParts): Members<Product, ProductScope> {
  const other = card(parts);
  return {
    ...sellable,
    type: kind(z.enum(SellableType.options))(
      'The type; `variation` if a variation was requested by its ID.',
      ({ type }) => type,
    ),
    short_description: text('The short description, as HTML.', (one) => one.shortDescription),
    prices: parts.prices,
    hidden_conditions: group<Product, ProductScope>('The conditions of sale.', {
      ...conditions,
      reviews_allowed: flag('Whether reviews are allowed.', ({ reviewsAllowed }) => reviewsAllowed),
    }),
    average_rating: text('The average rating.', ({ averageRating }) => averageRating),
    review_count: whole('The number of reviews.', ({ reviewCount }) => reviewCount),
    rating_count: whole('The number of ratings.', ({ ratingCount }) => ratingCount),
    rated_out_of: text('The highest possible rating.', () => greatestRating),
    images: list('The pictures; the first is the featured one.', parts.image, ({ images }, { form, links }) =>
      placed(form.pictures(images, links)),
    ),
    categories: list('The categories.', categoryReference, ({ categories }) => categories),
    tags: list('The tags.', tagReference, ({ tags }) => tags),
    attributes: parts.attributes,
    default_attributes: parts.defaultAttributes,
    variations: list('The variations.', parts.variation, ({ variations }) => variations),
    grouped_products: kind(z.array(z.int()))('The IDs of the products of a group.', (one) => one.groupedIds),
    stock: parts.stock,
    ...measures,
    reviews: list('The reviews, with `show_reviews=true`.', parts.review, (_, { reviews }) => reviews),
    related: list('The related products.', other, ({ related }) => related),
    upsells: list('The upsells.', other, ({ upsells }) => upsells),
    cross_sells: list('The cross-sells.', other, ({ crossSells }) => crossSells),
    total_sales: whole('The number of sold pieces.', ({ totalSales }) => totalSales),
    external_url: text('The URL where an external product is sold.', ({ externalUrl }) => externalUrl),
    button_text: text("The shop's button text for an external product.", ({ buttonText }) => buttonText),
    add_to_cart: group<Product, ProductScope>('The button to buy it.', {
      ...buttonTexts,
      has_options: flag('Whether a variation has to be chosen.', ({ type }) => type === 'variable'),
      is_purchasable: purchasable,
      purchase_quantity: part(
        'The minimum and maximum quantity of a purchase; empty for products without a quantity.',
        parts.quantity,
        (one) => one,
      ),
      rest_url: addLink,
    }),
    ...metaData,
  };
}

/** The parts of a variation that each dialect has in its own form. */
interface VariationParts extends Pick<ProductParts, 'image' | 'stock'> {
  readonly prices: View<Variation, VariationScope>;
  readonly attributes: View<Variation, VariationScope>;
}

/** Returns the members of v2 variations, without terms and sales. */
export function variationMembers(parts: VariationParts): Members<Variation, VariationScope> {
  return {
    ...sellable,
    parent_id: whole("The ID of a variation's product; else 0.", (_, { parent }) => parent.id),
    prices: parts.prices,
    hidden_conditions: group('The conditions of sale.', conditions),
    images: list('The picture.', parts.image, ({ images }, { form, links }) =>
      placed(form.pictures(images, links)),
    ),
    attributes: parts.attributes,
    stock: parts.stock,
    ...measures,
    add_to_cart: group<Variation, SellableScope>('The button to buy it.', {
      ...buttonTexts,
      ...variationPurchase,
    }),
    ...metaData,
  };
}

/** Members of products in answers with `context=embed` (docs/reference/catalogue.md#short-answers). */
const productEmbed = [
  'id',
  'parent_id',
  'name',
  'type',
  'slug',
  'permalink',
  'sku',
  'prices',
  'average_rating',
  'review_count',
  'images',
  'stock',
  'add_to_cart',
];

/** What a dialect says of all its products and variations. */
export interface ProductDialect {
  readonly form: Form;
  readonly currency: ObjectView<Currency, unknown>;
}

/** Returns the view of a v2 product as an answer, with the prices that the shop shows. */
export function productAnswer(
  whole: ObjectView<Product, ProductScope>,
  { form, currency }: ProductDialect,
): View<Views['productV2'], Links> {
  return from(embeddable(whole, productEmbed), ({ product, reviews, units, context }, links) => ({
    data: shownProduct(product, units),
    scope: {
      units,
      context,
      links,
      form,
      currency: currency.present(units.currency, null, null),
      pictures: product.images,
      reviews,
    },
  }));
}

/** Returns the data of each product of a list. */
function entriesOf({ entries, units, context }: Views['productsV2']): Views['productV2'][] {
  return entries.map((entry) => ({ ...entry, units, context }));
}

/** Returns the view of an array of products. */
export function productArray(
  entry: View<Views['productV2'], Links>,
): ListView<Views['productsV2'], Links, Views['productV2']> {
  return { entry, ...from(listOf(entry), (data, links) => ({ data: entriesOf(data), scope: links })) };
}

/** Returns the view of a page of products. `more` are members that only one dialect has. */
export function productPage(
  entry: View<Views['productV2'], Links>,
  id: string,
  more: Members<Views['productsV2'], Links> = {},
): ListView<Views['productsV2'], Links, Views['productV2']> {
  const page = object<Views['productsV2'], Links>(
    {
      products: list('The products.', entry, entriesOf),
      page: whole('The page number.', (one) => one.page),
      total_pages: whole('The number of pages.', ({ totalPages }) => totalPages),
      total_products: whole('The number of products on all pages.', ({ total }) => total),
      ...more,
    },
    id,
  );
  return { entry, ...page };
}

/** Members of variations in answers with `context=embed` (docs/reference/catalogue.md#short-answers). */
const variationEmbed = [
  'id',
  'parent_id',
  'name',
  'slug',
  'permalink',
  'sku',
  'prices',
  'images',
  'attributes',
  'stock',
  'add_to_cart',
];

/** Returns the view of a v2 variation as an answer, with the prices that the shop shows. */
export function variationAnswer(
  whole: ObjectView<Variation, VariationScope>,
  { form, currency }: ProductDialect,
): View<Views['variationV2'], Links> {
  return from(embeddable(whole, variationEmbed), ({ variation, parent, units, context }, links) => ({
    data: shownVariation(variation, units),
    scope: { units, context, links, form, currency: currency.present(units.currency, null, null), parent },
  }));
}

/** Returns the view of an array of variations. */
export function variationArray(
  entry: View<Views['variationV2'], Links>,
): ListView<Views['variationsV2'], Links, Views['variationV2']> {
  const all = from(listOf(entry), ({ variations, ...family }: Views['variationsV2'], links: Links) => ({
    data: variations.map((variation) => ({ ...family, variation })),
    scope: links,
  }));
  return { entry, ...all };
}
