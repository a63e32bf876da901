import { readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import type { Audience } from '#contracts/product.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import { isVariation } from './domain/documents.ts';
import { factsOf } from './domain/facts.ts';
import { parseReference } from './domain/references.ts';
import { isPublic, namedBy, productView } from './domain/view.ts';
import type { CatalogueParts } from './operations.ts';

/** Reading single products: for pages, and for carts. */
export function productOperations(parts: CatalogueParts): Served[] {
  return [
    implement(readProduct, ({ reference, audience }) => productAnswer(parts, reference, audience)),
    implement(readFacts, ({ references, audience }) => factsAnswer(parts, references, audience)),
    implement(readCatalogueNumber, async () => ({ number: await parts.counter.last() })),
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
    reviews: [],
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
