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

/** The currency with everything that an operator may have entered made safe to stand in HTML. */
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
 * A price as HTML: of a range both ends, of a sale the regular price struck through before the one that holds; empty
 * where there is none. `currency` is one of `htmlCurrency`.
 */
export function priceHtml({ price, regular, range, onSale }: Prices, currency: Currency): string {
  if (range) return `${amount(range.min, currency)} – ${amount(range.max, currency)}`;
  if (price === null) return '';
  if (!onSale || regular === null || regular <= price) return amount(price, currency);
  const [before, now] = [amount(regular, currency), amount(price, currency)];
  return `<del aria-hidden="true">${before}</del> <ins>${now}</ins>`;
}
