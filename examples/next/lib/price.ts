import { formatMoney, type Product } from '@cartwright/client';

/** Returns the price of a product as text, of variations from the lowest to the highest. */
export function priceOf({ money: { min, max } }: Product): string {
  if (!min || !max) return '';
  return min.minor === max.minor ? formatMoney(min) : `${formatMoney(min)} – ${formatMoney(max)}`;
}
