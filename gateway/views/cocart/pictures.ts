import { pictureSizes } from '#contracts/picture-sizes.ts';
import type { Image, Product, Variation } from '#contracts/product.ts';
import type { Links } from '../shared/links.ts';

/**
 * Names of all picture sizes, in WordPress's order. No theme defines the size `custom`, so `custom` is the
 * full picture.
 */
export const sizeNames = [
  'thumbnail',
  'medium',
  'medium_large',
  'large',
  '1536x1536',
  '2048x2048',
  'woocommerce_thumbnail',
  'woocommerce_single',
  'woocommerce_gallery_thumbnail',
  'full',
  'custom',
] as const;
type Sizes = Record<(typeof sizeNames)[number], string>;

/**
 * Returns an object with the address of each size, in the order of `sizeNames`. `address` returns the address
 * of one size.
 */
function sizesBy(address: (name: (typeof sizeNames)[number]) => string): Sizes {
  return Object.fromEntries(sizeNames.map((name) => [name, address(name)])) as Sizes;
}

/**
 * Returns the address of a picture in the given size. If the picture lacks that size, returns the address of
 * the next larger size.
 */
export function sizeAddress(image: Image, name: (typeof sizeNames)[number]): string {
  const { sizes, thumbnail, medium, large, full } = image;
  const known: Partial<Sizes> = { ...sizes, thumbnail, medium, large };
  const index = (pictureSizes as readonly string[]).indexOf(name);
  if (index === -1) return full;
  for (const one of pictureSizes.slice(index)) {
    const address = known[one];
    if (address !== undefined) return address;
  }
  return full;
}

/** Returns the addresses of all sizes of a picture. */
export function imageSizes(image: Image, links: Links): Sizes {
  return sizesBy((name) => links.picture(sizeAddress(image, name)));
}

function placeholder({ placeholder: none }: Links): Sizes {
  return sizesBy(() => none);
}

/**
 * Returns the pictures of a product or variation. Without pictures, returns the placeholder with the id 0.
 */
export function images({ images: all }: Product | Variation, links: Links) {
  if (all.length === 0) {
    const src = placeholder(links);
    return [{ id: 0, src, name: 'Placeholder', alt: 'Placeholder', position: 0, featured: true }];
  }
  return all.map((image, position) => ({
    id: image.id,
    src: imageSizes(image, links),
    name: image.name,
    alt: image.alt,
    position,
    featured: position === 0,
  }));
}

/**
 * Returns the addresses of all sizes of a variation's picture. If the variation has no picture, uses the
 * product's picture. If the product has no picture either, uses the placeholder.
 */
export function featuredImage(one: Variation, parent: Product, links: Links): Sizes {
  const image = one.images[0] ?? parent.images[0];
  return image ? imageSizes(image, links) : placeholder(links);
}
