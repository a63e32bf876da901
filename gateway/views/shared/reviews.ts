import type { Review } from '#contracts/reviews.ts';
import type { Links } from './links.ts';
import type { Version, Views } from './views.ts';

/**
 * Returns the placeholder picture as the avatar of every author. A link to an avatar service would contain a
 * hash from which the author's e-mail address can be guessed, and the service would learn who reads the
 * review.
 */
function avatars({ placeholder: picture }: Links) {
  return { '24': picture, '48': picture, '96': picture };
}

function linksOf({ id, productId }: Review, version: Version, links: Links) {
  const collection = links.resource(`${version}/products/reviews`);
  return {
    self: [{ href: `${collection}/${id}` }],
    collection: [{ href: collection }],
    up: [{ href: links.resource(`${version}/products/${productId}`) }],
  };
}

function resource(one: Review, links: Links) {
  return {
    id: one.id,
    date_created: one.created.local,
    date_created_gmt: one.created.utc,
    product_id: one.productId,
    status: one.status,
    reviewer: one.reviewer,
    review: one.review,
    rating: one.rating,
    verified: one.verified,
    reviewer_avatar_urls: avatars(links),
  };
}

function shown(one: Review, version: Version, links: Links) {
  const addresses = linksOf(one, version, links);
  const whole = { ...resource(one, links), _links: addresses };
  return version === 'v1' ? { ...whole, links: addresses } : whole;
}

/**
 * Returns a review as a resource (docs/reference/reviews.md#the-review). Answers never contain the
 * author's e-mail address.
 */
export function review({ review: one, version }: Views['review'], links: Links) {
  return shown(one, version, links);
}

export function reviews({ reviews: all, version }: Views['reviews'], links: Links) {
  return all.map((one) => shown(one, version, links));
}

/**
 * Returns a review as a member of its product. In addition to the members of the review resource, the review
 * has members that older clients read (docs/reference/reviews.md#the-review).
 */
export function reviewInProduct(one: Review, links: Links) {
  return {
    ...resource(one, links),
    review_id: String(one.id),
    author_name: one.reviewer,
    author_url: '',
    review_comment: one.review,
    review_date: one.created.local,
    review_date_gmt: one.created.utc,
  };
}
