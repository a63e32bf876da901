import type { Prices } from '#contracts/product.ts';
import { saleDates } from '../shared/product-members.ts';

/** Returns a price as text in minor units; `0` without a price. */
export function priceText(price: number | null): string {
  return String(price ?? 0);
}

/** Returns prices in minor units, without the price range, and the currency in the given form. */
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

/** Returns the lowest and the highest price; `[]` if all prices are equal. */
export function priceRange({ range }: Prices) {
  return range ? { from: String(range.min), to: String(range.max) } : [];
}
