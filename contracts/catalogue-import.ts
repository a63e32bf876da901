import { z } from 'zod';
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
import { Coupon } from './promotions.ts';
import { Review } from './reviews.ts';
import { TermList, termKinds } from './terms.ts';

/** How many records one request may carry; its bytes are bounded by the bus (1 MB). */
export const importBatch = 100;
/** How many ids one request may name or answer with. */
export const idBatch = 10_000;

const id = z.int().positive();
const name = z.string().max(1_000);
const text = z.string().max(400_000);
const short = z.string().max(2_000);
const ids = z.array(id).max(1_000);

/** Prices as a shop enters them, in minor units of the store's currency; null where there is none. */
export const EnteredPrices = z.object({
  regular: z.int().min(0).nullable(),
  sale: z.int().min(0).nullable(),
  saleFrom: ShopTime.nullable(),
  saleTo: ShopTime.nullable(),
});
export type EnteredPrices = z.infer<typeof EnteredPrices>;

/** Stock as a shop enters it. */
export const EnteredStock = z.object({
  /** Whether stock is counted, and on what: `parent` is for variations. */
  counted: z.enum(['no', 'own', 'parent']),
  quantity: z.int().nullable(),
  status: StockStatus,
  backorders: Backorders,
  lowAmount: z.int().nullable(),
});
export type EnteredStock = z.infer<typeof EnteredStock>;

/** What products and variations have in common. */
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
  /** −1 is no limit. */
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

/** A variation to be kept. What it leaves empty (image, weight, measures, shipping class) is its product's. */
export const VariationRecord = SellableRecord.extend({
  /** Null for the product's own class. */
  taxClass: z.string().max(200).nullable(),
  shippingClass: z.string().max(200),
  shippingClassId: z.int().min(0),
  attributes: z.array(ChosenAttribute).max(200),
});
export type VariationRecord = z.infer<typeof VariationRecord>;

/** A product to be kept, with all of its variations: one that is kept already and not named here goes. */
export const ProductRecord = SellableRecord.extend({
  parentId: z.int().min(0),
  type: ProductType,
  taxClass: z.string().max(200),
  shippingClass: z.string().max(200),
  shippingClassId: z.int().min(0),
  /** Readable with a password only, so never for the public. */
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

/** What became of the records of a request. */
export const Outcome = z.object({
  created: z.int().min(0),
  changed: z.int().min(0),
  unchanged: z.int().min(0),
  removed: z.int().min(0),
});
export type Outcome = z.infer<typeof Outcome>;

/**
 * Keeps products with their variations, all of the request or none, as one change of the feed. Records that are kept
 * like this already change nothing; when all are, there is no change.
 *
 * Refusals: `service_invalid_request` when a SKU belongs to another product already.
 */
export const importProducts = operation('catalogue.import-products', {
  summary: 'Keeps up to 100 products with their variations',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ProductRecord).min(1).max(importBatch) }),
  reply: z.object({ products: Outcome, variations: Outcome, number: z.int().min(0) }),
});

/** Records of one kind of term. */
const TermBatch = TermList.refine(
  ({ records }) => records.length > 0 && records.length <= importBatch,
  `must hold 1 to ${importBatch} records`,
);

/** Keeps categories, tags, brands, attributes, terms or shipping classes, all of the request or none. */
export const importTerms = operation('catalogue.import-terms', {
  summary: 'Keeps up to 100 categories, tags or other terms',
  access: 'operator',
  effect: 'write',
  request: TermBatch,
  reply: z.object({ outcome: Outcome, number: z.int().min(0) }),
});

/** A review as it was written elsewhere. The id stays its own. */
export const ReviewRecord = Review.extend({ email: z.string().max(320), accountId: z.int().min(0) });
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** Keeps reviews, all of the request or none. Their products' ratings stay as those were imported. */
export const importReviews = operation('catalogue.import-reviews', {
  summary: 'Keeps up to 100 reviews',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(ReviewRecord).min(1).max(importBatch) }),
  reply: z.object({ outcome: Outcome, number: z.int().min(0) }),
});

/** Keeps coupons, all of the request or none. Refusals: `service_invalid_request` when a code is taken. */
export const importCoupons = operation('catalogue.import-coupons', {
  summary: 'Keeps up to 100 coupons',
  access: 'operator',
  effect: 'write',
  request: z.object({ records: z.array(Coupon).min(1).max(importBatch) }),
  reply: z.object({ outcome: Outcome }),
});

/** The collections that an import fills. Variations go with their products. */
export const Collection = z.enum(['products', 'reviews', 'coupons', ...termKinds]);
export type Collection = z.infer<typeof Collection>;

/** Ids of a collection above `after`, ascending, up to 10,000: the next page begins after the last one. */
export const listIds = operation('catalogue.list-ids', {
  summary: 'Ids of everything in a collection, page by page',
  access: 'operator',
  effect: 'read',
  request: z.object({ collection: Collection, after: z.int().min(0) }),
  reply: z.object({ ids: z.array(z.int()).max(idBatch) }),
});

/** Removes records by id, products with their variations. An id that is not there is no error. */
export const removeRecords = operation('catalogue.remove-records', {
  summary: 'Removes up to 100 records of a collection',
  access: 'operator',
  effect: 'write',
  request: z.object({ collection: Collection, ids: z.array(z.int()).min(1).max(importBatch) }),
  /** `variations` went with the products that they belonged to. */
  reply: z.object({ removed: z.int().min(0), variations: z.int().min(0) }),
});
