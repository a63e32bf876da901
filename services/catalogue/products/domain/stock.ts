import type { EnteredStock } from '#contracts/catalogue-import.ts';
import type { Stock } from '#contracts/product.ts';
import { isVariation, type ListedDocument } from '../../domain/documents.ts';

/** Returns whether a variation uses its product's stock. */
function isShared(document: ListedDocument): boolean {
  return (
    isVariation(document) && document.stock.counted === 'parent' && document.parent.stock.counted === 'own'
  );
}

/** Returns the stock of a product or variation. `counts` is whether the store counts stock at all. */
export function stockOf(document: ListedDocument, counts: boolean): Stock {
  const shared = isVariation(document) && isShared(document);
  const entered: EnteredStock = shared ? document.parent.stock : document.stock;
  const managed = counts && (shared || entered.counted === 'own');
  const { quantity, status, backorders, lowAmount } = entered;
  return { managed, quantity: managed ? quantity : null, status, backorders, lowAmount };
}

/** Returns the id of the product or variation whose stock is counted. */
export function stockUnitOf(document: ListedDocument): number {
  return isShared(document) ? document.parentId : document._id;
}

/** Returns the maximum quantity of one purchase; −1 means no limit (docs/reference/cart.md#the-item). */
export function maxPurchase(stock: Stock, soldIndividually: boolean): number {
  if (soldIndividually) return 1;
  if (!stock.managed || stock.backorders !== 'no' || stock.quantity === null) return -1;
  return Math.max(0, stock.quantity);
}
