import type { ProductCard } from '#contracts/product.ts';
import { isPublic, isVariation, type ProductDocument, type SellableDocument } from './documents.ts';
import { isPurchasable, pricesAt } from './pricing.ts';

/** A card and until when it holds; `from` is the moment that it was made for. Unix milliseconds. */
export interface CardNow {
  readonly card: ProductCard;
  readonly from: number;
  readonly holdsUntil: number | null;
}

/** Cards of the documents that are held in memory, as long as those are. */
const made = new WeakMap<ProductDocument, CardNow>();

/** A product as another one names it, at a moment. */
function cardOf(document: ProductDocument, now: number): CardNow {
  const held = made.get(document);
  if (held && held.from <= now && (held.holdsUntil === null || now < held.holdsUntil)) return held;
  const { prices, holdsUntil } = pricesAt(document, now);
  const card: ProductCard = {
    id: document._id,
    name: document.name,
    slug: document.slug,
    permalink: document.permalink,
    type: document.type,
    prices,
    taxStatus: document.taxStatus,
    taxClass: document.taxClass,
    purchasable: isPurchasable(document, prices.price),
    inStock: document.stock.status !== 'outofstock',
    buttonText: document.buttonText,
    externalUrl: document.externalUrl,
  };
  const fresh = { card, from: now, holdsUntil };
  made.set(document, fresh);
  return fresh;
}

/** Cards of the products among documents that the public may see, by id. */
export function cardsOf(documents: readonly SellableDocument[], now: number): Map<number, CardNow> {
  const shown = documents.filter((one) => !isVariation(one)).filter(isPublic);
  return new Map(shown.map((one) => [one._id, cardOf(one, now)]));
}

/** Ids of the products that a product's answer shows in short. */
export function namedBy(document: SellableDocument): number[] {
  if (isVariation(document)) return [];
  const { relatedIds, upsellIds, crossSellIds } = document;
  return [...new Set([...relatedIds, ...upsellIds, ...crossSellIds])];
}
