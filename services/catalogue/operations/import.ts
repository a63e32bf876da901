import {
  type Collection,
  findPictured,
  firstOwnId,
  type ImportCounts,
  idBatch,
  importProducts,
  importReviews,
  importTerms,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { cleanRecords } from '#contracts/catalogue-operators.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import { termKinds } from '#contracts/terms.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import type { TermCache } from '../caches/term-cache.ts';
import type { ListingCache } from '../listing/listing-cache.ts';
import type { CouponStore } from '../store/coupons.ts';
import type { ProductWriter } from '../store/product-writer.ts';
import type { ProductStore } from '../store/products.ts';
import type { ReviewStore } from '../store/reviews.ts';
import type { TermStore } from '../store/terms.ts';
import type { Removed } from '../store/write-changed.ts';
import { storedAndPublished } from './coupons.ts';

export interface ImportDeps {
  readonly store: Pick<ProductStore, 'withPictures'>;
  readonly writer: ProductWriter;
  readonly listing: ListingCache;
  readonly terms: TermStore;
  readonly termCache: Pick<TermCache, 'current'>;
  readonly reviews: ReviewStore;
  readonly coupons: CouponStore;
  /** Publishes a change on the feed `catalogue`. */
  publish(number: number, change: CatalogueChange): void;
}

/**
 * Lists and removes the records of one collection. An import removes the records that the shop no longer has.
 */
interface StoredCollection {
  ids(after: number, limit: number): Promise<number[]>;
  /**
   * Removes records and their variations, and publishes the change. Returns how many records and variations existed.
   */
  remove(ids: readonly number[]): Promise<{ readonly removed: number; readonly variations?: number }>;
}

/** Returns the operations that import a shop, clean stored records, and remove records that the shop no longer has. */
export function importOperations(deps: ImportDeps): ImplementedOperation[] {
  const { writer, listing, terms, reviews, publish } = deps;
  const collections = storedCollections(deps);
  return [
    implement(importProducts, async ({ records }) => {
      const { touched, documents, ...written } = await writer.keep(records);
      listing.wrote(written.number, documents);
      if (touched.length > 0) publish(written.number, { products: [...touched] });
      return written;
    }),
    implement(importTerms, async (batch) => {
      const written = await terms.keep(batch);
      if (isChange(written.outcome)) publish(written.number, { products: [], terms: true });
      return written;
    }),
    implement(importReviews, async ({ records }) => {
      const { touched, outcome, number } = await reviews.keep(records);
      if (isChange(outcome)) publish(number, { products: [...touched] });
      return { outcome, number };
    }),
    implement(cleanRecords, async ({ collection, after }) => {
      if (collection !== 'products') {
        const { cleaned, last, number } = await terms.clean(collection, after);
        if (cleaned > 0) publish(number, { products: [], terms: true });
        return { cleaned, last };
      }
      const { cleaned, last, number, touched, documents } = await writer.clean(after);
      if (cleaned > 0) {
        listing.wrote(number, documents);
        publish(number, { products: [...touched] });
      }
      return { cleaned, last };
    }),
    implement(listIds, async ({ collection, after }) => ({
      ids: await collections[collection].ids(after, idBatch),
    })),
    implement(findPictured, async ({ pictures }) => {
      const { records } = await deps.termCache.current();
      const showing = (all: readonly (typeof records)['brands' | 'categories'][number][]) =>
        all.filter(({ image }) => image && pictures.includes(image.id)).map(({ id }) => id);
      const [categories, brands] = [showing(records.categories), showing(records.brands)];
      return { products: await deps.store.withPictures(pictures), categories, brands };
    }),
    implement(removeRecords, async ({ collection, ids }) => {
      const ofShop = ids.filter((id) => id < firstOwnId);
      const { removed, variations = 0 } = await collections[collection].remove(ofShop);
      return { removed, variations };
    }),
  ];
}

function isChange({ created, changed }: ImportCounts): boolean {
  return created + changed > 0;
}

function storedCollections({
  writer,
  terms,
  reviews,
  coupons,
  publish,
}: ImportDeps): Record<Collection, StoredCollection> {
  const withPublishing = async (removal: Promise<Removed>, change: Partial<CatalogueChange> = {}) => {
    const done = await removal;
    if (done.removed > 0) publish(done.number, { products: [...done.touched], ...change });
    return done;
  };
  const ofTerms = termKinds.map((kind): [typeof kind, StoredCollection] => [
    kind,
    {
      ids: (after, limit) => terms.ids(kind, after, limit),
      remove: (ids) => withPublishing(terms.remove(kind, ids), { terms: true }),
    },
  ]);
  return {
    ...(Object.fromEntries(ofTerms) as Record<(typeof termKinds)[number], StoredCollection>),
    products: {
      ids: (after, limit) => writer.ids(after, limit),
      remove: (ids) => withPublishing(writer.remove(ids)),
    },
    reviews: {
      ids: (after, limit) => reviews.ids(after, limit),
      remove: (ids) => withPublishing(reviews.remove(ids)),
    },
    coupons: {
      ids: (after, limit) => coupons.ids(after, limit),
      remove: (ids) => storedAndPublished({ publish }, coupons.remove(ids)),
    },
  };
}
