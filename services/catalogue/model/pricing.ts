import type { EnteredPrices, EnteredStock, Prices, ShopTime, Stock } from '#contracts/product.ts';
import { comparePrices, exactMember, type Price } from '#platform/money/exact.ts';
import { isVariation, type ListedDocument, type SellableDocument } from './documents.ts';

/**
 * Prices at a moment. `holdsUntil` is the time of the next price change in Unix milliseconds; null if prices
 * stay.
 */
interface PricesNow {
  readonly prices: Prices;
  readonly holdsUntil: number | null;
}

/** Returns the earlier of two moments; null means never. */
export function earlier(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}

function unixMs({ utc }: ShopTime): number {
  return Date.parse(`${utc}Z`);
}

/** Returns whether a product has both prices, and the sale price is below the regular price. */
export function isSaleBelow({
  regular,
  sale,
  exact,
}: Pick<EnteredPrices, 'regular' | 'sale' | 'exact'>): boolean {
  if (regular === null || sale === null) return false;
  return comparePrices({ amount: sale, exact: exact?.sale }, { amount: regular, exact: exact?.regular }) < 0;
}

/**
 * Returns whether a sale is active at `now`, and when the sale next begins or ends (`holdsUntil`).
 *
 * `saleTo` is the last second of the sale. A sale price that is not below the regular price is ignored.
 */
function saleAt(entered: EnteredPrices, now: number): { onSale: boolean; holdsUntil: number | null } {
  const { saleFrom, saleTo } = entered;
  if (!isSaleBelow(entered)) return { onSale: false, holdsUntil: null };
  const begins = saleFrom ? unixMs(saleFrom) : Number.NEGATIVE_INFINITY;
  const ends = saleTo ? unixMs(saleTo) + 1_000 : Number.POSITIVE_INFINITY;
  if (now >= ends || begins >= ends) return { onSale: false, holdsUntil: null };
  if (now < begins) return { onSale: false, holdsUntil: begins };
  return { onSale: true, holdsUntil: Number.isFinite(ends) ? ends : null };
}

/** Returns the prices of a variation, or of a product without children. */
function ownPrices(entered: EnteredPrices, now: number): PricesNow {
  const { onSale, holdsUntil } = saleAt(entered, now);
  const { regular, sale, saleFrom, saleTo, exact } = entered;
  const price = onSale ? sale : regular;
  const prices = { price, regular, sale, range: null, onSale, saleFrom, saleTo };
  if (!exact) return { prices, holdsUntil };
  const current = { ...exact, price: onSale ? exact.sale : exact.regular };
  return { prices: { ...prices, ...exactMember(current) }, holdsUntil };
}

/** Returns the lowest and the highest `price` or `regular` of all prices; undefined if there is none. */
function boundsOf(all: readonly Prices[], which: 'price' | 'regular') {
  let lowest: Price | undefined;
  let highest: Price | undefined;
  for (const { [which]: amount, exact } of all) {
    if (amount === null) continue;
    const one = { amount, exact: exact?.[which] };
    if (!lowest || comparePrices(one, lowest) < 0) lowest = one;
    if (!highest || comparePrices(one, highest) > 0) highest = one;
  }
  return { lowest, highest };
}

/** Returns the prices of a product with children: the lowest price of the children, and the range of their prices. */
function pricesOfChildren(children: readonly EnteredPrices[], now: number): PricesNow {
  const all = children.map((entered) => ownPrices(entered, now));
  const prices = all.map((one) => one.prices);
  const { lowest: min, highest: max } = boundsOf(prices, 'price');
  const { lowest: regular } = boundsOf(prices, 'regular');
  return {
    prices: {
      price: min?.amount ?? null,
      regular: regular?.amount ?? null,
      sale: null,
      range: !min || !max || min.amount === max.amount ? null : { min: min.amount, max: max.amount },
      onSale: prices.some(({ onSale }) => onSale),
      saleFrom: null,
      saleTo: null,
      ...exactMember({ price: min?.exact, regular: regular?.exact, max: max?.exact }),
    },
    holdsUntil: all.map((one) => one.holdsUntil).reduce(earlier, null),
  };
}

/** Returns the prices of a product or variation at a moment. */
export function pricesAt(
  document: Pick<SellableDocument, 'type' | 'prices'> & { childPrices?: readonly EnteredPrices[] },
  now: number,
): PricesNow {
  const { type, prices, childPrices = [] } = document;
  if (type === 'variable' || type === 'grouped') return pricesOfChildren(childPrices, now);
  return ownPrices(prices, now);
}

/**
 * Returns whether shoppers can buy a product or variation: it has a price and is published without a password. False
 * for groups, whose products are bought one by one, and for external products, which another shop sells.
 */
export function isPurchasable(document: SellableDocument, price: number | null): boolean {
  const { status, type } = document;
  if (price === null || status !== 'publish' || type === 'external' || type === 'grouped') return false;
  return isVariation(document)
    ? document.parent.status === 'publish' && !document.parent.locked
    : !document.locked;
}

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
