import { expect, test } from 'vitest';
import { z } from 'zod';
import { CartItem, CartV2 } from './cart.ts';
import { ProductV2 } from './product.ts';
import { ReviewInProduct } from './review.ts';
import * as superset from './superset.ts';
import { Term } from './term.ts';
import { ProductV1, VariationV1 } from './v1.ts';
import { VariationV2 } from './variation.ts';

const Node = z.looseObject({
  type: z.unknown(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
});

const noticeKinds = ['success', 'error', 'notice', 'info'];
/** Members of a review that an older entry has. */
const olderReview = [
  'review_id',
  'author_name',
  'author_url',
  'review_comment',
  'review_date',
  'review_date_gmt',
];
/** Members that may be absent, by the place of their object: those beyond the specification, and kinds of notices. */
const mayBeAbsent = new Map<string, readonly string[]>([
  ['product', Object.keys(superset.links)],
  ['product.meta_data', Object.keys(superset.metaEntry)],
  ['product.reviews', ['_links', ...olderReview]],
  ['review', ['_links', ...olderReview]],
  ['variation', Object.keys(superset.links)],
  ['variation.meta_data', Object.keys(superset.metaEntry)],
  ['v1', Object.keys(superset.productV1)],
  ['v1 variation', Object.keys(superset.links)],
  ['term', Object.keys(superset.resource)],
  ['cart.items', Object.keys(superset.cartItem)],
  ['cart.items.quantity', Object.keys(superset.quantity)],
  ['item', Object.keys(superset.cartItem)],
  ['item.quantity', Object.keys(superset.quantity)],
  ['cart.coupons', Object.keys(superset.coupon)],
  ['cart.taxes', Object.keys(superset.tax)],
  ['cart.cross_sells', Object.keys(superset.crossSell)],
  ['cart.notices', noticeKinds],
]);
/** Places that are open by intent: more picture sizes. */
const open = /(\.src|\.featured_image)$/;

/** Every object with fixed members in a JSON schema, by its place. */
function objectsIn(schema: unknown, place: string): [place: string, node: z.infer<typeof Node>][] {
  if (Array.isArray(schema)) return schema.flatMap((one) => objectsIn(one, place));
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([name, value]) => {
    if (name !== 'properties') return objectsIn(value, place);
    return Object.entries(value as object).flatMap(([member, child]) =>
      objectsIn(child, `${place}.${member}`),
    );
  });
  const node = Node.safeParse(schema);
  return node.success && node.data.properties ? [[place, node.data], ...inner] : inner;
}

const objects = [
  ...objectsIn(z.toJSONSchema(ProductV2), 'product'),
  ...objectsIn(z.toJSONSchema(ReviewInProduct), 'review'),
  ...objectsIn(z.toJSONSchema(VariationV2), 'variation'),
  ...objectsIn(z.toJSONSchema(ProductV1), 'v1'),
  ...objectsIn(z.toJSONSchema(VariationV1), 'v1 variation'),
  ...objectsIn(z.toJSONSchema(Term), 'term'),
  ...objectsIn(z.toJSONSchema(CartV2), 'cart'),
  ...objectsIn(z.toJSONSchema(CartItem), 'item'),
];

test('no object of the schemas takes a member that it does not name', () => {
  expect(objects.length).toBeGreaterThan(40);
  const lax = objects.filter(([place, node]) => node.additionalProperties !== false && !open.test(place));
  expect(lax.map(([place]) => place)).toEqual([]);
});

test('no member of the specification may be missing, but where a line that was removed is shown in short', () => {
  const optional = objects.flatMap(([place, { properties = {}, required }]) =>
    Object.keys(properties)
      .filter((name) => !required.includes(name) && !mayBeAbsent.get(place)?.includes(name))
      .map((name) => `${place}.${name}`),
  );
  expect(optional.filter((member) => !member.startsWith('cart.removed_items.'))).toEqual([]);
});
