import { expect, test } from 'vitest';
import { z } from 'zod';
import { dialects } from './dialects.ts';

const Node = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
});
type Found = readonly [place: string, node: z.infer<typeof Node>];

/**
 * Returns every object schema with fixed members inside a JSON schema, and the path of each such object
 * schema.
 */
function objectsIn(schema: unknown, place: string): Found[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => objectsIn(one, place));
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([name, value]) => {
    if (name !== 'properties' && name !== '$defs') return objectsIn(value, place);
    const before = name === '$defs' ? '' : `${place}.`;
    return Object.entries(value as object).flatMap(([member, child]) =>
      objectsIn(child, `${before}${member}`),
    );
  });
  const node = Node.safeParse(schema);
  return node.success ? [[place, node.data], ...inner] : inner;
}

/** Members that may be absent from an answer. */
const mayBeAbsent = [
  '_links',
  'error',
  'extensions',
  'info',
  'links',
  'next',
  'notice',
  'notices',
  'parent_product',
  'prev',
  'product_image',
  'reviews',
  'state',
  'success',
  'type',
  'variations',
];

/** Names of object schemas that allow further members. A raw line of CoCart has item data among its members. */
const open = ['CoCartLineV1'];

test.each(Object.values(dialects))('the schemas of $name accept its answers', ({ views }) => {
  const objects = Object.entries(views).flatMap(([name, { schema }]) =>
    objectsIn(z.toJSONSchema(schema), name),
  );
  expect(objects.length).toBeGreaterThan(100);
  const lax = objects.filter(([place, node]) => node.additionalProperties !== false && !open.includes(place));
  expect(
    lax.map(([place]) => place),
    'take members that they do not name',
  ).toEqual([]);
  const members = objects.flatMap(([place, { properties, required }]) =>
    Object.entries(properties).map(([name, member]) => ({
      place,
      name,
      member,
      required: required.includes(name),
    })),
  );
  const bare = members.filter(({ member }) => !member.description);
  expect(
    bare.map(({ place, name }) => `${place}.${name}`),
    'lack a description',
  ).toEqual([]);
  const absent = members.filter(({ required }) => !required).map(({ name }) => name);
  expect(
    absent.filter((name) => !mayBeAbsent.includes(name)),
    'may be absent',
  ).toEqual([]);
});
