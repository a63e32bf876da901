import type { Currency } from '#contracts/settings.ts';
import { decimalText } from '#platform/money/text.ts';
import { variationV1Presenters } from '../shared/variation-v1.ts';

/** A price as the shop entered it: decimal text without zeros at its end, `26` or `18.5`. */
function plainText(price: number | null, { decimals }: Currency): string {
  if (price === null) return '';
  const text = decimalText(price, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Variations of v1 with plain prices (contract 8.1). */
export const { variationV1, variationsV1 } = variationV1Presenters(plainText);
