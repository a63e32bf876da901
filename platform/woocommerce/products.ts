import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { knownRoles, Role } from '#contracts/audience.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import {
  type EnteredPrices,
  type EnteredStock,
  maxRoles,
  ProductRecord,
  type Reservation,
  type VariationRecord,
} from '#contracts/product.ts';
import { withSafeTexts } from '../util/safe-html.ts';
import { slugOf } from '../util/slug.ts';
import {
  attributesOf,
  chosenBy,
  defaultsOf,
  type TermsOfAttributes,
  WooAttribute,
  WooChosen,
} from './attributes.ts';
import { count, counted, flag, id, ids, list, number, object, objectOrNull, text, whole } from './fields.ts';
import type { ShopFiles, VariationLists } from './folder.ts';
import { made, Notes, readable, UnreadableRecord, validated } from './notes.ts';
import { imageOf, type Media, WooImage } from './pictures.ts';
import type { Claim, Source } from './record-stream.ts';
import { NamedTerm } from './terms.ts';
import {
  amountText,
  exactPrices,
  knownOr,
  knownTime,
  oneOf,
  plainText,
  type ShopFormat,
  shopTime,
} from './values.ts';

/** Members that products and variations share. */
const Sellable = z.object({
  id,
  name: text,
  permalink: text,
  sku: text,
  global_unique_id: text,
  status: text,
  description: text,
  date_created: text,
  date_created_gmt: text,
  date_modified: text,
  date_modified_gmt: text,
  regular_price: text,
  sale_price: text,
  date_on_sale_from: text,
  date_on_sale_from_gmt: text,
  date_on_sale_to: text,
  date_on_sale_to_gmt: text,
  virtual: flag,
  downloadable: flag,
  downloads: list(z.object({ id: text, name: text, file: text })),
  download_limit: whole(-1),
  download_expiry: whole(-1),
  tax_status: text,
  tax_class: text,
  stock_quantity: number,
  stock_status: text,
  backorders: text,
  low_stock_amount: count,
  weight: text,
  dimensions: object({ length: text, width: text, height: text }),
  shipping_class: text,
  shipping_class_id: whole(0),
  menu_order: whole(0),
  meta_data: list(z.object({ id: whole(0), key: text, value: z.unknown() })),
});
type WooSellable = z.infer<typeof Sellable>;

export const WooProduct = Sellable.extend({
  slug: text,
  type: text,
  featured: flag,
  catalog_visibility: text,
  short_description: text,
  total_sales: count,
  external_url: text,
  button_text: text,
  manage_stock: counted,
  sold_individually: flag,
  reviews_allowed: flag,
  average_rating: text,
  rating_count: whole(0),
  upsell_ids: ids,
  cross_sell_ids: ids,
  related_ids: ids,
  grouped_products: ids,
  parent_id: whole(0),
  purchase_note: text,
  categories: list(NamedTerm),
  tags: list(NamedTerm),
  brands: list(NamedTerm),
  images: list(WooImage),
  attributes: list(WooAttribute),
  default_attributes: list(WooChosen),
  post_password: text,
});
export type WooProduct = z.infer<typeof WooProduct>;

export const WooVariation = Sellable.extend({
  manage_stock: counted,
  image: objectOrNull(WooImage),
  attributes: list(WooChosen),
});
export type WooVariation = z.infer<typeof WooVariation>;

/** File with the lists of variations by the ids of their products. */
const variationsFile = 'variations.json';

const types = ['simple', 'grouped', 'external', 'variable'] as const;

const file = 'products.json';

/** What `productRecord` needs to convert products. */
interface ProductContext extends ShopFormat {
  readonly terms: TermsOfAttributes;
  /** The customer roles of the store, except `customer`, which every store has. */
  readonly roles: readonly string[];
  /** The sizes of pictures. Absent if the shop has no file with sizes. */
  readonly media?: Media;
  /** Collects notes about changed and skipped values. */
  readonly notes: Notes;
}

/** Returns the type of a product whose other members are not checked. */
function typeOf(entry: unknown): string {
  const { type } = validated(file, entry, z.object({ type: text }));
  if (type === '') throw new UnreadableRecord(file, entry, 'type: is missing');
  return type;
}

/** Returns whether products of a type can be imported. */
function isKnownType(type: string): type is (typeof types)[number] {
  return types.some((known) => known === type);
}

/** Returns the variations that can be read, and adds a note for each of the others. */
function variationsOf(given: readonly unknown[], notes: Notes): WooVariation[] {
  const variations = new Map<number, WooVariation>();
  for (const [index, entry] of given.entries()) {
    const variation = readable(index + 1, notes, () => validated(variationsFile, entry, WooVariation));
    if (!variation) continue;
    if (variations.has(variation.id)) {
      notes.leaveOut(`${variationsFile}, record ${variation.id}`, 'occurs again: the first one is taken');
    } else variations.set(variation.id, variation);
  }
  return [...variations.values()];
}

/**
 * Returns whether a shopper who asks for a variation that is left out could get another one, because it accepts any
 * option.
 */
function couldReplace({ variations }: ProductRecord): boolean {
  return variations.some(({ attributes }) => attributes.some(({ slug }) => slug === ''));
}

const sellablesOf = (record: ProductRecord) => [record, ...record.variations];

function* skusOf(record: ProductRecord): Generator<Claim> {
  for (const { id, sku, status } of sellablesOf(record)) {
    // As in WooCommerce, a product in the bin does not hold its SKU.
    if (sku !== '') yield { value: sku, id, rank: status === 'trash' ? 1 : 0 };
  }
}

/** Returns the products of the folder, with their variations, as the source of a `RecordStream`. */
export function productSource(
  folder: ShopFiles,
  variations: VariationLists,
  context: Omit<ProductContext, 'notes'>,
): Source<ProductRecord> {
  return {
    collection: 'products',
    file,
    schema: ProductRecord,
    entries: () => folder.list(file),
    make(entry, notes) {
      const type = typeOf(entry);
      if (!isKnownType(type)) {
        notes.leaveOut(`products of type ${type.slice(0, 60)}`, 'the type is not known here');
        return null;
      }
      const product = validated(file, entry, WooProduct);
      const given = type === 'variable' ? variations.of(product.id) : [];
      const own = variationsOf(given, notes);
      const record = made(file, product, () => productRecord(product, own, { ...context, notes }));
      if (record.variations.length < given.length && couldReplace(record)) {
        const why = 'variations: one cannot be read, and another one accepts any option in its place';
        throw new UnreadableRecord(file, product, why);
      }
      return record;
    },
    ids: (record) => sellablesOf(record).map(({ id }) => id),
    unique: {
      name: 'SKU',
      prefers: 'lowest',
      claims: skusOf,
      without(record, isLost) {
        const free = <S extends { readonly id: number; readonly sku: string }>(one: S): S =>
          isLost(one.sku, one.id) ? { ...one, sku: '' } : one;
        return { ...free(record), variations: record.variations.map(free) };
      },
    },
    async send(services, records) {
      const { products, variations: own } = await services.request(importProducts, { records });
      return { products, variations: own };
    },
  };
}

/** Adds a note about variations whose products are not imported. @throws Problem for invalid JSON */
export function leaveOrphans(variations: VariationLists, notes: Notes): void {
  const why = 'their products are not variable, not in the folder or left out';
  for (const id of variations.unread) {
    const list = readable(1, new Notes(), () => variations.of(id));
    notes.leaveOut('variations', why, list?.length ?? 1);
  }
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
    slug: options === '' ? product.slug : `${product.slug}-${slugOf(options, context.terms.language)}`,
    taxClass: given.tax_class === 'parent' ? null : given.tax_class,
    totalSales: 0,
    images: given.image?.src ? [imageOf(given.image, context.media)] : [],
    attributes: chosenBy(product.attributes, given.attributes, context.terms),
  };
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
 * Keys of meta data entries that reserve prices or a product for customer roles. WooCommerce itself cannot
 * reserve prices or products.
 */
const keys = { rolePrices: '_cartwright_role_prices', visibleTo: '_cartwright_visible_to' } as const;

const amount = z.union([z.string(), z.number().transform(String)]).default('');
/** Schema of prices by customer role: `{"wholesale": {"regular_price": "8.00", "sale_price": ""}}`. */
const RolePrices = z.record(Role, z.object({ regular_price: amount, sale_price: amount }));
/** Schema of the customer roles that see a product: `["wholesale"]`. */
const VisibleTo = z.array(Role).min(1).max(maxRoles);

/**
 * Returns the value of the meta data entry with the key `wanted`. A value that is JSON text is parsed. Undefined if the
 * entry is missing or empty.
 */
function metaValue(given: WooSellable['meta_data'], wanted: string): unknown {
  const value = given.findLast(({ key }) => key === wanted)?.value;
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function rolePricesOf(given: unknown, format: ShopFormat): Reservation['rolePrices'] | null {
  const parsed = RolePrices.safeParse(given);
  if (!parsed.success || Object.keys(parsed.data).length > maxRoles) return null;
  try {
    return Object.entries(parsed.data)
      .map(([role, prices]) => ({ role, ...exactPrices(prices, format).prices }))
      .sort((one, other) => (one.role < other.role ? -1 : 1));
  } catch {
    return null;
  }
}

/**
 * Reads the meta data of a product or variation (`import woocommerce --help` describes the format). Returns the prices
 * that are reserved for roles, and the roles that see the product. Invalid prices are left out. If the list of roles
 * is invalid, only managers see the product. `roles` are the store's customer roles except `customer`.
 */
function reservationOf(
  given: WooSellable['meta_data'],
  format: ShopFormat & { readonly roles: readonly Role[]; readonly notes: Notes },
): Reservation {
  const { roles, notes } = format;
  const prices = metaValue(given, keys.rolePrices);
  const rolePrices = prices === undefined ? [] : rolePricesOf(prices, format);
  if (rolePrices === null) notes.leaveOut(keys.rolePrices, 'is no object of prices by role');
  const named = metaValue(given, keys.visibleTo);
  const visibleTo = named === undefined ? null : VisibleTo.safeParse(named);
  if (visibleTo?.success === false) {
    notes.adjust(keys.visibleTo, 'is no list of roles: only those who look after the shop see the product');
  }
  for (const [key, used] of [
    [keys.rolePrices, rolePrices?.map(({ role }) => role)],
    [keys.visibleTo, visibleTo?.data],
  ] as const) {
    const unknown = (used ?? []).filter((role) => ![...knownRoles, ...roles].includes(role));
    for (const role of new Set(unknown)) {
      notes.adjust(key, `names "${role}": kept, but not among the setting customer-roles`);
    }
  }
  return { visibleTo: visibleTo && (visibleTo.data ?? ['administrator']), rolePrices: rolePrices ?? [] };
}

/** Returns whether the meta data entry with this key limits a product, or some of its prices, to certain roles. */
function isReservation(key: string): boolean {
  return key === keys.rolePrices || key === keys.visibleTo;
}
