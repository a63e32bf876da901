import type { Prices } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText } from '#platform/money/text.ts';
import { saleDates } from '../shared/product-members.ts';

/**
 * Returns a price as decimal text with all decimals of the currency
 * (docs/reference/README.md#currency-and-amounts). A missing price is empty text.
 */
export function priceText(price: number | null, { decimals }: Currency): string {
  return price === null ? '' : decimalText(price, decimals);
}

/**
 * Returns the price members of a product or variation, without the price range
 * (docs/reference/README.md#currency-and-amounts). The decimals of `format` determine how prices are written.
 * The value `currency` is returned as the member `currency`.
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

/** Returns the lowest and the highest price of the variations. Returns null if all prices are equal. */
export function priceRange({ range }: Prices, format: Currency) {
  return range && { min: priceText(range.min, format), max: priceText(range.max, format) };
}
