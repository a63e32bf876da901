import type { PlainFacts, ProductFacts } from '#contracts/catalogue.ts';
import { isVariation, type SellableDocument, type VariationDocument } from '../../domain/documents.ts';
import { isPurchasable, pricesAt } from '../../domain/pricing.ts';
import type { CategoryTree } from '../../terms/domain/category-tree.ts';
import { choicesBytes, choicesOf } from './choices.ts';
import { maxPurchase, stockOf, stockUnitOf } from './stock.ts';

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
