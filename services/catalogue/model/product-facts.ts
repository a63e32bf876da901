import type { PlainFacts, ProductChoices, ProductFacts } from '#contracts/catalogue.ts';
import {
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from './documents.ts';
import { isPurchasable, maxPurchase, pricesAt, stockOf, stockUnitOf } from './pricing.ts';
import type { CategoryTree } from './terms.ts';

/** The moment of an answer (Unix milliseconds), whether the store counts stock, and the tree of categories. */
export interface FactsMoment {
  readonly now: number;
  readonly countsStock: boolean;
  readonly categories: Pick<CategoryTree, 'withAbove'>;
}

/**
 * Returns the title, slug, categories and similar facts of a document. A variation inherits most of these facts from
 * its product.
 */
function ownFacts(document: SellableDocument) {
  if (isVariation(document)) {
    const { name, slug, soldIndividually, categoryIds, crossSellIds } = document.parent;
    const own = { categoryIds, crossSellIds: [...crossSellIds], attributes: document.attributes };
    return { title: name, slug, soldIndividually, ...own };
  }
  const { name, slug, soldIndividually, categories, crossSellIds } = document;
  const categoryIds = categories.map(({ id }) => id);
  return { title: name, slug, soldIndividually, categoryIds, crossSellIds, attributes: [] };
}

/** Returns the facts of a product or variation at a moment, without the facts that need other documents. */
export function plainFactsOf(document: SellableDocument, moment: FactsMoment): PlainFacts {
  const { now, countsStock, categories } = moment;
  const { prices, holdsUntil } = pricesAt(document, now);
  const stock = stockOf(document, countsStock);
  const own = ownFacts(document);
  return {
    id: document._id,
    parentId: isVariation(document) ? document.parentId : 0,
    type: document.type,
    status: document.status,
    name: document.name,
    permalink: document.permalink,
    sku: document.sku ?? '',
    price: prices.price,
    regular: prices.regular,
    sale: prices.sale,
    ...(prices.exact && { exact: prices.exact }),
    onSale: prices.onSale,
    purchasable: isPurchasable(document, prices.price),
    stock,
    stockUnit: stockUnitOf(document),
    minPurchase: 1,
    maxPurchase: maxPurchase(stock, own.soldIndividually),
    taxable: document.taxStatus === 'taxable',
    taxClass: document.taxClass,
    shippingRequired: !document.virtual,
    shippingTaxable: !document.virtual && document.taxStatus !== 'none',
    shippingClass: document.shippingClass,
    shippingClassId: document.shippingClassId,
    weight: document.weight,
    dimensions: document.dimensions,
    thumbnail: thumbnailOf(document),
    holdsUntil,
    ...own,
    categoryIds: categories.withAbove(own.categoryIds),
  };
}

/**
 * Returns the URL of the image for a cart: the image in the size of the shop's lists, or else the thumbnail. Empty if
 * the product has no image.
 */
function thumbnailOf({ images: [first] }: SellableDocument): string {
  return first?.sizes?.woocommerce_thumbnail ?? first?.thumbnail ?? '';
}

/**
 * Returns the facts of a product or variation at a moment. `variations` are the variations of a variable product, in
 * any order and of any status.
 */
export function factsOf(
  document: SellableDocument,
  moment: FactsMoment,
  variations: readonly VariationDocument[],
): ProductFacts {
  return { ...plainFactsOf(document, moment), choices: choicesOf(document, variations) };
}

/** The estimated bytes of facts as JSON, without their lists. */
const plainBytes = 1_500;
/** The estimated bytes of one id in a list. */
const perId = 8;

/**
 * Returns an estimate of the bytes of a document's facts as JSON. A rough estimate is enough, because messages are
 * filled only up to half (`portionShare`).
 */
export function factsBytes(document: SellableDocument): number {
  const ids = isVariation(document)
    ? document.parent.categoryIds.length + document.parent.crossSellIds.length
    : document.categories.length + document.crossSellIds.length;
  return plainBytes + ids * perId + choicesBytes(document);
}

/** The estimated JSON bytes of an attribute, an option and so on, without their texts. */
const frame = { attribute: 40, option: 25, variation: 40, chosen: 6, id: 8 };

/** Returns the attributes in which variations differ, in the product's order. */
function distinguishing({ attributes }: ProductDocument) {
  return attributes.filter(({ variation }) => variation);
}

/**
 * Returns the choices that a shopper makes when buying a product; null if the product has no choices, such as a simple
 * product.
 */
export function choicesOf(
  document: SellableDocument,
  variations: readonly VariationDocument[],
): ProductChoices | null {
  if (isVariation(document)) return null;
  const none = { attributes: [], variations: [], groupedIds: [] };
  if (document.type === 'grouped') return { ...none, groupedIds: document.groupedIds };
  if (document.type !== 'variable') return null;
  const attributes = distinguishing(document).map(({ key, name, options }) => ({ key, name, options }));
  const byId = new Map(variations.map((one) => [one._id, one]));
  const shown = document.variationIds.map((id) => byId.get(id)).filter((one) => one !== undefined);
  const slugIn = (one: VariationDocument, key: string) =>
    one.attributes.find((chosen) => chosen.key === key)?.slug ?? '';
  return {
    ...none,
    attributes,
    variations: shown.map((one) => ({
      id: one._id,
      attributes: Object.fromEntries(attributes.map(({ key }) => [key, slugIn(one, key)])),
    })),
  };
}

/**
 * Returns an estimate of the bytes of the choices as JSON, without reading the variations. The estimate tends
 * to be too high.
 */
export function choicesBytes(document: SellableDocument): number {
  if (isVariation(document)) return 0;
  const attributes = distinguishing(document);
  const bytes = attributes.flatMap(({ key, name, options }) => [
    frame.attribute + Buffer.byteLength(key + name),
    ...options.map(({ slug, label }) => frame.option + Buffer.byteLength(slug + label)),
  ]);
  const perVariation = attributes.reduce((sum, { key, options }) => {
    const longest = Math.max(0, ...options.map(({ slug }) => Buffer.byteLength(slug)));
    return sum + frame.chosen + Buffer.byteLength(key) + longest;
  }, frame.variation);
  return (
    bytes.reduce((sum, one) => sum + one, 0) +
    document.variationIds.length * perVariation +
    document.groupedIds.length * frame.id
  );
}
