import { pictureSizes } from '#contracts/picture-sizes.ts';
import type { Image } from '#contracts/product.ts';
import { url } from '../shared/kinds.ts';
import type { Links } from '../shared/links.ts';
import { picture as pictureWith } from '../shared/product-parts.ts';
import { object, part, type View } from '../shared/view.ts';

/**
 * All sizes of pictures with their words, in WordPress's order. No theme defines the size `custom`, so `custom` is the
 * full picture.
 */
const sizes = {
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
type Size = keyof typeof sizes;
export const sizeNames = Object.keys(sizes) as Size[];

/** For each size: the size itself and all larger ones that a picture may have. */
const candidates = new Map(pictureSizes.map((size, index) => [size as Size, pictureSizes.slice(index)]));

/**
 * Returns the address of a picture in the given size. If the picture lacks that size, returns the address of
 * the next larger size.
 */
export function sizeAddress(image: Image, size: Size): string {
  for (const one of candidates.get(size) ?? []) {
    const isOwn = one === 'thumbnail' || one === 'medium' || one === 'large';
    const address = isOwn ? image[one] : image.sizes?.[one];
    if (address !== undefined) return address;
  }
  return image.full;
}

const sizesView = object<Image, { readonly links: Links }>(
  Object.fromEntries(
    sizeNames.map((name) => [
      name,
      url<Image, { readonly links: Links }>(sizes[name], (image, { links }) =>
        links.picture(sizeAddress(image, name)),
      ),
    ]),
  ),
);

/** Declares a member with the addresses of all sizes of a picture. */
export function sizesOf<Data, Scope extends { readonly links: Links }>(
  read: (data: Data, scope: Scope) => Image,
): View<Data, Scope> {
  return part('The URL of each size; a missing size has the URL of the next larger one.', sizesView, read);
}

/** A picture of a product or variation. */
export const picture = pictureWith<{ readonly links: Links }>(
  sizesOf(({ image }) => image),
  'CoCartProductImage',
);
