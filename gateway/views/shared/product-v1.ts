import { z } from 'zod';
import {
  type Prices,
  type Product,
  ProductStatus,
  SellableType,
  TaxStatus,
  type TermReference,
  type Variation,
  Visibility,
} from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import { dateTime, dateTimeSchema, flag, text, url, whole } from './kinds.ts';
import { addresses, addressesBelow, type Links } from './links.ts';
import { productArray, variationArray } from './product.ts';
import { type Form, purchasable, type Sellable, type SellableScope, stockMembers } from './product-parts.ts';
import { embeddable, from, group, kind, list, type Members, type ObjectView, object, part } from './view.ts';
import type { Views } from './views.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Returns the currency with HTML-escaped texts, because the settings of the store may contain any text. */
export function htmlCurrency(currency: Currency): Currency {
  return {
    ...currency,
    symbol: escaped(currency.symbol),
    decimalSeparator: escaped(currency.decimalSeparator),
    thousandSeparator: escaped(currency.thousandSeparator),
  };
}

function amount(price: number, currency: Currency): string {
  return `<span class="amount">${formatted(price, currency)}</span>`;
}

/**
 * Returns a price as HTML. A price range is written as its lowest and highest price. For a sale, the regular
 * price is struck through and stands before the sale price. A missing price is empty text. `currency` must
 * come from `htmlCurrency`.
 */
export function priceHtml({ price, regular, range, onSale }: Prices, currency: Currency): string {
  if (range) return `${amount(range.min, currency)} – ${amount(range.max, currency)}`;
  if (price === null) return '';
  if (!onSale || regular === null || regular <= price) return amount(price, currency);
  const [before, now] = [amount(regular, currency), amount(price, currency)];
  return `<del aria-hidden="true">${before}</del> <ins>${now}</ins>`;
}

/** What the dialects share of v1 products and variations (docs/reference/products.md#the-product-of-v1). */

export interface ScopeV1 extends SellableScope {
  /** The currency with HTML-escaped texts, for `price_html`. */
  readonly currency: Currency;
}

export interface ProductScopeV1 extends ScopeV1 {
  readonly reviews: readonly Review[];
  /** Whether the product is an entry of a list. CoCart's lists contain the variations of each product. */
  readonly inList: boolean;
}

export interface VariationScopeV1 extends ScopeV1 {
  readonly parentId: number;
}

export const dates: Members<Sellable, unknown> = {
  date_created: dateTime("The time of creation in the shop's time zone.", ({ created }) => created.local),
  date_created_gmt: dateTime('The same in UTC.', ({ created }) => created.utc),
  date_modified: dateTime(
    "The time of the last change in the shop's time zone.",
    ({ modified }) => modified.local,
  ),
  date_modified_gmt: dateTime('The same in UTC.', ({ modified }) => modified.utc),
};

/** Declares a price of a product or variation. */
type DeclarePrice = (
  words: string,
  read: (prices: Prices) => number | null,
) => Members<Sellable, ScopeV1>[string];

export function pricesWith(price: DeclarePrice): Members<Sellable, ScopeV1> {
  return {
    price: price('The current price; empty if there is none.', (prices) => prices.price),
    regular_price: price('The regular price.', ({ regular }) => regular),
    sale_price: price('The sale price; empty if there is none.', ({ sale }) => sale),
  };
}

const moment = kind(dateTimeSchema.nullable());
export const sale: Members<Sellable, unknown> = {
  date_on_sale_from: moment(
    "The begin of the sale in the shop's time zone.",
    ({ prices: { saleFrom } }) => saleFrom?.local ?? null,
  ),
  date_on_sale_from_gmt: moment('The same in UTC.', ({ prices: { saleFrom } }) => saleFrom?.utc ?? null),
  date_on_sale_to: moment(
    "The end of the sale in the shop's time zone.",
    ({ prices: { saleTo } }) => saleTo?.local ?? null,
  ),
  date_on_sale_to_gmt: moment('The same in UTC.', ({ prices: { saleTo } }) => saleTo?.utc ?? null),
  on_sale: flag('Whether the product is on sale now.', ({ prices: { onSale } }) => onSale),
};

export const virtual = flag<Sellable, unknown>(
  'Whether the product is virtual, so that nothing is shipped.',
  (one) => one.virtual,
);
export const downloadable = flag<Sellable, unknown>(
  'Whether the product can be downloaded.',
  (one) => one.downloadable,
);

const download = object<Sellable['downloads'][number], unknown>({
  id: text('The ID.', ({ id }) => id),
  name: text('The name.', ({ name }) => name),
  file: text('The URL.', ({ file }) => file),
});

/** Members about delivery and tax. */
export const goods: Members<Sellable, unknown> = {
  purchasable,
  virtual,
  downloadable,
  downloads: list('The downloadable files.', download, ({ downloads }) => downloads),
  download_limit: whole(
    'The maximum number of downloads; -1 for no limit.',
    ({ downloadLimit }) => downloadLimit,
  ),
  download_expiry: whole(
    'The number of days for downloads; -1 for no limit.',
    ({ downloadExpiry }) => downloadExpiry,
  ),
  tax_status: kind(z.enum(TaxStatus.options))(
    'The taxed parts: product and shipping, shipping, or none.',
    ({ taxStatus }) => taxStatus,
  ),
  tax_class: text('The tax class; empty for the standard one.', ({ taxClass }) => taxClass),
  shipping_class: text('The slug of the shipping class.', ({ shippingClass }) => shippingClass),
  shipping_class_id: whole(
    'The ID of the shipping class; 0 for none.',
    ({ shippingClassId }) => shippingClassId,
  ),
};

/** Weight and dimensions without their units. */
export const plainMeasures: Members<Sellable, unknown> = {
  weight: text('The weight.', ({ weight }) => weight),
  dimensions: group('The dimensions.', {
    length: text('The length.', ({ dimensions: { length } }) => length),
    width: text('The width.', ({ dimensions: { width } }) => width),
    height: text('The height.', ({ dimensions: { height } }) => height),
  }),
};

const { is_in_stock: _inStock, ...plainStock } = stockMembers;
export const stock: Members<Sellable, unknown> = {
  manage_stock: flag('Whether the stock is counted.', ({ stock: { managed } }) => managed),
  ...plainStock,
};

function metaText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const metaEntry = object<Sellable['meta'][number], unknown>({
  id: whole('The ID.', ({ id }) => id),
  key: text('The key.', ({ key }) => key),
  value: text('The value as text.', ({ value }) => metaText(value)),
});
/** Entries whose key begins with `_` are private and are left out. */
export const metaData = list<Sellable, unknown, Sellable['meta'][number]>(
  'Meta data of the shop, without keys that begin with `_`.',
  metaEntry,
  ({ meta }) => meta.filter(({ key }) => !key.startsWith('_')),
);

const status = kind(z.enum(ProductStatus.options))<Sellable, unknown>(
  'The publication status.',
  (one) => one.status,
);
export const permalink = url<Sellable, unknown>(
  'The URL of the product page in the shop.',
  (one) => one.permalink,
);

/** Members with the names and texts of a product. */
export const description: Members<Product, ScopeV1> = {
  id: whole('The ID.', ({ id }) => id),
  parent_id: whole("The ID of a variation's product; else 0.", ({ parentId }) => parentId),
  name: text('The name.', ({ name }) => name),
  slug: text('The slug.', ({ slug }) => slug),
  permalink,
  type: kind(z.enum(SellableType.options))(
    'The type; `variation` if a variation was requested by its ID.',
    ({ type }) => type,
  ),
  status,
  featured: flag('Whether the product is featured.', ({ featured }) => featured),
  catalog_visibility: kind(z.enum(Visibility.options))(
    'The visibility in the catalogue.',
    ({ catalogVisibility }) => catalogVisibility,
  ),
  description: text('The description, as HTML.', (one, { form }) => form.description(one)),
  short_description: text('The short description, as HTML.', ({ shortDescription }) => shortDescription),
  sku: text('The SKU.', ({ sku }) => sku),
};

export const formattedPrice = text<Product, ScopeV1>(
  'The formatted price, as HTML.',
  ({ prices }, { currency }) => priceHtml(prices, currency),
);

export const totalSales = whole<Sellable, unknown>('The number of sold pieces.', (one) => one.totalSales);
export const shippingRequired = flag<Sellable, unknown>(
  'Whether the product is shipped.',
  (one) => one.shippingRequired,
);
export const menuOrder = whole<Sellable, unknown>(
  "The position in the shop's order.",
  (one) => one.menuOrder,
);

/** Members about how a product is sold and rated. */
export const selling: Members<Product, unknown> = {
  total_sales: totalSales,
  external_url: text('The URL where an external product is sold.', ({ externalUrl }) => externalUrl),
  button_text: text("The shop's button text for an external product.", ({ buttonText }) => buttonText),
  sold_individually: flag(
    'Whether a cart may contain only one piece.',
    ({ soldIndividually }) => soldIndividually,
  ),
  shipping_required: shippingRequired,
  shipping_taxable: flag(
    'Whether shipping is taxed.',
    (one) => one.shippingRequired && one.taxStatus !== 'none',
  ),
  reviews_allowed: flag('Whether reviews are allowed.', ({ reviewsAllowed }) => reviewsAllowed),
  average_rating: text('The average rating.', ({ averageRating }) => averageRating),
  rating_count: whole('The number of ratings.', ({ ratingCount }) => ratingCount),
  purchase_note: text('A note for buyers.', ({ purchaseNote }) => purchaseNote),
  menu_order: menuOrder,
};

const ids = kind(z.array(z.int()));
const idsOf = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id);
const term = object<TermReference, ScopeV1>({
  id: whole('The ID.', ({ id }) => id),
  name: text('The name.', ({ name }, { form }) => form.name(name)),
  slug: text('The slug.', ({ slug }) => slug),
});

/** Members with the categories and tags of a product, and with the ids of products to which it refers. */
export const relations: Members<Product, ScopeV1> = {
  related_ids: ids('The IDs of related products.', ({ related }) => idsOf(related)),
  upsell_ids: ids('The IDs of the upsells.', ({ upsells }) => idsOf(upsells)),
  cross_sell_ids: ids('The IDs of the cross-sells.', ({ crossSells }) => idsOf(crossSells)),
  categories: list('The categories.', term, ({ categories }) => categories),
  tags: list('The tags.', term, ({ tags }) => tags),
  grouped_products: ids('The IDs of the products of a group.', ({ groupedIds }) => groupedIds),
};

/** Returns the members with addresses, which have two names. */
function twice<Data, Scope, To>(
  view: ObjectView<To, unknown>,
  read: (data: Data, scope: Scope) => To,
): Members<Data, Scope> {
  return {
    links: part('The URLs of related resources.', view, read),
    _links: part('The same as `links`.', view, read),
  };
}

export const productLinks: Members<Product, ScopeV1> = twice(addresses, ({ id }, { links }) => {
  const collection = links.resource('v1/products');
  return { self: `${collection}/${id}`, collection };
});
const variationLinks: Members<Variation, VariationScopeV1> = twice(
  addressesBelow,
  ({ id }, { parentId, links }) => {
    const up = links.resource(`v1/products/${parentId}`);
    const collection = `${up}/variations`;
    return { self: `${collection}/${id}`, collection, up };
  },
);

/**
 * Returns the members of a variation. `own` has the members that each dialect has in its own form: prices, picture and
 * attributes.
 */
export function variationMembers(
  price: DeclarePrice,
  own: Members<Variation, VariationScopeV1>,
): Members<Variation, VariationScopeV1> {
  return {
    id: whole('The ID.', ({ id }) => id),
    ...dates,
    description: text('The description, as HTML.', (one) => one.description),
    permalink,
    sku: text('The SKU.', ({ sku }) => sku),
    ...pricesWith(price),
    ...sale,
    status,
    ...goods,
    ...stock,
    ...plainMeasures,
    ...own,
    meta_data: metaData,
    ...variationLinks,
  };
}

/** Members of products and variations in answers with `context=embed` (docs/reference/catalogue.md#short-answers). */
export const productEmbed = [
  'id',
  'parent_id',
  'name',
  'slug',
  'permalink',
  'type',
  'sku',
  'price',
  'regular_price',
  'sale_price',
  'price_html',
  'on_sale',
  'purchasable',
  'stock_status',
  'average_rating',
  'rating_count',
  'images',
  'links',
  '_links',
];
const variationEmbed = [
  'id',
  'permalink',
  'sku',
  'price',
  'regular_price',
  'sale_price',
  'on_sale',
  'purchasable',
  'stock_status',
  'image',
  'attributes',
  'links',
  '_links',
];

/** Returns the views of products for a dialect. `embedMembers` are those of an answer with `context=embed`. */
export function productViewsV1(
  whole: ObjectView<Product, ProductScopeV1>,
  form: Form,
  embedMembers: readonly string[],
) {
  const shown = embeddable(whole, embedMembers);
  const answer = (inList: boolean) =>
    from(shown, ({ product, reviews, units, context }: Views['productV1'], links: Links) => ({
      data: product,
      scope: { units, context, links, form, currency: htmlCurrency(units.currency), reviews, inList },
    }));
  return { productV1: answer(false), productsV1: productArray(answer(true)) };
}

/** Returns the views of variations for a dialect. */
export function variationViewsV1(whole: ObjectView<Variation, VariationScopeV1>, form: Form) {
  const variationV1 = from(
    embeddable(whole, variationEmbed),
    ({ variation, parent, units, context }: Views['variationV1'], links: Links) => ({
      data: variation,
      scope: { units, context, links, form, currency: units.currency, parentId: parent.id },
    }),
  );
  return { variationV1, variationsV1: variationArray(variationV1) };
}
