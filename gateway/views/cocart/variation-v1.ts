import type { Variation } from '#contracts/product.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText } from '#platform/money/text.ts';
import type { Links } from '../shared/links.ts';
import { variationV1Presenters } from '../shared/variation-v1.ts';
import { chosenV1 } from './attributes.ts';
import { imageSizes } from './pictures.ts';
import { labels } from './wordpress-texts.ts';

/** Returns a price without trailing zeros, such as `26` or `18.5`. A missing price is empty text. */
function plainText(price: number | null, { decimals }: Currency): string {
  if (price === null) return '';
  const text = decimalText(price, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Returns the variation's own picture in all sizes. Returns null if the variation has no picture. */
function image({ images }: Variation, links: Links) {
  const [first] = images;
  return first ? { id: first.id, src: imageSizes(first, links), name: first.name, alt: first.alt } : null;
}

/**
 * Presenters of v1 variations. Prices have no trailing zeros (docs/reference/README.md#dialects). Pictures and
 * attributes have the form of CoCart 4.x.
 */
export const { variationV1, variationsV1 } = variationV1Presenters({
  price: plainText,
  image,
  attributes: ({ attributes }) => chosenV1(labels(attributes)),
});
