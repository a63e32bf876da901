import type { ProductFacts } from '#contracts/catalogue.ts';
import { isVariation, type SellableDocument } from './documents.ts';
import { isPurchasable, pricesAt } from './pricing.ts';
import { maxPurchase, stockOf, stockUnitOf } from './stock.ts';

/** What only a variation has, or takes from its product. */
function ownFacts(document: SellableDocument) {
  if (isVariation(document)) {
    const { name, slug, soldIndividually, categoryIds, crossSellIds } = document.parent;
    const ids = { categoryIds: [...categoryIds], crossSellIds: [...crossSellIds] };
    return { title: name, slug, soldIndividually, ...ids, attributes: document.attributes };
  }
  const { name, slug, soldIndividually, categories, crossSellIds } = document;
  return {
    title: name,
    slug,
    soldIndividually,
    categoryIds: categories.map(({ id }) => id),
    crossSellIds,
    attributes: [],
  };
}

/** What a cart needs to know of a product or variation at a moment. */
export function factsOf(document: SellableDocument, now: number, countsStock: boolean): ProductFacts {
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
    onSale: prices.onSale,
    purchasable: isPurchasable(document, prices.price),
    stock,
    stockUnit: stockUnitOf(document),
    minPurchase: 1,
    maxPurchase: maxPurchase(stock, own.soldIndividually),
    taxable: document.taxStatus === 'taxable',
    taxClass: document.taxClass,
    shippingRequired: !document.virtual,
    shippingClass: document.shippingClass,
    weight: document.weight,
    dimensions: document.dimensions,
    thumbnail: document.images[0]?.thumbnail ?? '',
    choices: null,
    holdsUntil,
    ...own,
  };
}
