import { z } from 'zod';

const written = {
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  currency_symbol: z.string(),
  currency_minor_unit: z.int(),
  currency_decimal_separator: z.string(),
  currency_thousand_separator: z.string(),
  currency_prefix: z.string(),
  currency_suffix: z.string(),
};

/** docs/reference/README.md#currency-and-amounts: a v2 product shows prefix and suffix and no position. */
export const ProductCurrency = z.strictObject(written);

/** A cart shows the position of the symbol as well. */
export const CartCurrency = z.strictObject({ ...written, currency_symbol_pos: z.string() });

/** The short form, in the v2 variation list. */
export const ShortCurrency = z.strictObject({
  code: z.string().regex(/^[A-Z]{3}$/),
  symbol: z.string(),
  position: z.string(),
  decimal_separator: z.string(),
  thousand_separator: z.string(),
  decimals: z.int(),
});
