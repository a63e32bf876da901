import type { EnteredPrices, ProductRecord, VariationRecord } from '#contracts/catalogue-import.ts';
import type { Image, ShopTime } from '#contracts/product.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import { attributeOf, chosenBy, defaultsOf, type TermsOfAttributes } from './attributes.ts';
import type { WooImage, WooProduct, WooSellable, WooVariation } from './schemas.ts';
import { plainText, slugOf } from './text.ts';

/** What products are read with. */
export interface ProductContext {
  readonly terms: TermsOfAttributes;
  /** Decimals of the store's currency. */
  readonly decimals: number;
}

/** A value that no record may have. The message names the member. */
export class Unfit extends Error {}

const unknownTime = '1970-01-01T00:00:00';

function shopTime(local: string | null, utc: string | null): ShopTime | null {
  const one = local ?? utc;
  return one === null ? null : { local: one, utc: utc ?? one };
}

/** A time that every record has. Drafts may lack one. */
function knownTime(local: string | null, utc: string | null): ShopTime {
  return shopTime(local, utc) ?? { local: unknownTime, utc: unknownTime };
}

function amount(member: string, text: string, decimals: number): number | null {
  if (text === '') return null;
  const value = fromDecimalText(text, decimals);
  if (value === null || value < 0) throw new Unfit(`${member} is no price`);
  return value;
}

function pricesOf(given: WooSellable, decimals: number): EnteredPrices {
  return {
    regular: amount('regular_price', given.regular_price, decimals),
    sale: amount('sale_price', given.sale_price, decimals),
    saleFrom: shopTime(given.date_on_sale_from, given.date_on_sale_from_gmt),
    saleTo: shopTime(given.date_on_sale_to, given.date_on_sale_to_gmt),
  };
}

/** The API gives one address an image, so it stands for all four sizes. */
function imageOf({ id, src, name, alt }: WooImage): Image {
  return {
    id,
    thumbnail: src,
    medium: src,
    large: src,
    full: src,
    name: plainText(name),
    alt: plainText(alt),
  };
}

/** One of the values that the contract knows, or the first of them for anything else. */
function oneOf<const T extends string>(known: readonly [T, ...T[]], given: string): T {
  return known.find((one) => one === given) ?? known[0];
}

/** What products and variations have in common. */
function sellable(given: WooSellable, counted: boolean | 'parent', decimals: number) {
  return {
    id: given.id,
    name: plainText(given.name),
    permalink: given.permalink,
    sku: given.sku,
    globalUniqueId: given.global_unique_id,
    status: oneOf(['draft', 'pending', 'private', 'publish', 'trash', 'future'], given.status),
    description: given.description,
    created: knownTime(given.date_created, given.date_created_gmt),
    modified: knownTime(given.date_modified, given.date_modified_gmt),
    prices: pricesOf(given, decimals),
    stock: {
      counted: counted === 'parent' ? ('parent' as const) : counted ? ('own' as const) : ('no' as const),
      quantity: typeof given.stock_quantity === 'number' ? Math.floor(given.stock_quantity) : null,
      status: oneOf(['instock', 'outofstock', 'onbackorder'], given.stock_status),
      backorders: oneOf(['no', 'notify', 'yes'], given.backorders),
      lowAmount: given.low_stock_amount,
    },
    virtual: given.virtual,
    downloadable: given.downloadable,
    downloads: given.downloads,
    downloadLimit: given.download_limit,
    downloadExpiry: given.download_expiry,
    taxStatus: oneOf(['taxable', 'shipping', 'none'], given.tax_status),
    weight: given.weight,
    dimensions: given.dimensions ?? { length: '', width: '', height: '' },
    shippingClass: given.shipping_class,
    shippingClassId: given.shipping_class_id,
    menuOrder: given.menu_order,
    // A key with a low line in front is the shop's own business and never shown (contract 9.6).
    meta: given.meta_data.filter(({ key }) => !key.startsWith('_')),
  };
}

const types = ['simple', 'grouped', 'external', 'variable'] as const;

/** Whether a product's type is one that is sold here. */
export function isKnownType(type: string): type is (typeof types)[number] {
  return types.some((known) => known === type);
}

/** A product with its variations as the catalogue keeps it. @throws Unfit naming the member that is wrong */
export function productRecord(
  given: WooProduct,
  variations: readonly WooVariation[],
  context: ProductContext,
): ProductRecord {
  const attributes = given.attributes.map((one) => attributeOf(one, context.terms));
  const named = (terms: WooProduct['tags']) =>
    terms.map(({ id, name, slug }) => ({ id, name: plainText(name), slug }));
  const record = {
    ...sellable(given, given.manage_stock, context.decimals),
    slug: given.slug,
    parentId: given.parent_id,
    type: oneOf(types, given.type),
    taxClass: given.tax_class,
    locked: given.post_password !== '',
    featured: given.featured,
    soldIndividually: given.sold_individually,
    shortDescription: given.short_description,
    catalogVisibility: oneOf(['visible', 'catalog', 'search', 'hidden'], given.catalog_visibility),
    reviewsAllowed: given.reviews_allowed,
    averageRating: given.average_rating,
    ratingCount: given.rating_count,
    reviewCount: given.rating_count,
    totalSales: given.total_sales ?? 0,
    images: given.images.map(imageOf),
    categories: named(given.categories),
    tags: named(given.tags),
    brands: named(given.brands),
    attributes,
    defaultAttributes: defaultsOf(attributes, given.default_attributes, context.terms),
    groupedIds: given.grouped_products,
    relatedIds: given.related_ids,
    upsellIds: given.upsell_ids,
    crossSellIds: given.cross_sell_ids,
    externalUrl: given.external_url,
    buttonText: given.button_text,
    purchaseNote: given.purchase_note,
  };
  return { ...record, variations: variations.map((one) => variationRecord(one, record, context)) };
}

/** A variation as the catalogue keeps it. Its name and slug are the product's with the options behind. */
function variationRecord(
  given: WooVariation,
  product: Pick<ProductRecord, 'name' | 'slug' | 'attributes'>,
  context: ProductContext,
): VariationRecord {
  const options = plainText(given.name);
  return {
    ...sellable(given, given.manage_stock, context.decimals),
    name: options === '' ? product.name : `${product.name} - ${options}`,
    slug: options === '' ? product.slug : `${product.slug}-${slugOf(options)}`,
    taxClass: given.tax_class === 'parent' ? null : given.tax_class,
    totalSales: 0,
    images: given.image ? [imageOf(given.image)] : [],
    attributes: chosenBy(product.attributes, given.attributes, context.terms),
  };
}
