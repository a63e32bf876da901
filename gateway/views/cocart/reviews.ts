import { z } from 'zod';
import type { Review } from '#contracts/reviews.ts';
import type { Links } from '../shared/links.ts';
import { membersInProduct } from '../shared/reviews.ts';
import { kind, object } from '../shared/view.ts';

/** A review inside its product. In CoCart 4.x, `rating` and `verified` are text. */
export const reviewInProduct = object<Review, { readonly links: Links }>(
  {
    ...membersInProduct,
    rating: kind(z.string().regex(/^[0-5]$/))(
      'The rating from 1 to 5, as text; `0` if there is none.',
      ({ rating }) => String(rating),
    ),
    verified: kind(z.enum(['0', '1']))('`1` if the author bought the product.', ({ verified }) =>
      verified ? '1' : '0',
    ),
  },
  'CoCartReview',
);
