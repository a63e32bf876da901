import { countFacets, type Facets } from '#contracts/facets.ts';
import { listProducts, listVariations, readProducts, readVariation } from '#contracts/listing.ts';
import type { Product, Variation } from '#contracts/product.ts';
import { Parts } from '#contracts/product-replies.ts';
import { createReview, listReviews, type Review, readReview } from '#contracts/reviews.ts';
import { listTerms, readTerm, type TermKind, type TermList } from '#contracts/terms.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { serialized } from '#platform/bus/wire.ts';
import { refusal } from '#platform/errors/errors.ts';
import { aBrand, aCategory, anAttribute, anAttributeTerm, aReview, aTag } from './catalogue-samples.ts';
import { aProduct, aVariation, units } from './samples.ts';

type Kind = Exclude<TermKind, 'shippingClasses'>;
type Records<K extends TermKind> = Extract<TermList, { kind: K }>['records'];

/** The contents of the fake catalogue's lists. Tests set these members. */
export class FakeLists {
  products: Product[] = [aProduct()];
  /** Maximum number of products in one reply. */
  portion = 100;
  /** Ids of products that are in lists, but can no longer be read. */
  gone: number[] = [];
  /** Whether a search found only similar words. */
  similar = false;
  /** Whether the pages do not depend on prices and stock of other products. */
  stable = true;
  variations: Variation[] = [aVariation()];
  terms: { [K in Kind]: Records<K> } = {
    categories: [aCategory()],
    tags: [aTag()],
    brands: [aBrand()],
    attributes: [anAttribute()],
    terms: [anAttributeTerm()],
  };
  reviews: Review[] = [aReview()];
  /** The error with which `listProducts` and `createReview` fail. Null for no error. */
  refuses: Error | null = null;
  /** Whether the catalogue answers that an earlier request with the same idempotency key created the review. */
  replayed = false;
}

/** Page parameters of every list request. */
interface PageQuery {
  readonly page: number;
  readonly perPage: number | null;
  readonly offset: number | null;
}

function pageOf<Entry>(all: readonly Entry[], { page, perPage, offset }: PageQuery): Entry[] {
  if (perPage === null) return [...all];
  const start = offset ?? (page - 1) * perPage;
  return all.slice(start, start + perPage);
}

/**
 * Dependencies of the fake operations: `lists` returns the lists, `hear` records a request, and `stamp` returns
 * the freshness of an answer.
 */
interface FakeDeps {
  readonly lists: () => FakeLists;
  hear(operation: string, request: unknown, context: Context): void;
  stamp(): { holdsUntil: number | null; asOf: { catalogue: number; settings: number; age: number } };
}

/** Returns products as the parts of a reply: the first `size`. */
function partsOf(products: readonly Product[], size: number) {
  return products.slice(0, size).map((product) => serialized({ product, reviews: [] }));
}

const someFacets: Facets = {
  categories: [{ id: 2, name: 'Tea & Herbs', slug: 'tea', parentId: 1, count: 3 }],
  tags: [],
  brands: [],
  attributes: [
    { id: 3, name: 'Colour', slug: 'pa_colour', terms: [{ id: 9, name: 'Red', slug: 'red', count: 1 }] },
  ],
  ratings: [{ rating: 5, count: 2 }],
  stockStatuses: [{ status: 'instock', count: 7 }],
  prices: { min: 500, max: 1_250, bands: [{ min: 500, max: 999, count: 7 }] },
};

function productOperations({ lists, hear, stamp }: FakeDeps): ImplementedOperation[] {
  return [
    implement(listProducts, async (request, context) => {
      hear(listProducts.name, request, context);
      const { products, portion, similar, stable, refuses } = lists();
      if (refuses) throw refuses;
      const page = pageOf(products, request.query);
      const madeOf = stable && page.length <= portion ? page.map(({ id }) => id) : undefined;
      const [ids, digests] = [page.map(({ id }) => id), partsOf(page, portion).map(({ digest }) => digest)];
      return { ids, digests, total: products.length, similar, madeOf, units, ...stamp() };
    }),
    implement(countFacets, async (request, context) => {
      hear(countFacets.name, request, context);
      return { facets: someFacets, total: 7, units, ...stamp() };
    }),
    implement(readProducts, async (request, context) => {
      hear(readProducts.name, request, context);
      const { products, portion, gone } = lists();
      const isGone = (id: number) => gone.includes(id) || !products.some((one) => one.id === id);
      const wanted = request.ids.flatMap((id) => products.find((one) => one.id === id && !isGone(id)) ?? []);
      return new Parts(partsOf(wanted, portion), { gone: request.ids.filter(isGone), units, ...stamp() });
    }),
    implement(listVariations, async (request, context) => {
      hear(listVariations.name, request, context);
      const { variations: known, similar } = lists();
      const all = known.filter(({ parentId }) => parentId === request.productId);
      const parent = { id: request.productId, categories: [], tags: [], attributes: [] };
      const variations = pageOf(all, request.query).map((one) => serialized(one));
      return new Parts(variations, { parent, total: all.length, similar, units, ...stamp() });
    }),
    implement(readVariation, async (request, context) => {
      hear(readVariation.name, request, context);
      const { productId: id, variationId } = request;
      const variation = lists().variations.find((one) => one.parentId === id && one.id === variationId);
      if (!variation) throw refusal('service_product_variation_invalid_id', {});
      const parent = { id, categories: [], tags: [], attributes: [] };
      return new Parts([serialized(variation)], { parent, units, ...stamp() });
    }),
  ];
}

/** Returns records as a list of terms of the given kind. */
function listOf(kind: Kind, records: readonly unknown[]): TermList {
  return { kind, records } as unknown as TermList;
}

function checkAttribute({ kind, attribute }: { readonly kind: Kind; readonly attribute: string }): void {
  if (kind === 'terms' && !['3', 'pa_colour'].includes(attribute)) {
    throw refusal('service_taxonomy_invalid', {});
  }
}

function termOperations({ lists, hear, stamp }: FakeDeps): ImplementedOperation[] {
  return [
    implement(listTerms, async (request, context) => {
      hear(listTerms.name, request, context);
      checkAttribute(request);
      const all: readonly { id: number }[] = lists().terms[request.kind];
      const found = listOf(request.kind, pageOf(all, request));
      return { found, total: all.length, asOf: stamp().asOf };
    }),
    implement(readTerm, async (request, context) => {
      hear(readTerm.name, request, context);
      checkAttribute(request);
      const { kind, reference } = request;
      const all: readonly { id: number; slug: string }[] = lists().terms[kind];
      const one = all.find(({ id, slug }) => String(id) === reference || slug === reference);
      if (!one)
        throw refusal(kind === 'attributes' ? 'service_attribute_invalid' : 'service_term_invalid', {});
      return { found: listOf(kind, [one]), asOf: stamp().asOf };
    }),
  ];
}

function reviewOperations({ lists, hear, stamp }: FakeDeps): ImplementedOperation[] {
  return [
    implement(listReviews, async (request, context) => {
      hear(listReviews.name, request, context);
      const { reviews } = lists();
      return { reviews: pageOf(reviews, request), total: reviews.length, asOf: stamp().asOf };
    }),
    implement(readReview, async (request, context) => {
      hear(readReview.name, request, context);
      const review = lists().reviews.find(({ id }) => id === request.id);
      if (!review) throw refusal('service_cannot_view_review', {});
      return { review, asOf: stamp().asOf };
    }),
    implement(createReview, async (request, context) => {
      hear(createReview.name, request, context);
      const { refuses } = lists();
      if (refuses) throw refuses;
      const { productId, review, reviewer, rating } = request;
      const written = aReview({ id: 900, productId, review, reviewer, rating, status: 'hold' });
      return { review: written, replayed: lists().replayed };
    }),
  ];
}

/** Returns the operations of the fake catalogue for lists, terms and reviews. */
export function listOperations(deps: FakeDeps): ImplementedOperation[] {
  return [...productOperations(deps), ...termOperations(deps), ...reviewOperations(deps)];
}
