import { z } from 'zod';
import { Coupon } from './coupons.ts';
import { operation } from './operation.ts';
import {
  Backorders,
  ChosenAttribute,
  Dimensions,
  Download,
  ExactPrices,
  Image,
  MetaEntry,
  ProductAttribute,
  ProductStatus,
  ProductType,
  Reservation,
  ShopTime,
  StockStatus,
  TaxStatus,
  TermReference,
  Visibility,
} from './product.ts';
import { Review } from './reviews.ts';
import { TermList, termKinds } from './terms.ts';

/** Maximum number of records in one request. The message with these records must also be smaller than 1 MB. */
export const importBatch = 100;
/** Maximum number of ids in one request or reply. */
export const idBatch = 10_000;

/**
 * The first id that this system assigns to records and accounts made here, far above the ids of imported shops. An import
 * never removes a record with such an id.
 */
export const firstOwnId = 1_000_000_000;

const id = z.int().positive();
const name = z.string().max(1_000);
const text = z.string().max(400_000);
const short = z.string().max(2_000);
const ids = z.array(id).max(1_000);

/** Prices as the shop entered them, in minor units; null if the shop entered no price. */
export const EnteredPrices = z.object({
  regular: z.int().min(0).nullable(),
  sale: z.int().min(0).nullable(),
  saleFrom: ShopTime.nullable(),
  saleTo: ShopTime.nullable(),
  exact: ExactPrices.optional(),
});
export type EnteredPrices = z.infer<typeof EnteredPrices>;

/** Stock as the shop entered it. */
export const EnteredStock = z.object({
  /**
   * Whether stock is counted. `no`: not counted. `own`: counted for this product or variation. `parent`:
   * counted for the product to which this variation belongs.
   */
  counted: z.enum(['no', 'own', 'parent']),
  quantity: z.int().nullable(),
  status: StockStatus,
  backorders: Backorders,
  lowAmount: z.int().nullable(),
});
export type EnteredStock = z.infer<typeof EnteredStock>;

/** Members of both product records and variation records. */
const SellableRecord = z.object({
  id,
  name,
  slug: short,
  permalink: short,
  sku: z.string().max(100),
  globalUniqueId: short,
  status: ProductStatus,
  description: text,
  created: ShopTime,
  modified: ShopTime,
  prices: EnteredPrices,
  stock: EnteredStock,
  virtual: z.boolean(),
  downloadable: z.boolean(),
  downloads: z.array(Download).max(1_000),
  /** Maximum number of downloads; −1 means no limit. */
  downloadLimit: z.int().min(-1),
  /** Number of days for which downloads work after the purchase; −1 means that downloads never end. */
  downloadExpiry: z.int().min(-1),
  taxStatus: TaxStatus,
  weight: short,
  dimensions: Dimensions,
  images: z.array(Image).max(1_000),
  totalSales: z.int(),
  menuOrder: z.int(),
  meta: z.array(MetaEntry).max(5_000),
  ...Reservation.shape,
});

/**
 * A variation to save. If the image, weight, dimensions or shipping class is empty, the value of the product
 * applies.
 */
export const VariationRecord = SellableRecord.extend({
  /** Slug of the tax class; null if the variation has the tax class of the product. */
  taxClass: z.string().max(200).nullable(),
  shippingClass: z.string().max(200),
  shippingClassId: z.int().min(0),
  attributes: z.array(ChosenAttribute).max(200),
});
export type VariationRecord = z.infer<typeof VariationRecord>;

/** A product to save with all its variations. Stored variations that are not in the record are deleted. */
export const ProductRecord = SellableRecord.extend({
  parentId: z.int().min(0),
  type: ProductType,
  taxClass: z.string().max(200),
  shippingClass: z.string().max(200),
  shippingClassId: z.int().min(0),
  /** Whether the product has a password. A product with a password is never public. */
  locked: z.boolean(),
  featured: z.boolean(),
  soldIndividually: z.boolean(),
  shortDescription: text,
  catalogVisibility: Visibility,
  reviewsAllowed: z.boolean(),
  averageRating: z.string().max(20),
  ratingCount: z.int().min(0),
  reviewCount: z.int().min(0),
  categories: z.array(TermReference).max(1_000),
  tags: z.array(TermReference).max(1_000),
  brands: z.array(TermReference).max(1_000),
  attributes: z
    .array(ProductAttribute)
    .max(200)
    .refine(
      (all) => new Set(all.map(({ key }) => key)).size === all.length && all.every(({ key }) => key !== ''),
      'must have keys that differ',
    ),
  defaultAttributes: z.array(ChosenAttribute).max(200),
  groupedIds: ids,
  relatedIds: ids,
  upsellIds: ids,
  crossSellIds: ids,
  externalUrl: short,
  buttonText: short,
  purchaseNote: text,
  variations: z.array(VariationRecord).max(1_000),
});
export type ProductRecord = z.infer<typeof ProductRecord>;

/** Numbers of records that a request created, changed, left unchanged or removed. */
export const ImportCounts = z.object({
  created: z.int().min(0),
  changed: z.int().min(0),
  unchanged: z.int().min(0),
  removed: z.int().min(0),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/**
 * Saves products with their variations. The feed `catalogue` publishes all changed products as one change. If one
 * record is refused, no record is saved. A record that equals the stored product changes nothing.
 *
 * Refusals: `service_invalid_request` if another product has the SKU.
 */
export const importProducts = operation('catalogue.import-products', {
  summary: 'Stores up to 100 products with their variations',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ProductRecord).min(1).max(importBatch) }),
  reply: z.object({ products: ImportCounts, variations: ImportCounts, number: z.int().min(0) }),
});

/** 1 to 100 records of one kind of term. */
const TermBatch = TermList.refine(
  ({ records }) => records.length > 0 && records.length <= importBatch,
  `must hold 1 to ${importBatch} records`,
);

/**
 * Saves categories, tags, brands, attributes, terms or shipping classes. If one record is refused, no
 * record is saved.
 */
export const importTerms = operation('catalogue.import-terms', {
  summary: 'Stores up to 100 categories, tags or other terms',
  access: 'operator',
  effect: 'write',
  request: TermBatch,
  reply: z.object({ outcome: ImportCounts, number: z.int().min(0) }),
});

/**
 * A review from another shop. `id` is the review's id in that shop. `accountId` is the author's account; 0 for a
 * guest.
 */
export const ReviewRecord = Review.extend({ email: z.string().max(320), accountId: z.int().min(0) });
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/**
 * Saves reviews. If one record is refused, no record is saved. The ratings of the products stay unchanged, because
 * imported products already have their ratings.
 */
export const importReviews = operation('catalogue.import-reviews', {
  summary: 'Stores up to 100 reviews',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ReviewRecord).min(1).max(importBatch) }),
  reply: z.object({ outcome: ImportCounts, number: z.int().min(0) }),
});

/**
 * Saves coupons. If one record is refused, no record is saved. Refusals: `service_invalid_request` if
 * another coupon has the code.
 */
export const importCoupons = operation('catalogue.import-coupons', {
  summary: 'Stores up to 100 coupons',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(Coupon).min(1).max(importBatch) }),
  reply: z.object({ outcome: ImportCounts }),
});

/** Collections whose records an import saves. Variations are part of their products. */
export const Collection = z.enum(['products', 'reviews', 'coupons', ...termKinds]);
export type Collection = z.infer<typeof Collection>;

/**
 * Returns up to 10,000 ids of a collection that are greater than `after`, in ascending order. For the next
 * page, `after` is the last id of this page.
 */
export const listIds = operation('catalogue.list-ids', {
  summary: 'Ids of a collection, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({ collection: Collection, after: z.int().min(0) }),
  reply: z.object({ ids: z.array(z.int()).max(idBatch) }),
});

/** Deletes the records with these ids. Products are deleted with their variations. Unknown ids are ignored. */
export const removeRecords = operation('catalogue.remove-records', {
  summary: 'Removes up to 100 records of a collection',
  access: 'operator',
  effect: 'write',
  request: z.object({ collection: Collection, ids: z.array(z.int()).min(1).max(importBatch) }),
  /**
   * `removed` is the number of deleted records, `variations` the number of variations that were deleted
   * with their products.
   */
  reply: z.object({ removed: z.int().min(0), variations: z.int().min(0) }),
});
