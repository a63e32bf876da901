import type { Image } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { Attribute, AttributeTerm, Brand, Category, Tag } from '#contracts/terms.ts';

// These functions return new, complete pictures, terms and reviews for tests. `changes` replaces some of the members.

/** Returns a picture with addresses on another server. */
export function anImage(id: number): Image {
  const size = (name: string) => `https://shop.example/${id}-${name}.png`;
  return {
    id,
    thumbnail: size('thumbnail'),
    medium: size('medium'),
    large: size('large'),
    full: size('full'),
    name: `image ${id}`,
    alt: '',
  };
}

/** Returns a picture that the gateway serves, so the addresses of the picture are paths without a host. */
export function ownImage(id: number): Image {
  const size = (name: string) => `/media/${id}-${name}.svg`;
  return {
    id,
    thumbnail: size('thumbnail'),
    medium: size('medium'),
    large: size('large'),
    full: size('full'),
    name: `own ${id}`,
    alt: 'Drawn',
  };
}

export function aTag(changes: Partial<Tag> = {}): Tag {
  return { id: 35, name: 'brass', slug: 'brass', description: '<p>Yellow.</p>', count: 4, ...changes };
}

export function aCategory(changes: Partial<Category> = {}): Category {
  return {
    ...aTag({ id: 17, name: 'Lamps', slug: 'lamps' }),
    parentId: 16,
    display: 'both',
    image: ownImage(70),
    menuOrder: 2,
    ...changes,
  };
}

export function aBrand(changes: Partial<Brand> = {}): Brand {
  const { display: _none, ...brand } = aCategory({ id: 80, name: 'Ample', slug: 'ample', image: null });
  return { ...brand, parentId: 0, ...changes };
}

export function anAttribute(changes: Partial<Attribute> = {}): Attribute {
  return {
    id: 3,
    name: 'Colour',
    slug: 'pa_colour',
    type: 'select',
    orderBy: 'menu_order',
    hasArchives: true,
    ...changes,
  };
}

export function anAttributeTerm(changes: Partial<AttributeTerm> = {}): AttributeTerm {
  return { ...aTag({ id: 31, name: 'Teal', slug: 'teal' }), attributeId: 3, menuOrder: 5, ...changes };
}

export function aReview(changes: Partial<Review> = {}): Review {
  return {
    id: 501,
    productId: 13,
    created: { local: '2031-02-03T10:10:11', utc: '2031-02-03T09:10:11' },
    status: 'approved',
    reviewer: 'Dana Holt',
    review: '<p>Warm and light.</p>',
    rating: 5,
    verified: true,
    ...changes,
  };
}
