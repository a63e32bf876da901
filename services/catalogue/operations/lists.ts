import { type CountedTerm, countFacets, type Facets } from '#contracts/facets.ts';
import {
  type ListQuery,
  listProducts,
  listVariations,
  readProducts,
  readVariation,
} from '#contracts/listing.ts';
import { StockStatus, type Variation } from '#contracts/product.ts';
import { Parts } from '#contracts/product-replies.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { settingsWithFreshness, withPart } from '../caches/freshness.ts';
import type { SerializedView } from '../caches/serialized-views.ts';
import type { TermCache, Terms } from '../caches/term-cache.ts';
import { isStable } from '../listing/domain/filters.ts';
import type { FoundProducts } from '../listing/domain/found-products.ts';
import type { ListedIds, ListingCache } from '../listing/listing-cache.ts';
import { seesUnpublished, type Viewer, viewerOf } from '../model/audiences.ts';
import {
  isPublic,
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from '../model/documents.ts';
import { earlier } from '../model/pricing.ts';
import { type ViewMoment, variationView } from '../model/product-view.ts';
import { unitsOf } from '../model/store-settings.ts';
import { attributeNamed, inTreeOrder, termByReference } from '../model/terms.ts';
import { type ViewOptions, type WholeProductsDeps, wholeProducts } from './whole-products.ts';

export interface ListingDeps extends WholeProductsDeps {
  readonly listing: ListingCache;
  readonly termCache: TermCache;
  /** The maximum estimated size of the products in one message, in bytes. */
  readonly portionBytes: number;
}

/**
 * Returns the operations that read lists of products, several products by id, lists of variations, and single
 * variations.
 */
export function listingOperations(deps: ListingDeps): ImplementedOperation[] {
  return [
    implement(listProducts, ({ query, shows }, context) =>
      productsAnswer(deps, query, shows, listRequestOf(context)),
    ),
    implement(readProducts, ({ ids, shows }, context) =>
      partsAnswer(deps, ids, shows, listRequestOf(context)),
    ),
    implement(listVariations, ({ productId, query }, context) =>
      variationsAnswer(deps, productId, query, listRequestOf(context)),
    ),
    implement(readVariation, ({ productId, variationId }, context) =>
      variationAnswer(deps, productId, variationId, viewerOf(context)),
    ),
  ];
}

/** The related data in an answer: variations, reviews. */
type ShownData = Omit<ViewOptions, 'viewer'>;

/**
 * What a request for a list takes from its context. `unpublished`: whether the caller may see unpublished
 * products. `deadline`: Unix milliseconds.
 */
interface ListRequest {
  readonly viewer: Viewer;
  readonly unpublished: boolean;
  readonly deadline: number;
}

function listRequestOf(context: Context): ListRequest {
  return { viewer: viewerOf(context), unpublished: seesUnpublished(context), deadline: context.deadline };
}

/** Returns a page of a list: which products are on it, from the index, and as many of them as fit into the message. */
async function productsAnswer(deps: ListingDeps, query: ListQuery, shows: ShownData, request: ListRequest) {
  const { settings, asOf } = await settingsWithFreshness(deps);
  const page = await pageOf(deps, withAllowedStatuses(query, request), settings, request);
  const documents = await shownInOrder(deps, page.ids, request);
  const show = { ...shows, viewer: request.viewer };
  const { entries, madeOf, holdsUntil } = await wholeProducts(deps, documents, show, deps.portionBytes);
  return {
    ids: documents.map(({ _id }) => _id),
    digests: entries.map(({ digest }) => digest),
    ...(entries.length === documents.length && isStable(query) && { madeOf }),
    total: page.total,
    similar: page.similar,
    units: unitsOf(settings),
    holdsUntil: earlier(holdsUntil, page.holdsUntil),
    asOf: withPart(asOf, page),
  };
}

/**
 * Returns the query, restricted to published products if the caller may not see unpublished products
 * (docs/reference/catalogue.md#who-sees-what).
 */
function withAllowedStatuses(query: ListQuery, { unpublished }: ListRequest): ListQuery {
  return unpublished ? query : { ...query, statuses: ['publish'] };
}

/**
 * Returns the ids on a page of a list, with the freshness of the list. Does not check whether the client may see
 * unpublished products, because `withAllowedStatuses` has already restricted `query`.
 */
export async function pageOf(
  { listing, termCache }: Pick<ListingDeps, 'listing' | 'termCache'>,
  query: ListQuery,
  { currency }: StoreSettings,
  { viewer, deadline }: Pick<ListRequest, 'viewer' | 'deadline'>,
): Promise<ListedIds> {
  const terms = await termCache.current();
  const { number, age } = terms;
  const page = await listing.page(query, listSettings(terms, { currency }, viewer), deadline);
  // The answer is only as fresh as its older part: the list or the terms.
  return { ...page, number: Math.min(page.number, number), age: Math.max(page.age, age) };
}

/** Returns what `ListingCache` needs for a query: viewer, decimals, and functions that look up terms. */
function listSettings(
  { categories, records }: Terms,
  { currency }: Pick<StoreSettings, 'currency'>,
  viewer: Viewer,
) {
  return {
    viewer,
    decimals: currency.decimals,
    categories: (reference: string) => categories.descendants(reference),
    attributeTerm(slug: string, reference: string) {
      const attribute = attributeNamed(records.attributes, slug);
      const terms = records.terms.filter(({ attributeId }) => attributeId === attribute?.id);
      return termByReference(terms, reference)?.slug ?? null;
    },
  };
}

/**
 * Returns the documents that a viewer sees, in the order of `ids`, without documents that were removed
 * meanwhile.
 */
async function shownInOrder(
  { products }: WholeProductsDeps,
  ids: readonly number[],
  { viewer, unpublished }: ListRequest,
): Promise<SellableDocument[]> {
  const found = new Map((await products.byIds(ids, viewer)).map((one) => [one._id, one]));
  return ids
    .map((id) => found.get(id))
    .filter((one) => one !== undefined)
    .filter((one) => unpublished || isPublic(one));
}

async function partsAnswer(
  deps: ListingDeps,
  ids: readonly number[],
  shows: ShownData,
  request: ListRequest,
) {
  const { settings, asOf } = await settingsWithFreshness(deps);
  const wanted = [...new Set(ids)];
  const documents = await shownInOrder(deps, wanted, request);
  const found = new Set(documents.map(({ _id }) => _id));
  const gone = wanted.filter((id) => !found.has(id));
  const show = { ...shows, viewer: request.viewer };
  const { entries, holdsUntil } = await wholeProducts(deps, documents, show, deps.portionBytes);
  return new Parts(entries, { gone, holdsUntil, units: unitsOf(settings), asOf });
}

async function variationsAnswer(
  deps: ListingDeps,
  productId: number,
  query: ListQuery,
  request: ListRequest,
) {
  const { settings, asOf } = await settingsWithFreshness(deps);
  const own: ListQuery = {
    ...withAllowedStatuses(query, request),
    parents: [productId],
    types: ['variation'],
    typesExcluded: [],
    visibility: 'any',
  };
  const [product, page] = await Promise.all([
    shownProduct(deps, productId, request),
    pageOf(deps, own, settings, request),
  ]);
  const documents = product ? await shownInOrder(deps, page.ids, request) : [];
  const moment = { now: deps.now(), countsStock: settings.manageStock };
  const views = documents.filter(isVariation).map((one) => serializedVariation(deps, one, request, moment));
  const variations = views.map(({ json }) => json);
  return new Parts(variations, {
    parent: inheritedData(productId, product),
    total: product ? page.total : 0,
    similar: page.similar,
    units: unitsOf(settings),
    holdsUntil: views.map((one) => one.holdsUntil).reduce(earlier, page.holdsUntil),
    asOf: withPart(asOf, page),
  });
}

async function variationAnswer(deps: ListingDeps, productId: number, variationId: number, viewer: Viewer) {
  const { settings, asOf } = await settingsWithFreshness(deps);
  const found = await deps.products.byIds([productId, variationId], viewer);
  const parent = found.find(({ _id }) => _id === productId);
  const variation = found.find(({ _id }) => _id === variationId);
  if (!variation || !isVariation(variation) || variation.parentId !== productId || !isPublic(variation)) {
    throw refusal('service_product_variation_invalid_id', {});
  }
  const moment = { now: deps.now(), countsStock: settings.manageStock };
  const { json, holdsUntil } = serializedVariation(deps, variation, { viewer }, moment);
  return new Parts([json], {
    parent: inheritedData(productId, parent && !isVariation(parent) ? parent : null),
    units: unitsOf(settings),
    holdsUntil,
    asOf,
  });
}

/** Returns a product that a viewer sees; null if the viewer sees no product with this id. */
async function shownProduct(
  deps: WholeProductsDeps,
  id: number,
  request: ListRequest,
): Promise<ProductDocument | null> {
  const [found] = await shownInOrder(deps, [id], request);
  return found && !isVariation(found) ? found : null;
}

/** Returns a variation without the data that it inherits, as JSON bytes from the cache. */
function serializedVariation(
  { products }: WholeProductsDeps,
  document: VariationDocument,
  { viewer }: Pick<ListRequest, 'viewer'>,
  moment: ViewMoment,
): SerializedView<Variation> {
  return products.serializedViews.of(`${viewer} variation ${document._id}`, [document], moment, () =>
    variationView(document, moment),
  );
}

/** Returns the data that variations inherit from their product; empty lists if the product no longer exists. */
function inheritedData(id: number, product: ProductDocument | null) {
  if (!product) return { id, categories: [], tags: [], attributes: [] };
  const { categories, tags, attributes } = product;
  const places = attributes.map(({ key, position, visible }) => ({ key, position, visible }));
  return { id, categories, tags, attributes: places };
}

/**
 * The maximum number of terms of each kind in an answer. If a list has more terms, the terms with the most products are
 * chosen.
 */
const maxTerms = 1_000;

/** Returns the operation that counts the products of a list by term, rating, stock status and price band. */
export function facetOperations(
  deps: Pick<ListingDeps, 'listing' | 'termCache' | 'settings' | 'products'>,
): ImplementedOperation[] {
  return [
    implement(countFacets, async ({ query }, context) => {
      const request = listRequestOf(context);
      const { settings, asOf } = await settingsWithFreshness(deps);
      const terms = await deps.termCache.current();
      const { counted, ...rest } = await deps.listing.counted(
        withAllowedStatuses(query, request),
        listSettings(terms, settings, request.viewer),
        request.deadline,
        (found) => ({ facets: facetsOf(found, terms), total: found.total, similar: found.similar }),
      );
      const number = Math.min(rest.number, terms.number);
      const age = Math.max(rest.age, terms.age);
      return {
        ...counted,
        units: unitsOf(settings),
        holdsUntil: rest.holdsUntil,
        asOf: withPart(asOf, { number, age }),
      };
    }),
  ];
}

function facetsOf(found: FoundProducts, { records, categories }: Terms): Facets {
  const inTree = (one: { term: Term & { readonly parentId: number }; count: number }) => ({
    ...withCount(one),
    parentId: one.term.parentId,
  });
  const slugs = new Map(records.attributes.map(({ id, slug }) => [id, slug]));
  const terms = counted(records.terms, ({ attributeId, slug }) =>
    found.withOption(slugs.get(attributeId) ?? '', slug),
  );
  const termsOf = Map.groupBy(terms, ({ term }) => term.attributeId);
  return {
    categories: counted(categories.inOrder, ({ id }) =>
      found.inCategories(categories.descendants(String(id))),
    ).map(inTree),
    tags: counted(records.tags, ({ id }) => found.withTag(id)).map(withCount),
    brands: counted(inTreeOrder(records.brands), ({ id }) => found.ofBrand(id)).map(inTree),
    attributes: records.attributes
      .filter(({ id }) => termsOf.has(id))
      .map(({ id, name, slug }) => ({ id, name, slug, terms: (termsOf.get(id) ?? []).map(withCount) })),
    ratings: [5, 4, 3, 2, 1]
      .map((rating) => ({ rating, count: found.withRating(rating) }))
      .filter(({ count }) => count > 0),
    stockStatuses: StockStatus.options
      .map((status) => ({ status, count: found.withStock(status) }))
      .filter(({ count }) => count > 0),
    prices: found.prices(),
  };
}

interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/**
 * Returns the terms that at least one product has, each with its number of products, in the order of `terms`.
 * Only the `maxTerms` terms with the most products are returned.
 */
function counted<One extends Term>(terms: readonly One[], count: (term: One) => number) {
  const all = terms.map((term) => ({ term, count: count(term) })).filter((one) => one.count > 0);
  if (all.length <= maxTerms) return all;
  const chosen = new Set(all.toSorted((one, other) => other.count - one.count).slice(0, maxTerms));
  return all.filter((one) => chosen.has(one));
}

function withCount({ term: { id, name, slug }, count }: { term: Term; count: number }): CountedTerm {
  return { id, name, slug, count };
}
