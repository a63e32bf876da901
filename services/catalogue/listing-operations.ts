import type { Audience } from '#contracts/audience.ts';
import {
  type ListQuery,
  listProducts,
  listVariations,
  readProducts,
  readVariation,
} from '#contracts/listing.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import { isPublic, isVariation, type ProductDocument, type SellableDocument } from './domain/documents.ts';
import { earlier } from './domain/pricing.ts';
import { attributeNamed, named } from './domain/terms.ts';
import { variationView } from './domain/view.ts';
import type { ListedIds, ListingMemory } from './listing-memory.ts';
import type { TermMemory } from './term-memory.ts';
import { type Showing, unitsOf, type WholeParts, wholeProducts } from './whole-products.ts';

/** What lists stand on. */
export interface ListingParts extends WholeParts {
  readonly listing: ListingMemory;
  readonly termMemory: TermMemory;
  /** How many bytes of products, by an estimate, go into one message. */
  readonly portionBytes: number;
}

/** Reading many products at once, and variations. */
export function listingOperations(parts: ListingParts): Served[] {
  return [
    implement(listProducts, ({ query, shows }, { deadline }) =>
      productsAnswer(parts, query, { ...shows, audience: query.audience }, deadline),
    ),
    implement(readProducts, ({ ids, audience, shows }) => portionAnswer(parts, ids, { ...shows, audience })),
    implement(listVariations, ({ productId, query }, { deadline }) =>
      variationsAnswer(parts, productId, query, deadline),
    ),
    implement(readVariation, ({ productId, variationId, audience }) =>
      variationAnswer(parts, productId, variationId, audience),
    ),
  ];
}

/** A page of any list, of whatever status the query names. The deadline is in Unix milliseconds. */
export async function pageOf(
  { listing, termMemory }: Pick<ListingParts, 'listing' | 'termMemory'>,
  query: ListQuery,
  { currency }: StoreSettings,
  deadline: number,
): Promise<ListedIds> {
  const { categories, records, number } = await termMemory.current();
  const settings = {
    decimals: currency.decimals,
    categories: (reference: string) => categories.descendants(reference),
    attributeTerm(slug: string, reference: string) {
      const attribute = attributeNamed(records.attributes, slug);
      const terms = records.terms.filter(({ attributeId }) => attributeId === attribute?.id);
      return named(terms, reference)?.slug ?? null;
    },
  };
  const page = await listing.page(query, settings, deadline);
  // The memory of terms hears of a change by a message of its own.
  return { ...page, number: Math.min(page.number, number) };
}

/** A query as the public may ask it: published products, whatever it names (contract 9.3). */
function forPublic(query: ListQuery): ListQuery {
  return { ...query, statuses: ['publish'] };
}

/** Documents that the public may see, in the order of their ids; one that is gone meanwhile is left out. */
async function publicInOrder(
  { products }: WholeParts,
  ids: readonly number[],
  audience: Audience,
): Promise<SellableDocument[]> {
  const found = new Map((await products.byIds(ids, audience)).map((one) => [one._id, one]));
  return ids
    .map((id) => found.get(id))
    .filter((one) => one !== undefined)
    .filter(isPublic);
}

async function productsAnswer(parts: ListingParts, query: ListQuery, show: Showing, deadline: number) {
  const [catalogue, { settings, number }] = await Promise.all([parts.products.number(), parts.settings()]);
  const page = await pageOf(parts, forPublic(query), settings, deadline);
  const documents = await publicInOrder(parts, page.ids, show.audience);
  const { entries, left, holdsUntil } = await wholeProducts(parts, documents, show, parts.portionBytes);
  return {
    entries,
    left,
    total: page.total,
    units: unitsOf(settings),
    holdsUntil: earlier(holdsUntil, page.holdsUntil),
    asOf: { catalogue: Math.min(catalogue, page.number), settings: number },
  };
}

async function portionAnswer(parts: ListingParts, ids: readonly number[], show: Showing) {
  const [catalogue, { settings, number }] = await Promise.all([parts.products.number(), parts.settings()]);
  const documents = await publicInOrder(parts, [...new Set(ids)], show.audience);
  return {
    ...(await wholeProducts(parts, documents, show, parts.portionBytes)),
    units: unitsOf(settings),
    asOf: { catalogue, settings: number },
  };
}

/** A product that the public may see; null for none with this id. */
async function publicProduct(
  { products }: Pick<WholeParts, 'products'>,
  id: number,
  audience: Audience = 'public',
): Promise<ProductDocument | null> {
  const [found] = await products.byIds([id], audience);
  return found && !isVariation(found) && isPublic(found) ? found : null;
}

/** What variations take from their product; little from one that is gone. */
function familyOf(id: number, product: ProductDocument | null) {
  if (!product) return { id, categories: [], tags: [], attributes: [] };
  const { categories, tags, attributes } = product;
  const places = attributes.map(({ key, position, visible }) => ({ key, position, visible }));
  return { id, categories, tags, attributes: places };
}

async function variationsAnswer(parts: ListingParts, productId: number, query: ListQuery, deadline: number) {
  const { audience } = query;
  const [catalogue, { settings, number }] = await Promise.all([parts.products.number(), parts.settings()]);
  const own: ListQuery = {
    ...forPublic(query),
    parents: [productId],
    types: ['variation'],
    typesExcluded: [],
    visibility: 'any',
  };
  const [product, page] = await Promise.all([
    publicProduct(parts, productId, audience),
    pageOf(parts, own, settings, deadline),
  ]);
  const documents = product ? await publicInOrder(parts, page.ids, audience) : [];
  const moment = { now: parts.now(), countsStock: settings.manageStock };
  const views = documents.filter(isVariation).map((one) => variationView(one, moment));
  return {
    variations: views.map(({ view }) => view),
    parent: familyOf(productId, product),
    total: product ? page.total : 0,
    units: unitsOf(settings),
    holdsUntil: views.map((one) => one.holdsUntil).reduce(earlier, page.holdsUntil),
    asOf: { catalogue: Math.min(catalogue, page.number), settings: number },
  };
}

async function variationAnswer(
  parts: ListingParts,
  productId: number,
  variationId: number,
  audience: Audience,
) {
  const [catalogue, { settings, number }] = await Promise.all([parts.products.number(), parts.settings()]);
  const found = await parts.products.byIds([productId, variationId], audience);
  const parent = found.find(({ _id }) => _id === productId);
  const variation = found.find(({ _id }) => _id === variationId);
  if (!variation || !isVariation(variation) || variation.parentId !== productId || !isPublic(variation)) {
    throw refusal('service_product_variation_invalid_id', {});
  }
  const moment = { now: parts.now(), countsStock: settings.manageStock };
  const { view, holdsUntil } = variationView(variation, moment);
  return {
    variation: view,
    parent: familyOf(productId, parent && !isVariation(parent) ? parent : null),
    units: unitsOf(settings),
    holdsUntil,
    asOf: { catalogue, settings: number },
  };
}
