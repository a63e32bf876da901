import { z } from 'zod';
import * as shared from '../../shared/schemas/product-members.ts';
import { phpMap, text, url, whole } from '../../shared/schemas/texts.ts';
import { sizeNames } from '../pictures.ts';

/** Schemas of members that products and variations of v1 and v2 have in the CoCart dialect. */

/** The low-stock amount of a product; empty text if the low-stock amount of the store applies. */
export const lowAmount = z.union([whole, z.literal('')]);
export const stock = shared.stockMembers(lowAmount);

/** For each attribute: the option of a v2 variation, as a map from the slug to the name. */
export const chosenV2 = phpMap(z.record(shared.attributeKey, shared.chosenAttribute(shared.optionNames)));
/** For each attribute: the name of the option of a v1 variation. */
export const chosenV1 = phpMap(z.record(shared.attributeKey, shared.chosenAttribute(text)));

const words: Readonly<Record<(typeof sizeNames)[number], string>> = {
  thumbnail: 'The small one of WordPress.',
  medium: 'The medium size.',
  medium_large: 'Between medium and large.',
  large: 'The large size.',
  '1536x1536': 'At most 1,536 pixels wide and high.',
  '2048x2048': 'At most 2,048 pixels wide and high.',
  woocommerce_thumbnail: 'As the shop shows it in lists.',
  woocommerce_single: 'As the shop shows it on the page of the product.',
  woocommerce_gallery_thumbnail: 'As the shop shows it below the picture of the product.',
  full: 'The original picture.',
  custom: 'The same.',
};
type SizeShape = Record<(typeof sizeNames)[number], typeof url>;
const shapes = sizeNames.map((name) => [name, url.describe(words[name])] as const);
export const Sizes = z
  .strictObject(Object.fromEntries(shapes) as SizeShape)
  .describe('The URL of each size; a missing size has the URL of the next larger one.');
export const CoCartImage = shared.Image.extend({ src: Sizes }).meta({ id: 'CoCartProductImage' });

const linked = { href: url.describe('The URL.') };
const hrefs = z.array(z.strictObject(linked));
const pages = z.array(
  z.strictObject({ permalink: url.describe('The URL of the product page in the shop.'), ...linked }),
);

export const productLinks = z
  .strictObject({
    self: pages.describe('The product itself.'),
    collection: hrefs.describe('The list that contains it.'),
    parent_product: hrefs.optional().describe('The product of the variation.'),
    variations: pages.optional().describe('The variations, if there are any.'),
  })
  .describe('The URLs of related resources.');
export const variationLinks = z
  .strictObject({
    self: pages.describe('The variation itself.'),
    collection: hrefs.describe('The list that contains it.'),
    up: hrefs.describe('The product.'),
  })
  .describe('The URLs of related resources.');
export const pageLinks = z
  .strictObject({
    prev: hrefs.optional().describe('The previous page.'),
    next: hrefs.optional().describe('The next page.'),
  })
  .optional()
  .describe('The URLs of the previous and the next page, if they exist.');

/**
 * Returns the schema of a map of attributes. An attribute of a product has all its options; an attribute of a
 * variation has one option.
 */
export function attributesOf<All extends z.ZodType, Chosen extends z.ZodType>(options: All, option: Chosen) {
  const all = z.record(shared.attributeKey, shared.productAttribute(options));
  const fixed = z.record(shared.attributeKey, shared.chosenAttribute(option));
  return phpMap(z.union([all, fixed]));
}
