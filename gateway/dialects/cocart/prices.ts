import type { Prices } from '#contracts/product.ts';
import { saleDates } from '../shared/product-members.ts';

/** A price as text in minor units; `0` where there is none. */
export function priceText(price: number | null): string {
  return String(price ?? 0);
}

/** Prices in minor units without their range, with the currency as products name it. */
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

/** Lowest and highest price; an empty list where there is but one. */
export function priceRange({ range }: Prices) {
  return range ? { from: String(range.min), to: String(range.max) } : [];
}
