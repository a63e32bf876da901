import { expect, test } from 'vitest';
import type { Currency } from '#contracts/settings.ts';
import { cartCurrency, productCurrency, shortCurrency } from './currency.ts';

const yen: Currency = {
  code: 'JPY',
  symbol: '¥',
  position: 'left',
  decimals: 0,
  decimalSeparator: '.',
  thousandSeparator: ',',
};
const euros: Currency = {
  code: 'EUR',
  symbol: '€',
  position: 'right_space',
  decimals: 2,
  decimalSeparator: ',',
  thousandSeparator: '.',
};
const dinars: Currency = { ...yen, code: 'KWD', symbol: 'د.ك', position: 'left_space', decimals: 3 };
const francs: Currency = { ...euros, code: 'CHF', symbol: 'Fr.', position: 'right', thousandSeparator: "'" };

test.each([
  [yen, 0, '.', ',', '¥', ''],
  [euros, 2, ',', '.', '', ' €'],
  [dinars, 3, '.', ',', 'د.ك ', ''],
  [francs, 2, ',', "'", '', 'Fr.'],
] as const)(
  'a product and a cart in $code describe the format of amounts',
  (currency, minorUnit, decimalSeparator, thousandSeparator, prefix, suffix) => {
    const common = {
      currency_code: currency.code,
      currency_symbol: currency.symbol,
      currency_minor_unit: minorUnit,
      currency_decimal_separator: decimalSeparator,
      currency_thousand_separator: thousandSeparator,
      currency_prefix: prefix,
      currency_suffix: suffix,
    };
    expect(productCurrency.present(currency, null, null)).toEqual(common);
    expect(cartCurrency.present(currency, null, null)).toEqual({
      ...common,
      currency_symbol_pos: currency.position,
    });
    expect(shortCurrency.present(currency, null, null)).toEqual({
      code: currency.code,
      symbol: currency.symbol,
      position: currency.position,
      decimal_separator: decimalSeparator,
      thousand_separator: thousandSeparator,
      decimals: minorUnit,
    });
  },
);
