import type { Prices } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Returns the currency with HTML-escaped texts, because the settings of the store may contain any text. */
export function htmlCurrency(currency: Currency): Currency {
  return {
    ...currency,
    symbol: escaped(currency.symbol),
    decimalSeparator: escaped(currency.decimalSeparator),
    thousandSeparator: escaped(currency.thousandSeparator),
  };
}

function amount(price: number, currency: Currency): string {
  return `<span class="amount">${formatted(price, currency)}</span>`;
}

/**
 * Returns a price as HTML. A price range is written as its lowest and highest price. For a sale, the regular
 * price is struck through and stands before the sale price. A missing price is empty text. `currency` must
 * come from `htmlCurrency`.
 */
export function priceHtml({ price, regular, range, onSale }: Prices, currency: Currency): string {
  if (range) return `${amount(range.min, currency)} – ${amount(range.max, currency)}`;
  if (price === null) return '';
  if (!onSale || regular === null || regular <= price) return amount(price, currency);
  const [before, now] = [amount(regular, currency), amount(price, currency)];
  return `<del aria-hidden="true">${before}</del> <ins>${now}</ins>`;
}
