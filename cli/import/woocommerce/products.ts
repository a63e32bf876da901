import { isDeepStrictEqual } from 'node:util';
import type {
  EnteredPrices,
  EnteredStock,
  ProductRecord,
  VariationRecord,
} from '#contracts/catalogue-import.ts';
import { withSafeTexts } from '#platform/util/safe-html.ts';
import { slugOf } from '#platform/util/slug.ts';
import type { Notes } from '../notes.ts';
import { attributesOf, chosenBy, defaultsOf, type TermsOfAttributes } from './attributes.ts';
import { imageOf, type Media } from './media.ts';
import { isReservation, reservationOf } from './reservation.ts';
import type { WooProduct, WooSellable, WooVariation } from './schemas.ts';
import { plainText } from './text.ts';
import { made, readable } from './validation.ts';
import { amountText, exactPrices, knownOr, knownTime, oneOf, type ShopFormat, shopTime } from './values.ts';

/** File with the lists of variations by the ids of their products. */
export const variationsFile = 'variations.json';

/** What `productRecord` needs to convert products. */
export interface ProductContext extends ShopFormat {
  readonly terms: TermsOfAttributes;
  /** The customer roles of the store, except `customer`, which every store has. */
  readonly roles: readonly string[];
  /** The sizes of pictures. Absent if the shop has no file with sizes. */
  readonly media?: Media;
  /** Collects notes about changed and skipped values. */
  readonly notes: Notes;
}

/**
 * Returns the prices of a product in minor units. A sale price that is not below the regular price is stored, but never
 * applies.
 */
function pricesOf(given: WooSellable, context: ProductContext): EnteredPrices {
  const { prices, isRounded } = exactPrices(given, context);
  if (isRounded) context.notes.adjust('prices', 'were rounded to six decimals', given.id);
  return {
    ...prices,
    saleFrom: shopTime(
      'date_on_sale_from',
      { local: given.date_on_sale_from, utc: given.date_on_sale_from_gmt },
      context,
    ),
    saleTo: shopTime(
      'date_on_sale_to',
      { local: given.date_on_sale_to, utc: given.date_on_sale_to_gmt },
      context,
    ),
  };
}

function skuOf(given: string, notes: Notes): string {
  const sku = given.trim().normalize('NFC');
  if (given.trim() !== given) notes.adjust('SKUs', 'had blanks around them');
  return sku;
}

function stockOf(given: WooSellable, counted: boolean | 'parent', notes: Notes): EnteredStock {
  const quantity = given.stock_quantity;
  const whole = quantity === null ? null : Math.floor(quantity);
  if (whole !== quantity) notes.adjust('stock', 'was rounded down to whole pieces');
  return {
    counted: counted === 'parent' ? 'parent' : counted ? 'own' : 'no',
    quantity: whole,
    status: knownOr(['instock', 'outofstock', 'onbackorder'], given.stock_status, 'stock statuses', notes),
    backorders: knownOr(['no', 'notify', 'yes'], given.backorders, 'backorders', notes),
    lowAmount: given.low_stock_amount,
  };
}

/**
 * Returns the public entries of meta data, and notes how many private entries the import does not use. Keys with a
 * leading underscore are private (docs/reference/products.md#the-product).
 */
function metaOf(given: WooSellable['meta_data'], notes: Notes): WooSellable['meta_data'] {
  const shown = given.filter(({ key }) => !key.startsWith('_'));
  const read = given.filter(({ key }) => isReservation(key)).length;
  const left = given.length - shown.length - read;
  notes.leaveOut('meta entries', 'their keys begin with a low line', left);
  return shown;
}

/**
 * Returns the members that products and variations share. `counted` says whether the stock is counted. With
 * `parent`, the stock of the parent product is counted.
 */
function sellable(given: WooSellable, counted: boolean | 'parent', context: ProductContext) {
  const { notes } = context;
  const times = { id: given.id, zone: context.zone, notes };
  return {
    id: given.id,
    name: plainText(given.name),
    permalink: given.permalink,
    sku: skuOf(given.sku, notes),
    globalUniqueId: given.global_unique_id,
    // Extensions add statuses. An unknown status becomes `draft`, so that the product is not public.
    status: knownOr(
      ['draft', 'pending', 'private', 'publish', 'trash', 'future'],
      given.status,
      'statuses of products',
      notes,
    ),
    description: given.description,
    created: knownTime('date_created', { local: given.date_created, utc: given.date_created_gmt }, times),
    modified: knownTime('date_modified', { local: given.date_modified, utc: given.date_modified_gmt }, times),
    prices: pricesOf(given, context),
    stock: stockOf(given, counted, notes),
    virtual: given.virtual,
    downloadable: given.downloadable,
    downloads: given.downloads.map((one) => ({ ...one, name: plainText(one.name) })),
    downloadLimit: Math.max(-1, given.download_limit),
    downloadExpiry: Math.max(-1, given.download_expiry),
    taxStatus: knownOr(['taxable', 'shipping', 'none'], given.tax_status, 'tax statuses', notes),
    weight: amountText(given.weight, context),
    dimensions: given.dimensions,
    shippingClass: given.shipping_class,
    shippingClassId: given.shipping_class_id,
    menuOrder: given.menu_order,
    meta: metaOf(given.meta_data, notes),
    ...reservationOf(given.meta_data, context),
  };
}

const types = ['simple', 'grouped', 'external', 'variable'] as const;

/** Returns whether products of a type can be imported. */
export function isKnownType(type: string): type is (typeof types)[number] {
  return types.some((known) => known === type);
}

/**
 * Returns a product as the catalogue stores it, with the variations that can be read. @throws UnsupportedValue that names
 * the invalid member
 */
export function productRecord(
  given: WooProduct,
  variations: readonly WooVariation[],
  context: ProductContext,
): ProductRecord {
  const attributes = attributesOf(given.attributes, context.terms);
  if (given.manage_stock === 'parent') {
    context.notes.adjust('stock', 'is not counted: there is no product above');
  }
  const others = (ids: readonly number[]) => ids.filter((id) => id !== given.id);
  const named = (terms: WooProduct['tags']) =>
    terms.map(({ id, name, slug }) => ({ id, name: plainText(name), slug }));
  const record = {
    // Only variations have a product above them whose stock counts.
    ...sellable(given, given.manage_stock === true, context),
    slug: given.slug,
    parentId: given.parent_id,
    type: oneOf(types, given.type),
    taxClass: given.tax_class,
    locked: given.post_password !== '',
    featured: given.featured,
    soldIndividually: given.sold_individually,
    shortDescription: given.short_description,
    catalogVisibility: knownOr(
      ['visible', 'catalog', 'search', 'hidden'],
      given.catalog_visibility,
      'visibilities',
      context.notes,
    ),
    reviewsAllowed: given.reviews_allowed,
    averageRating: given.average_rating,
    ratingCount: given.rating_count,
    reviewCount: given.rating_count,
    totalSales: given.total_sales ?? 0,
    images: given.images.filter(({ src }) => src !== '').map((one) => imageOf(one, context.media)),
    categories: named(given.categories),
    tags: named(given.tags),
    brands: named(given.brands),
    attributes,
    defaultAttributes: defaultsOf(attributes, given.default_attributes, context.terms),
    groupedIds: given.grouped_products,
    relatedIds: given.related_ids,
    upsellIds: others(given.upsell_ids),
    crossSellIds: others(given.cross_sell_ids),
    externalUrl: given.external_url,
    buttonText: plainText(given.button_text),
    purchaseNote: given.purchase_note,
  };
  const readOf = (one: WooVariation, index: number) =>
    readable(index + 1, context.notes, () =>
      made(variationsFile, one, () => variationRecord(one, record, context)),
    );
  const whole = { ...record, variations: variations.map(readOf).filter((one) => one !== undefined) };
  // The catalogue cleans every record that it stores. Here the report learns of it.
  const clean = withSafeTexts(whole);
  if (!isDeepStrictEqual(clean, whole)) {
    context.notes.adjust('products', 'their HTML or addresses were cleaned', given.id);
  }
  return clean;
}

/**
 * Returns a variation as the catalogue stores it. The options are appended to the product's name and slug. A
 * SKU that equals the product's SKU is dropped, because WooCommerce shows the product's SKU for variations
 * without a SKU.
 */
function variationRecord(
  given: WooVariation,
  product: Pick<ProductRecord, 'name' | 'slug' | 'sku' | 'attributes'>,
  context: ProductContext,
): VariationRecord {
  const options = plainText(given.name);
  const shared = sellable(given, given.manage_stock, context);
  return {
    ...shared,
    sku: shared.sku === product.sku ? '' : shared.sku,
    name: options === '' ? product.name : `${product.name} - ${options}`,
    slug: options === '' ? product.slug : `${product.slug}-${slugOf(options)}`,
    taxClass: given.tax_class === 'parent' ? null : given.tax_class,
    totalSales: 0,
    images: given.image?.src ? [imageOf(given.image, context.media)] : [],
    attributes: chosenBy(product.attributes, given.attributes, context.terms),
  };
}
