import type { Prices } from '#contracts/product.ts';
import { saleDates } from '../shared/product-members.ts';

/** Returns a price as text in minor units. A missing price is `0`. */
export function priceText(price: number | null): string {
  return String(price ?? 0);
}

/**
 * Returns the price members of a product or variation, without the price range. Prices are text in minor
 * units. The value `currency` is returned as the member `currency`.
 */
export function pricesWithoutRange<Written>(prices: Prices, currency: Written) {
  return {
    price: priceText(prices.price),
    regular_price: priceText(prices.regular),
    sale_price: prices.sale === null ? '' : String(prices.sale),
    on_sale: prices.onSale,
    date_on_sale: saleDates(prices),
    currency,
  };
}

/** Returns the lowest and the highest price of the variations. Returns `[]` if all prices are equal. */
export function priceRange({ range }: Prices) {
  return range ? { from: String(range.min), to: String(range.max) } : [];
}
