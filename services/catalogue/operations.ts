import { type Audience, readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import { idBatch, importProducts, importTerms, listIds, removeRecords } from '#contracts/catalogue-import.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import { isVariation } from './domain/documents.ts';
import { factsOf } from './domain/facts.ts';
import { parseReference } from './domain/references.ts';
import { isPublic, namedBy, productView } from './domain/view.ts';
import type { ProductMemory } from './product-memory.ts';
import type { Counter } from './store/counter.ts';
import type { ProductWriter } from './store/product-writer.ts';
import type { TermStore } from './store/term-store.ts';

/** What the operations of the catalogue stand on. */
export interface CatalogueParts {
  readonly products: ProductMemory;
  readonly writer: ProductWriter;
  readonly terms: TermStore;
  readonly counter: Counter;
  /** The store's settings as they are now, and the number of their last change. */
  settings(): Promise<{ settings: StoreSettings; number: number }>;
  /** Unix milliseconds. */
  now(): number;
  /** Tells the feed `catalogue` of a change. */
  tell(number: number, change: CatalogueChange): void;
}

/** Binds each operation to what does it: the catalogue's table of contents. */
export function catalogueOperations(parts: CatalogueParts): Served[] {
  return [
    implement(readProduct, ({ reference, audience }) => productAnswer(parts, reference, audience)),
    implement(readFacts, ({ references, audience }) => factsAnswer(parts, references, audience)),
    implement(readCatalogueNumber, async () => ({ number: await parts.counter.last() })),
    ...importOperations(parts),
  ];
}

function importOperations({ writer, terms, tell }: CatalogueParts): Served[] {
  return [
    implement(importProducts, async ({ records }) => {
      const { touched, ...written } = await writer.keep(records);
      if (touched.length > 0) tell(written.number, { products: [...touched] });
      return written;
    }),
    implement(importTerms, async (batch) => {
      const written = await terms.keep(batch);
      // Nothing that is served yet shows a term by itself; the number goes on all the same.
      if (written.outcome.created + written.outcome.changed > 0) tell(written.number, { products: [] });
      return written;
    }),
    implement(listIds, async ({ collection, after }) => ({
      ids: await (collection === 'products'
        ? writer.ids(after, idBatch)
        : terms.ids(collection, after, idBatch)),
    })),
    implement(removeRecords, async ({ collection, ids }) => {
      const written =
        collection === 'products' ? await writer.remove(ids) : await terms.remove(collection, ids);
      const { removed, number, touched } = written;
      if (removed > 0) tell(number, { products: [...touched] });
      return { removed, number };
    }),
  ];
}

async function productAnswer(parts: CatalogueParts, reference: string, audience: Audience) {
  const { products } = parts;
  const named = parseReference(reference);
  // The number first: what is read after it is at least as new as it says.
  const catalogue = await products.number();
  const [product] = await products.named([named], audience);
  if (!product && named.id === null && !/^\d+$/.test(named.sku))
    throw refusal('service_unknown_product_id', {});
  if (!product || isVariation(product) || !isPublic(product)) throw refusal('service_product_invalid_id', {});
  const [{ settings, number }, variations, beside] = await Promise.all([
    parts.settings(),
    products.variations(product, audience),
    products.byIds(namedBy(product), audience),
  ]);
  const moment = { now: parts.now(), countsStock: settings.manageStock };
  const { currency, weightUnit, dimensionUnit } = settings;
  return {
    ...productView({ product, variations, named: beside }, moment),
    units: { currency, weightUnit, dimensionUnit },
    asOf: { catalogue, settings: number },
  };
}

async function factsAnswer(parts: CatalogueParts, texts: readonly string[], audience: Audience) {
  const [{ settings, number }, catalogue] = await Promise.all([parts.settings(), parts.products.number()]);
  const found = await parts.products.named(texts.map(parseReference), audience);
  const now = parts.now();
  const facts = found.map((document) => document && factsOf(document, now, settings.manageStock));
  return { facts, asOf: { catalogue, settings: number } };
}
