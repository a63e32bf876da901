import { z } from 'zod';
import type { Currency } from '#contracts/settings.ts';
import { affixes } from '#platform/money/text.ts';
import { text, whole } from './kinds.ts';
import { kind, type Members, object } from './view.ts';

/** The currency of an answer (docs/reference/README.md#currency-and-amounts). */

type CurrencyMembers = Members<Currency, unknown>;

const code = kind(z.string().regex(/^[A-Z]{3}$/))<Currency, unknown>(
  'The code of the currency, `EUR`.',
  (currency) => currency.code,
);
const symbol = text<Currency, unknown>('The symbol of the currency.', (currency) => currency.symbol);
const decimals = whole<Currency, unknown>(
  'The number of decimals of amounts.',
  (currency) => currency.decimals,
);
const decimalSeparator = text<Currency, unknown>(
  'The decimal separator.',
  (currency) => currency.decimalSeparator,
);
const thousandSeparator = text<Currency, unknown>(
  'The thousands separator.',
  (currency) => currency.thousandSeparator,
);
const position = text<Currency, unknown>(
  'The position of the symbol: `left`, `right`, `left_space` or `right_space`.',
  (currency) => currency.position,
);

const members: CurrencyMembers = {
  currency_code: code,
  currency_symbol: symbol,
  currency_minor_unit: decimals,
  currency_decimal_separator: decimalSeparator,
  currency_thousand_separator: thousandSeparator,
  currency_prefix: text('The text before an amount.', (currency) => affixes(currency).prefix),
  currency_suffix: text('The text after an amount.', (currency) => affixes(currency).suffix),
};

/** The currency of a product. */
export const productCurrency = object<Currency, unknown>(members, 'ProductCurrency');

/** The currency of a cart, with the position of the symbol. */
export const cartCurrency = object<Currency, unknown>(
  { ...members, currency_symbol_pos: position },
  'CartCurrency',
);

/** The currency in the short form of v2 variations. */
export const shortCurrency = object<Currency, unknown>(
  {
    code,
    symbol,
    position,
    decimal_separator: decimalSeparator,
    thousand_separator: thousandSeparator,
    decimals,
  },
  'ShortCurrency',
);
