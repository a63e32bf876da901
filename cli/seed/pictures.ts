import type { Image } from '#contracts/product.ts';

/**
 * Names of the drawings in `gateway/media`. The first drawing has the image id 9001, the second 9002, and so
 * on.
 */
export const drawings: readonly string[] = [
  ...['apron', 'beans', 'board', 'book', 'bowl', 'butter-dish', 'cake-stand', 'casserole', 'cold-brew'],
  ...['dripper', 'electric-grinder', 'espresso-cup', 'espresso-machine', 'filters', 'french-press'],
  ...['gift', 'gift-card', 'glasses', 'hand-grinder', 'harbour-mug', 'iron-teapot', 'jug', 'kettle'],
  ...['latte-bowl', 'moka-pot', 'mug', 'nesting-bowls', 'pan', 'plate', 'salt-pig', 'sample-bags'],
  ...['server', 'siphon', 'spoons', 'strainer', 'tea-tin', 'teapot', 'towel', 'tumbler', 'wheel'],
];

/**
 * Returns the image record of a drawing, given by its name. The gateway serves each drawing in four sizes, such as
 * `/media/mug-thumbnail.svg`.
 */
export function picture(drawing: string, alt: string): Image {
  const place = drawings.indexOf(drawing);
  if (place < 0) throw new Error(`there is no drawing ${drawing}`);
  const address = (size: string) => `/media/${drawing}-${size}.svg`;
  return {
    id: 9_001 + place,
    thumbnail: address('thumbnail'),
    medium: address('medium'),
    large: address('large'),
    full: address('full'),
    name: drawing,
    alt,
  };
}
