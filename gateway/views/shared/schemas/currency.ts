import { z } from 'zod';
import { text, whole } from './texts.ts';

const code = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('The code of the currency, `EUR`.');
const symbol = text.describe('The symbol of the currency.');
const decimalSeparator = text.describe('The decimal separator.');
const thousandSeparator = text.describe('The thousands separator.');
const position = text.describe('The position of the symbol: `left`, `right`, `left_space` or `right_space`.');

const written = {
  currency_code: code,
  currency_symbol: symbol,
  currency_minor_unit: whole.describe('The number of decimals of amounts.'),
  currency_decimal_separator: decimalSeparator,
  currency_thousand_separator: thousandSeparator,
  currency_prefix: text.describe('The text before an amount.'),
  currency_suffix: text.describe('The text after an amount.'),
};

/** The currency of a product. */
export const ProductCurrency = z.strictObject(written).meta({ id: 'ProductCurrency' });

/** The currency of a cart, with the position of the symbol. */
export const CartCurrency = z
  .strictObject({ ...written, currency_symbol_pos: position })
  .meta({ id: 'CartCurrency' });

/** The short form of the currency, which v2 variations have. */
export const ShortCurrency = z
  .strictObject({
    code,
    symbol,
    position,
    decimal_separator: decimalSeparator,
    thousand_separator: thousandSeparator,
    decimals: whole.describe('The number of decimals of amounts.'),
  })
  .meta({ id: 'ShortCurrency' });
