import { z } from 'zod';
import { type PictureSize, pictureSizes } from '#contracts/picture-sizes.ts';
import type { Image } from '#contracts/product.ts';
import { id, text, whole } from './fields.ts';
import type { ShopFiles } from './folder.ts';
import { type Notes, readable, validated } from './notes.ts';
import { plainText } from './values.ts';

export const WooImage = z.object({ id: whole(0), src: text, name: text, alt: text });
export type WooImage = z.infer<typeof WooImage>;

/**
 * File with the answers of `wp/v2/media`, which has all sizes of pictures. WooCommerce's own API has only the URL of
 * the original picture.
 */
export const mediaFile = 'media.json';

/** URLs of a picture by size. Sizes that a WordPress theme adds are left out. */
type Sizes = Partial<Record<PictureSize, string>>;

/** For the id of each picture: its URLs by size. The URL of the original picture is not included. */
export type Media = ReadonlyMap<number, Sizes>;

const Size = z.object({ source_url: z.string().max(2_000) });
const Medium = z.object({
  id,
  // If a picture has no sizes, PHP writes an empty list instead of an object. Files that are no pictures have no
  // details.
  media_details: z.object({ sizes: z.record(z.string(), Size).catch({}) }).catch({ sizes: {} }),
});

/** Returns the URLs of all pictures by id and size. The map is empty if the folder has no `media.json`. */
export async function mediaOf(folder: ShopFiles, notes: Notes): Promise<Media> {
  const media = new Map<number, Sizes>();
  let place = 0;
  for await (const entry of folder.list(mediaFile)) {
    place += 1;
    const medium = readable(place, notes, () => validated(mediaFile, entry, Medium));
    if (!medium) continue;
    const { id, media_details: details } = medium;
    const found = pictureSizes.flatMap((name) => {
      const address = details.sizes[name]?.source_url ?? '';
      return /^(https?:\/)?\/[^/]/.test(address) ? [[name, address] as const] : [];
    });
    if (found.length > 0) media.set(id, Object.fromEntries(found));
  }
  return media;
}

/**
 * Returns the URL of a picture in the size `name`. If this size is missing, returns the URL of the next larger size
 * in `sizes`. If all larger sizes are missing too, returns `whole`, the URL of the original picture.
 */
function atLeast(name: PictureSize, sizes: Sizes, whole: string): string {
  const larger = pictureSizes.slice(pictureSizes.indexOf(name));
  return larger.map((one) => sizes[one]).find((address) => address !== undefined) ?? whole;
}

/**
 * Returns a picture with a URL for each size. If `media` lacks a size, its URL is the URL of the next larger size that
 * `media` has, or else the URL of the original picture.
 */
export function imageOf({ id, src, name, alt }: WooImage, media?: Media): Image {
  const sizes = media?.get(id);
  const of = (size: PictureSize) => atLeast(size, sizes ?? {}, src);
  return {
    id,
    thumbnail: of('thumbnail'),
    medium: of('medium'),
    large: of('large'),
    full: src,
    ...(sizes && { sizes }),
    name: plainText(name),
    alt: plainText(alt),
  };
}
