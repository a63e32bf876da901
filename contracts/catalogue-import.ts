import { z } from 'zod';
import { Coupon } from './coupons.ts';
import { operation } from './operation.ts';
import {
  Backorders,
  ChosenAttribute,
  Dimensions,
  Download,
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

/** Maximum number of records in one request; the bus limits its bytes (1 MB). */
export const importBatch = 100;
/** Maximum number of ids in one request or reply. */
export const idBatch = 10_000;

const id = z.int().positive();
const name = z.string().max(1_000);
const text = z.string().max(400_000);
const short = z.string().max(2_000);
const ids = z.array(id).max(1_000);

/** Prices as the shop enters them, in minor units; null without a price. */
export const EnteredPrices = z.object({
  regular: z.int().min(0).nullable(),
  sale: z.int().min(0).nullable(),
  saleFrom: ShopTime.nullable(),
  saleTo: ShopTime.nullable(),
});
export type EnteredPrices = z.infer<typeof EnteredPrices>;

/** Stock as the shop enters it. */
export const EnteredStock = z.object({
  /** `no`: not counted. `own`: counted for this product or variation. `parent`: a variation uses its product's stock. */
  counted: z.enum(['no', 'own', 'parent']),
  quantity: z.int().nullable(),
  status: StockStatus,
  backorders: Backorders,
  lowAmount: z.int().nullable(),
});
export type EnteredStock = z.infer<typeof EnteredStock>;

/** Members that products and variations share. */
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
  /** −1 means no limit. The expiry is in days. */
  downloadLimit: z.int().min(-1),
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

/** A variation to save. Empty members (image, weight, dimensions, shipping class) come from its product. */
export const VariationRecord = SellableRecord.extend({
  /** Null means the tax class of the product. */
  taxClass: z.string().max(200).nullable(),
  shippingClass: z.string().max(200),
  shippingClassId: z.int().min(0),
  attributes: z.array(ChosenAttribute).max(200),
});
export type VariationRecord = z.infer<typeof VariationRecord>;

/** A product to save with all its variations. Saved variations that are missing here are deleted. */
export const ProductRecord = SellableRecord.extend({
  parentId: z.int().min(0),
  type: ProductType,
  taxClass: z.string().max(200),
  shippingClass: z.string().max(200),
  shippingClassId: z.int().min(0),
  /** Whether the product needs a password; such a product is never public. */
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
  attributes: z.array(ProductAttribute).max(200),
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

/** Result of saving the records of a request. */
export const ImportCounts = z.object({
  created: z.int().min(0),
  changed: z.int().min(0),
  unchanged: z.int().min(0),
  removed: z.int().min(0),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/**
 * Saves products with their variations, all or none, as one change of the feed. Identical records change nothing.
 *
 * Refusals: `service_invalid_request` when another product has the SKU.
 */
export const importProducts = operation('catalogue.import-products', {
  summary: 'Stores up to 100 products with their variations',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ProductRecord).min(1).max(importBatch) }),
  reply: z.object({ products: ImportCounts, variations: ImportCounts, number: z.int().min(0) }),
});

/** Records of one kind of term. */
const TermBatch = TermList.refine(
  ({ records }) => records.length > 0 && records.length <= importBatch,
  `must hold 1 to ${importBatch} records`,
);

/** Saves categories, tags, brands, attributes, terms or shipping classes, all or none. */
export const importTerms = operation('catalogue.import-terms', {
  summary: 'Stores up to 100 categories, tags or other terms',
  access: 'operator',
  effect: 'write',
  request: TermBatch,
  reply: z.object({ outcome: ImportCounts, number: z.int().min(0) }),
});

/** A review from another shop, under its id. */
export const ReviewRecord = Review.extend({ email: z.string().max(320), accountId: z.int().min(0) });
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** Saves reviews, all or none. The imported ratings of their products stay. */
export const importReviews = operation('catalogue.import-reviews', {
  summary: 'Stores up to 100 reviews',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ReviewRecord).min(1).max(importBatch) }),
  reply: z.object({ outcome: ImportCounts, number: z.int().min(0) }),
});

/** Saves coupons, all or none. Refusals: `service_invalid_request` when a code is taken. */
export const importCoupons = operation('catalogue.import-coupons', {
  summary: 'Stores up to 100 coupons',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(Coupon).min(1).max(importBatch) }),
  reply: z.object({ outcome: ImportCounts }),
});

/** Collections that an import fills. Variations belong to their products. */
export const Collection = z.enum(['products', 'reviews', 'coupons', ...termKinds]);
export type Collection = z.infer<typeof Collection>;

/** Returns the ids of a collection above `after`, ascending, at most 10,000. The last id is the next page's `after`. */
export const listIds = operation('catalogue.list-ids', {
  summary: 'Ids of a collection, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({ collection: Collection, after: z.int().min(0) }),
  reply: z.object({ ids: z.array(z.int()).max(idBatch) }),
});

/** Deletes records by id, products with their variations. Unknown ids are ignored. */
export const removeRecords = operation('catalogue.remove-records', {
  summary: 'Removes up to 100 records of a collection',
  access: 'operator',
  effect: 'write',
  request: z.object({ collection: Collection, ids: z.array(z.int()).min(1).max(importBatch) }),
  /** `variations` is the number of variations that were deleted with their products. */
  reply: z.object({ removed: z.int().min(0), variations: z.int().min(0) }),
});
