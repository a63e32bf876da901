import { z } from 'zod';
import { text, whole } from './texts.ts';

const code = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('The code of the currency, `EUR`.');
const symbol = text.describe('The symbol of the currency.');
const decimalSeparator = text.describe('What stands before the decimals.');
const thousandSeparator = text.describe('What stands between groups of three digits.');
const position = text.describe('Where the symbol stands: `left`, `right`, `left_space` or `right_space`.');

const written = {
  currency_code: code,
  currency_symbol: symbol,
  currency_minor_unit: whole.describe('How many decimals amounts have.'),
  currency_decimal_separator: decimalSeparator,
  currency_thousand_separator: thousandSeparator,
  currency_prefix: text.describe('What stands before an amount.'),
  currency_suffix: text.describe('What stands after an amount.'),
};

/** The currency of a product. */
export const ProductCurrency = z.strictObject(written).meta({ id: 'ProductCurrency' });

/** The currency of a cart, with the symbol's position. */
export const CartCurrency = z
  .strictObject({ ...written, currency_symbol_pos: position })
  .meta({ id: 'CartCurrency' });

/** The currency of a variation in v2. */
export const ShortCurrency = z
  .strictObject({
    code,
    symbol,
    position,
    decimal_separator: decimalSeparator,
    thousand_separator: thousandSeparator,
    decimals: whole.describe('How many decimals amounts have.'),
  })
  .meta({ id: 'ShortCurrency' });
