import { readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Viewer } from './domain/audiences.ts';
import { namedBy } from './domain/cards.ts';
import { isPublic, isVariation, type SellableDocument } from './domain/documents.ts';
import { factsBytes, factsOf, type Moment } from './domain/facts.ts';
import { isNumber, parseReference } from './domain/references.ts';
import { unitsOf } from './shop-units.ts';
import { standingOf, withPart } from './standing.ts';
import type { TermMemory, Terms } from './term-memory.ts';
import { viewerOf } from './viewer.ts';
import { fitting, type WholeParts, wholeProduct } from './whole-products.ts';

/** What reading single products stands on. */
interface ProductParts extends WholeParts {
  readonly termMemory: Pick<TermMemory, 'current'>;
  readonly counter: { last(): Promise<number> };
  /** Bytes of JSON that one answer may have. */
  readonly portionBytes: number;
}

/** Reading single products: for pages, and for carts. */
export function productOperations(parts: ProductParts): Served[] {
  return [
    implement(readProduct, (request, context) =>
      productAnswer(parts, { ...request, viewer: viewerOf(context) }),
    ),
    implement(readFacts, ({ references, audience }) => factsAnswer(parts, references, audience)),
    implement(readCatalogueNumber, async () => ({ number: await parts.counter.last() })),
  ];
}

/** What a request names. */
interface Named {
  readonly reference: string;
  readonly by: 'id' | 'any';
  readonly viewer: Viewer;
}

/** What a reference names that somebody may see: by id, then SKU, then slug. @throws ServiceError for nothing */
async function shownNamed({ products }: WholeParts, { reference, by, viewer }: Named) {
  const named = parseReference(reference);
  const [byNumber] = await products.named([by === 'id' ? { ...named, sku: '' } : named], viewer);
  const found: SellableDocument | null =
    byNumber ?? (by === 'any' ? await products.bySlug(named.sku, viewer) : null);
  if (!found && by === 'any' && !isNumber(named)) throw refusal('service_unknown_product_id', {});
  if (!found || !isPublic(found)) throw refusal('service_product_invalid_id', {});
  return found;
}

/** Everything that an answer about this one shows, or would show if whoever asks might see it. */
function madeOf(document: SellableDocument): number[] {
  const more = isVariation(document) ? [document.parentId] : [...document.groupedIds, ...namedBy(document)];
  return [...new Set([document._id, ...more])];
}

async function productAnswer(parts: WholeParts, request: Named & { reviews: boolean }) {
  const { settings, asOf } = await standingOf(parts);
  const found = await shownNamed(parts, request);
  const { product, reviews, holdsUntil } = await wholeProduct(parts, found, request);
  return {
    product,
    reviews,
    units: unitsOf(settings),
    madeOf: madeOf(found),
    holdsUntil,
    asOf,
  };
}

/** The moment of an answer, with what it looks at beside the documents. */
export function momentOf(
  { now }: Pick<WholeParts, 'now'>,
  { manageStock }: StoreSettings,
  { categories }: Pick<Terms, 'categories'>,
): Moment {
  return { now: now(), countsStock: manageStock, categories };
}

/** As many as fit into one message, which is all of them unless very much can be chosen. */
async function factsAnswer(parts: ProductParts, texts: readonly string[], viewer: Viewer) {
  const [{ settings, asOf }, terms] = await Promise.all([standingOf(parts), parts.termMemory.current()]);
  const found = await parts.products.named(texts.map(parseReference), viewer);
  const sizes = found.map((document) => (document ? factsBytes(document) : 0));
  const fit = found.slice(0, fitting(sizes, parts.portionBytes));
  const products = fit.filter((one) => one !== null).filter((one) => !isVariation(one));
  const variations = await parts.products.variations(products, viewer);
  const byProduct = Map.groupBy(variations, ({ parentId }) => parentId);
  const moment = momentOf(parts, settings, terms);
  const facts = fit.map(
    (document) => document && factsOf(document, moment, byProduct.get(document._id) ?? []),
  );
  // The two memories hear of a change one after the other, and a product's categories are of both.
  return { facts, asOf: withPart(asOf, terms) };
}
