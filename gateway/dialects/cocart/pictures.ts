import { pictureSizes } from '#contracts/picture-sizes.ts';
import type { Image, Product, Variation } from '#contracts/product.ts';
import type { Links } from '../shared/links.ts';

/** All sizes in WordPress's order. No theme defines `custom`, so it is the full picture. */
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

/** Returns every size in order, each with the address from `address`. */
function sizesBy(address: (name: (typeof sizeNames)[number]) => string): Sizes {
  return Object.fromEntries(sizeNames.map((name) => [name, address(name)])) as Sizes;
}

/** Returns the stored address of a size; of a missing size, the next larger one. */
export function sizeAddress(image: Image, name: (typeof sizeNames)[number]): string {
  const { sizes, thumbnail, medium, large, full } = image;
  const known: Partial<Sizes> = { ...sizes, thumbnail, medium, large };
  const place = (pictureSizes as readonly string[]).indexOf(name);
  if (place === -1) return full;
  for (const one of pictureSizes.slice(place)) {
    const address = known[one];
    if (address !== undefined) return address;
  }
  return full;
}

/** Returns the addresses of a picture's sizes. */
export function imageSizes(image: Image, links: Links): Sizes {
  return sizesBy((name) => links.picture(sizeAddress(image, name)));
}

function placeholder({ placeholder: none }: Links): Sizes {
  return sizesBy(() => none);
}

/** Returns the images; the placeholder with id 0 if there are none. */
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

/** The sizes of a variation's image, else of its parent's, else of the placeholder. */
export function featuredImage(one: Variation, parent: Product, links: Links): Sizes {
  const image = one.images[0] ?? parent.images[0];
  return image ? imageSizes(image, links) : placeholder(links);
}
