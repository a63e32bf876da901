import { expect, test } from 'vitest';
import { aReview } from '#testing/gateway/catalogue-samples.ts';
import { asRead, links, presentersOf } from '#testing/gateway/shown.ts';
import { reviewViews } from './reviews.ts';

const { review, reviews } = presentersOf(reviewViews);

test('a review is a resource, with the same avatar for every author', () => {
  const picture = 'https://api.example/placeholder.svg';
  const root = 'https://api.example/shop/v2/products';
  expect(asRead(review({ review: aReview(), version: 'v2' }, links))).toEqual({
    id: 501,
    date_created: '2031-02-03T10:10:11',
    date_created_gmt: '2031-02-03T09:10:11',
    product_id: 13,
    status: 'approved',
    reviewer: 'Dana Holt',
    review: '<p>Warm and light.</p>',
    rating: 5,
    verified: true,
    reviewer_avatar_urls: { '24': picture, '48': picture, '96': picture },
    _links: {
      self: [{ href: `${root}/reviews/501` }],
      collection: [{ href: `${root}/reviews` }],
      up: [{ href: `${root}/13` }],
    },
  });
});

test('v1 reviews link to v1 resources, under both names', () => {
  const shown = asRead(review({ review: aReview(), version: 'v1' }, links));
  expect(shown.links).toEqual(shown._links);
  expect(shown.links.self).toEqual([{ href: 'https://api.example/shop/v1/products/reviews/501' }]);
});

test('an e-mail address in the answer of a service is not shown', () => {
  const careless = { ...aReview(), email: 'dana@example.com' };
  expect(JSON.stringify(reviews({ reviews: [careless], version: 'v2' }, links))).not.toContain('dana@');
});
