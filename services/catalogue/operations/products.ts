import { readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import { Parts } from '#contracts/product-replies.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { settingsWithFreshness, withPart } from '../caches/freshness.ts';
import type { TermCache, Terms } from '../caches/term-cache.ts';
import type { Viewer } from '../model/audiences.ts';
import { viewerOf } from '../model/audiences.ts';
import { isPublic, isVariation, type SellableDocument } from '../model/documents.ts';
import { type FactsMoment, factsBytes, factsOf } from '../model/product-facts.ts';
import { isNumber, parseReference } from '../model/references.ts';
import { unitsOf } from '../model/store-settings.ts';
import { countThatFits, sourceIds, type WholeProductsDeps, wholeProduct } from './whole-products.ts';

interface ProductDeps extends WholeProductsDeps {
  readonly termCache: Pick<TermCache, 'current'>;
  readonly counter: { last(): Promise<number> };
  /** The maximum size of one answer as JSON, in bytes. */
  readonly portionBytes: number;
}

/** Returns the operations that read single products, for product pages and for carts. */
export function productOperations(deps: ProductDeps): ImplementedOperation[] {
  return [
    implement(readProduct, (request, context) =>
      productAnswer(deps, { ...request, viewer: viewerOf(context) }),
    ),
    implement(readFacts, ({ references, audience }) => factsAnswer(deps, references, audience)),
    implement(readCatalogueNumber, async () => ({ number: await deps.counter.last() })),
  ];
}

/** A request for a product: its reference, the allowed kinds of reference (`by`), and the viewer. */
interface ProductRequest {
  readonly reference: string;
  readonly by: 'id' | 'any';
  readonly viewer: Viewer;
}

/**
 * Returns the product or variation with this id, or else this SKU, or else this slug.
 *
 * @throws ServiceError if the viewer sees no such product or variation
 */
async function shownNamed({ products }: WholeProductsDeps, { reference, by, viewer }: ProductRequest) {
  const parsed = parseReference(reference);
  const [byNumber] = await products.named([by === 'id' ? { ...parsed, sku: '' } : parsed], viewer);
  const found: SellableDocument | null =
    byNumber ?? (by === 'any' ? await products.bySlug(parsed.sku, viewer) : null);
  if (!found && by === 'any' && !isNumber(parsed)) {
    throw refusal('service_unknown_product_id', { reason: 'slug' });
  }
  if (!found || !isPublic(found)) throw refusal('service_product_invalid_id', {});
  return found;
}

async function productAnswer(deps: WholeProductsDeps, request: ProductRequest & { reviews: boolean }) {
  const { settings, asOf } = await settingsWithFreshness(deps);
  const found = await shownNamed(deps, request);
  const { json, holdsUntil } = await wholeProduct(deps, found, request);
  return new Parts([json], { units: unitsOf(settings), madeOf: sourceIds(found), holdsUntil, asOf });
}

/**
 * Returns what the facts of a product need besides its document: the time, whether stock is counted, and the
 * categories.
 */
export function momentOf(
  { now }: Pick<WholeProductsDeps, 'now'>,
  { manageStock }: StoreSettings,
  { categories }: Pick<Terms, 'categories'>,
): FactsMoment {
  return { now: now(), countsStock: manageStock, categories };
}

/**
 * Returns the facts of as many products as fit into one message. Products are left out only if some products
 * have very many choices.
 */
async function factsAnswer(deps: ProductDeps, texts: readonly string[], viewer: Viewer) {
  const [{ settings, asOf }, terms] = await Promise.all([
    settingsWithFreshness(deps),
    deps.termCache.current(),
  ]);
  const found = await deps.products.named(texts.map(parseReference), viewer);
  const sizes = found.map((document) => (document ? factsBytes(document) : 0));
  const fit = found.slice(0, countThatFits(sizes, deps.portionBytes));
  const products = fit.filter((one) => one !== null).filter((one) => !isVariation(one));
  const variations = await deps.products.variations(products, viewer);
  const byProduct = Map.groupBy(variations, ({ parentId }) => parentId);
  const moment = momentOf(deps, settings, terms);
  const facts = fit.map(
    (document) => document && factsOf(document, moment, byProduct.get(document._id) ?? []),
  );
  // The answer is only as fresh as its older part: the products or the terms.
  return { facts, asOf: withPart(asOf, terms) };
}
