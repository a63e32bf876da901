import { z } from 'zod';
import { Coupon } from './coupons.ts';
import { operation } from './operation.ts';
import { ProductRecord } from './product.ts';
import { Review } from './reviews.ts';
import { TermList, termKinds } from './terms.ts';

/** Maximum number of records in one request. The message with these records must also be smaller than 1 MB. */
export const importBatch = 100;
/** Maximum number of ids in one request or reply. */
export const idBatch = 10_000;

/**
 * The first id that this system assigns to records and accounts made here, far above the ids of imported shops. An import
 * neither changes nor removes a record with such an id.
 */
export const firstOwnId = 1_000_000_000;

const areOfShop = (records: readonly { readonly id: number }[]) => records.every(({ id }) => id < firstOwnId);
const ofShop = `must have ids below ${firstOwnId}; later ones belong to records that were made here`;

/** Returns the schema of the records of a shop in one request. */
function batchOf<T extends z.ZodType<{ readonly id: number }>>(record: T) {
  return z.array(record).min(1).max(importBatch).refine(areOfShop, ofShop);
}

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
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ records: batchOf(ProductRecord) }),
  reply: z.object({ products: ImportCounts, variations: ImportCounts, number: z.int().min(0) }),
});

/** 1 to 100 records of one kind of term. */
const TermBatch = TermList.refine(
  ({ records }) => records.length > 0 && records.length <= importBatch,
  `must hold 1 to ${importBatch} records`,
).refine(({ records }) => areOfShop(records), { path: ['records'], error: ofShop });

/**
 * Saves categories, tags, brands, attributes, terms or shipping classes. If one record is refused, no
 * record is saved. `renamed` has the ids of stored terms that got another name or slug, which their products repeat.
 */
export const importTerms = operation('catalogue.import-terms', {
  summary: 'Stores up to 100 categories, tags or other terms',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: TermBatch,
  reply: z.object({ outcome: ImportCounts, number: z.int().min(0), renamed: z.array(z.int()).default([]) }),
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
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ records: batchOf(ReviewRecord) }),
  reply: z.object({ outcome: ImportCounts, number: z.int().min(0) }),
});

/**
 * Saves coupons. If one record is refused, no record is saved. Refusals: `service_invalid_request` if
 * another coupon has the code.
 */
export const importCoupons = operation('catalogue.import-coupons', {
  summary: 'Stores up to 100 coupons',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ records: batchOf(Coupon) }),
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
  askedBy: ['connect'],
  effect: 'read',
  request: z.object({ collection: Collection, after: z.int().min(0) }),
  reply: z.object({ ids: z.array(z.int()).max(idBatch) }),
});

/**
 * Returns the ids of the records that show pictures, which have the ids of the shop. A product also shows the pictures of its
 * variations.
 */
export const findPictured = operation('catalogue.find-pictured', {
  summary: 'Products, categories and brands that show some pictures',
  access: 'caller',
  askedBy: ['connect'],
  effect: 'read',
  request: z.object({ pictures: z.array(z.int().positive()).min(1).max(importBatch) }),
  reply: z.object({ products: z.array(z.int()), categories: z.array(z.int()), brands: z.array(z.int()) }),
});

/**
 * Deletes the records of a shop with these ids. Products are deleted with their variations. Unknown ids are ignored, and so
 * are those of records that were made here.
 */
export const removeRecords = operation('catalogue.remove-records', {
  summary: 'Removes up to 100 records of a collection',
  access: 'operator',
  askedBy: ['connect'],
  effect: 'write',
  request: z.object({ collection: Collection, ids: z.array(z.int()).min(1).max(importBatch) }),
  /**
   * `removed` is the number of deleted records, `variations` the number of variations that were deleted
   * with their products.
   */
  reply: z.object({ removed: z.int().min(0), variations: z.int().min(0) }),
});
