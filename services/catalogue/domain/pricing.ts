import type { EnteredPrices } from '#contracts/catalogue-import.ts';
import type { Prices, ShopTime } from '#contracts/product.ts';
import { isVariation, type SellableDocument } from './documents.ts';

/**
 * Prices at a moment. `holdsUntil` is the time of the next price change in Unix milliseconds; null if prices
 * stay.
 */
export interface PricesNow {
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

/**
 * Returns whether a sale is active at `now`, and when the sale next begins or ends (`holdsUntil`).
 *
 * `saleTo` is the last second of the sale. A sale price that is not below the regular price is ignored.
 */
function saleAt(entered: EnteredPrices, now: number): { onSale: boolean; holdsUntil: number | null } {
  const { regular, sale, saleFrom, saleTo } = entered;
  if (regular === null || sale === null || sale >= regular) return { onSale: false, holdsUntil: null };
  const begins = saleFrom ? unixMs(saleFrom) : Number.NEGATIVE_INFINITY;
  const ends = saleTo ? unixMs(saleTo) + 1_000 : Number.POSITIVE_INFINITY;
  if (now >= ends || begins >= ends) return { onSale: false, holdsUntil: null };
  if (now < begins) return { onSale: false, holdsUntil: begins };
  return { onSale: true, holdsUntil: Number.isFinite(ends) ? ends : null };
}

/** Returns the prices of a variation, or of a product without children. */
function ownPrices(entered: EnteredPrices, now: number): PricesNow {
  const { onSale, holdsUntil } = saleAt(entered, now);
  const { regular, sale, saleFrom, saleTo } = entered;
  const price = onSale ? sale : regular;
  return { prices: { price, regular, sale, range: null, onSale, saleFrom, saleTo }, holdsUntil };
}

function least(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Returns the prices of a product with children: the lowest price of the children, and the range of their prices. */
function pricesOfChildren(children: readonly EnteredPrices[], now: number): PricesNow {
  const all = children.map((entered) => ownPrices(entered, now));
  const prices = all.map((one) => one.prices);
  const payable = prices.map(({ price }) => price).filter((price) => price !== null);
  const min = least(payable);
  const max = payable.length === 0 ? null : Math.max(...payable);
  return {
    prices: {
      price: min,
      regular: least(prices.map(({ regular }) => regular)),
      sale: null,
      range: min === null || max === null || min === max ? null : { min, max },
      onSale: prices.some(({ onSale }) => onSale),
      saleFrom: null,
      saleTo: null,
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
