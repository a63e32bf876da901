import type { Prices } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText } from '#platform/money/text.ts';
import { saleDates } from '../shared/product-members.ts';

/**
 * A price as decimal text with all of the currency's decimals; empty where there is none
 * (docs/reference/README.md#currency-and-amounts).
 */
export function priceText(price: number | null, { decimals }: Currency): string {
  return price === null ? '' : decimalText(price, decimals);
}

/**
 * Prices without their range, with the currency in the form that the resource has
 * (docs/reference/README.md#currency-and-amounts).
 */
export function pricesWithoutRange<Written>(prices: Prices, format: Currency, currency: Written) {
  return {
    price: priceText(prices.price, format),
    regular_price: priceText(prices.regular, format),
    sale_price: priceText(prices.sale, format),
    on_sale: prices.onSale,
    date_on_sale: saleDates(prices),
    currency,
  };
}

/** Lowest and highest price; null where there is but one. */
export function priceRange({ range }: Prices, format: Currency) {
  return range && { min: priceText(range.min, format), max: priceText(range.max, format) };
}
