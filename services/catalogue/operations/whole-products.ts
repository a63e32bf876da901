import type { ListedProduct } from '#contracts/listing.ts';
import type { Product } from '#contracts/product.ts';
import type { SerializedJson } from '#contracts/product-replies.ts';
import type { Review } from '#contracts/reviews.ts';
import type { KnownSettings } from '../caches/freshness.ts';
import type { ProductCache } from '../caches/product-cache.ts';
import type { SerializedView, Source } from '../caches/serialized-views.ts';
import type { Viewer } from '../model/audiences.ts';
import {
  isPublic,
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from '../model/documents.ts';
import { earlier } from '../model/pricing.ts';
import {
  cardsOf,
  productView,
  relatedIdsOf,
  type Viewed,
  type ViewMoment,
  variationProduct,
  viewBytes,
} from '../model/product-view.ts';

export interface WholeProductsDeps {
  readonly products: ProductCache;
  /** Returns the store's settings with their freshness. */
  settings(): Promise<KnownSettings>;
  /** Returns the current time in Unix milliseconds. */
  now(): number;
}

/** The related data in an answer, and the viewer. */
export interface ViewOptions {
  readonly viewer: Viewer;
  readonly variations: boolean;
  readonly reviews: boolean;
}

/** The first of several products: as many as fit into one message. */
interface WholeProducts {
  readonly entries: SerializedJson<ListedProduct>[];
  /** The ids of all products that the entries use. */
  readonly madeOf: number[];
  /** The time of the first price change in the entries, in Unix milliseconds; null if prices stay. */
  readonly holdsUntil: number | null;
}

/** The estimated JSON bytes of a variation that is not read yet. */
const perVariation = 4_000;

/** The estimated JSON bytes of a review without its text. */
const perReview = 300;

/**
 * Returns the first products and variations, complete: as many as fit into `budget` bytes of JSON, at least one. Reads
 * the related data of all documents together. Entries come from a cache.
 */
export async function wholeProducts(
  deps: WholeProductsDeps,
  documents: readonly SellableDocument[],
  show: ViewOptions,
  budget: number,
): Promise<WholeProducts> {
  const { fit, related, moment } = await fittingOf(deps, documents, show, budget);
  const written = fit.map((one) => entryOf(deps, one, show, { related, moment }));
  return {
    entries: written.map(({ json }) => json),
    madeOf: [...new Set(fit.flatMap(sourceIds))],
    holdsUntil: written.map((one) => one.holdsUntil).reduce(earlier, null),
  };
}

/** Returns one complete variation, or one complete product with its variations. */
export async function wholeProduct(
  deps: WholeProductsDeps,
  document: SellableDocument,
  options: Pick<ViewOptions, 'viewer' | 'reviews'>,
): Promise<SerializedView<ListedProduct>> {
  const show = { ...options, variations: true };
  return entryOf(deps, document, show, await fittingOf(deps, [document], show, 1));
}

/** The products that fit into one message, with their related data. */
interface Fitting {
  readonly fit: readonly SellableDocument[];
  readonly related: RelatedData;
  readonly moment: ViewMoment;
}

async function fittingOf(
  deps: WholeProductsDeps,
  documents: readonly SellableDocument[],
  show: ViewOptions,
  budget: number,
): Promise<Fitting> {
  const sizes = documents.map((one) => {
    const variationSize = show.variations && !isVariation(one) ? one.variationIds.length * perVariation : 0;
    return { own: viewBytes(one), estimated: variationSize };
  });
  const mayFit = documents.slice(
    0,
    countThatFits(
      sizes.map(({ own, estimated }) => own + estimated),
      budget,
    ),
  );
  const { settings } = await deps.settings();
  const moment = { now: deps.now(), countsStock: settings.manageStock };
  const related = await relatedDataOf(deps, mayFit, show, moment.now);
  const measured = mayFit.map((one, index) => (sizes[index]?.own ?? 0) + relatedBytes(one, related));
  return { fit: mayFit.slice(0, countThatFits(measured, budget)), related, moment };
}

/** Returns how many sizes, from the first size on, fit into `budget` together. At least 1 if there are sizes. */
export function countThatFits(sizes: readonly number[], budget: number): number {
  let sum = 0;
  const over = sizes.findIndex((size) => {
    sum += size;
    return sum > budget;
  });
  return over === -1 ? sizes.length : Math.max(1, over);
}

/** The related data of several products, read together. */
interface RelatedData {
  readonly variations: ReadonlyMap<number, readonly VariationDocument[]>;
  readonly parents: ReadonlyMap<number, ProductDocument>;
  /** The products that are shown as cards, and the parents of variations, by id. */
  readonly named: ReadonlyMap<number, SellableDocument>;
  readonly cards: ReturnType<typeof cardsOf>;
  readonly reviews: ReadonlyMap<number, readonly Review[]>;
}

async function relatedDataOf(
  deps: WholeProductsDeps,
  documents: readonly SellableDocument[],
  show: ViewOptions,
  now: number,
): Promise<RelatedData> {
  const { products } = deps;
  const own = documents.filter((one) => !isVariation(one));
  const others = new Set(documents.flatMap(relatedIdsOf));
  for (const one of documents) if (isVariation(one)) others.add(one.parentId);
  const [variations, named, reviews] = await Promise.all([
    show.variations ? products.variations(own, show.viewer) : [],
    products.byIds([...others], show.viewer),
    Promise.all(
      (show.reviews ? own : []).map(
        async ({ _id }) => [_id, await products.reviewsOf(_id, show.viewer)] as const,
      ),
    ),
  ]);
  return {
    variations: Map.groupBy(variations, ({ parentId }) => parentId),
    parents: new Map(named.filter((one) => !isVariation(one)).map((one) => [one._id, one])),
    named: new Map(named.map((one) => [one._id, one])),
    cards: cardsOf(named, now),
    reviews: new Map(reviews),
  };
}

/** Returns the estimated bytes of a product's variations and reviews. */
function relatedBytes(document: SellableDocument, { variations, reviews }: RelatedData): number {
  const variationSize = (variations.get(document._id) ?? []).reduce((sum, one) => sum + viewBytes(one), 0);
  const reviewSize = (reviews.get(document._id) ?? []).reduce(
    (sum, one) => sum + one.review.length + perReview,
    0,
  );
  return variationSize + reviewSize;
}

/** Returns the entry of a product or variation, as bytes from a cache. */
function entryOf(
  { products }: WholeProductsDeps,
  document: SellableDocument,
  show: ViewOptions,
  { related, moment }: Pick<Fitting, 'related' | 'moment'>,
): SerializedView<ListedProduct> {
  const make = () => {
    const { view: product, holdsUntil } = viewOf(document, related, moment);
    return { view: { product, reviews: [...(related.reviews.get(product.id) ?? [])] }, holdsUntil };
  };
  const key = `${show.viewer} ${show.variations} ${show.reviews} ${document._id}`;
  return products.serializedViews.of(key, sourcesOf(document, related), moment, make);
}

function viewOf(document: SellableDocument, related: RelatedData, moment: ViewMoment): Viewed<Product> {
  if (isVariation(document)) {
    return variationProduct(document, related.parents.get(document.parentId) ?? null, moment);
  }
  const variations = related.variations.get(document._id) ?? [];
  return productView({ product: document, variations, cards: related.cards }, moment);
}

/** Returns the documents and reviews from which the cached entry of a product or variation is made. */
function sourcesOf(document: SellableDocument, { variations, named, reviews }: RelatedData): Source[] {
  const ids = isVariation(document) ? [document.parentId] : relatedIdsOf(document);
  const others = ids.map((id) => named.get(id)).filter((one) => one !== undefined);
  const shownReviews = reviews.get(document._id);
  return [
    ...[document, ...others, ...(variations.get(document._id) ?? [])],
    ...(shownReviews ? [shownReviews] : []),
  ];
}

/**
 * Returns the ids of all products that the answer about a document uses, also products hidden from the viewer.
 */
export function sourceIds(document: SellableDocument): number[] {
  const more = isVariation(document)
    ? [document.parentId]
    : [...document.groupedIds, ...relatedIdsOf(document)];
  return [...new Set([document._id, ...more])];
}

/**
 * Returns the product that has the terms of a published document: for a product the product itself, for a variation its
 * parent. Null if the viewer sees no document with this id.
 */
export async function termsOf({ products }: Pick<WholeProductsDeps, 'products'>, id: number, viewer: Viewer) {
  const [found] = await products.byIds([id], viewer);
  if (!found || !isPublic(found)) return null;
  if (!isVariation(found)) return found;
  const [parent] = await products.byIds([found.parentId], viewer);
  return parent && !isVariation(parent) ? parent : null;
}
