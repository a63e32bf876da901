import type { Currency } from '#contracts/settings.ts';
import { affixes } from '#platform/money/text.ts';

/** Returns the currency of a product (docs/reference/README.md#currency-and-amounts). */
export function productCurrency(currency: Currency) {
  const { prefix, suffix } = affixes(currency);
  return {
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    currency_minor_unit: currency.decimals,
    currency_decimal_separator: currency.decimalSeparator,
    currency_thousand_separator: currency.thousandSeparator,
    currency_prefix: prefix,
    currency_suffix: suffix,
  };
}

/**
 * Returns the currency of a cart, with the symbol's position (docs/reference/README.md#currency-and-amounts).
 */
export function cartCurrency(currency: Currency) {
  const { currency_code, currency_symbol, ...rest } = productCurrency(currency);
  return { currency_code, currency_symbol, currency_symbol_pos: currency.position, ...rest };
}

/** Returns the currency in the short form of v2 variations (docs/reference/README.md#currency-and-amounts). */
export function shortCurrency(currency: Currency) {
  return {
    code: currency.code,
    symbol: currency.symbol,
    position: currency.position,
    decimal_separator: currency.decimalSeparator,
    thousand_separator: currency.thousandSeparator,
    decimals: currency.decimals,
  };
}
