import type { ProductCard } from '#contracts/product.ts';
import {
  isPublic,
  isVariation,
  type ProductDocument,
  type SellableDocument,
} from '../../domain/documents.ts';
import { isPurchasable, pricesAt } from '../../domain/pricing.ts';

/**
 * The card of a product: its short form. Valid between `from` and `holdsUntil` (Unix milliseconds). `holdsUntil` is
 * null if the card does not expire.
 */
export interface CardNow {
  readonly card: ProductCard;
  readonly from: number;
  readonly holdsUntil: number | null;
}

/** The cached card of each product document. A card is cached as long as the document is in memory. */
const cached = new WeakMap<ProductDocument, CardNow>();

/** Returns the card of a product at a moment. */
function cardOf(document: ProductDocument, now: number): CardNow {
  const cachedCard = cached.get(document);
  if (cachedCard && cachedCard.from <= now && (cachedCard.holdsUntil === null || now < cachedCard.holdsUntil))
    return cachedCard;
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
  cached.set(document, fresh);
  return fresh;
}

/** Returns the cards of the products among `documents` that are published without a password, by product id. */
export function cardsOf(documents: readonly SellableDocument[], now: number): Map<number, CardNow> {
  const shown = documents.filter((one) => !isVariation(one)).filter(isPublic);
  return new Map(shown.map((one) => [one._id, cardOf(one, now)]));
}

/** Returns the ids of the products whose cards are in the answer about a product. */
export function relatedIdsOf(document: SellableDocument): number[] {
  if (isVariation(document)) return [];
  const { relatedIds, upsellIds, crossSellIds } = document;
  return [...new Set([...relatedIds, ...upsellIds, ...crossSellIds])];
}
