import { expect, test } from 'vitest';
import type { TermList } from '#contracts/terms.ts';
import { aBrand, aCategory, anAttribute, anAttributeTerm, aTag } from '#testing/gateway/catalogue-samples.ts';
import { asRead, links } from '#testing/gateway/shown.ts';
import { cocart } from '../cocart.ts';
import { service } from '../service.ts';

const root = 'https://api.example/shop/v2/products';
const links2 = (collection: string, id: number, up: string) => ({
  rest_url: `${collection}/${id}`,
  _links: {
    self: [{ href: `${collection}/${id}` }],
    collection: [{ href: collection }],
    up: [{ href: up }],
  },
});

const names = {
  categories: 'category',
  brands: 'brand',
  tags: 'tag',
  attributes: 'attribute',
  terms: 'attributeTerm',
} as const;

type Shown = Exclude<TermList, { readonly kind: 'shippingClasses' }>;

function read(found: Shown, version: 'v1' | 'v2' = 'v2') {
  return asRead(service.views[names[found.kind]].present({ found, version, context: 'view' }, links, null));
}

test('a category has all members, a link to its parent and its picture’s address', () => {
  expect(read({ kind: 'categories', records: [aCategory()] })).toEqual({
    id: 17,
    name: 'Lamps',
    slug: 'lamps',
    parent: 16,
    description: '<p>Yellow.</p>',
    display: 'both',
    image: { id: 70, src: 'https://api.example/media/70-full.svg', name: 'own 70', alt: 'Drawn' },
    menu_order: 2,
    count: 4,
    ...links2(`${root}/categories`, 17, `${root}/categories/16`),
  });
});

test('a top-level category has a link to the products as its parent', () => {
  const shown = read({ kind: 'categories', records: [aCategory({ parentId: 0, image: null })] });
  expect([shown.parent, shown.image, shown._links.up]).toEqual([0, null, [{ href: root }]]);
});

test('a brand has the members of a category except the display type', () => {
  expect(read({ kind: 'brands', records: [aBrand()] })).toEqual({
    id: 80,
    name: 'Ample',
    slug: 'ample',
    parent: 0,
    description: '<p>Yellow.</p>',
    image: null,
    menu_order: 2,
    count: 4,
    ...links2(`${root}/brands`, 80, root),
  });
});

test('a tag, an attribute and an attribute’s term have all members', () => {
  expect(read({ kind: 'tags', records: [aTag()] })).toEqual({
    id: 35,
    name: 'brass',
    slug: 'brass',
    description: '<p>Yellow.</p>',
    count: 4,
    ...links2(`${root}/tags`, 35, root),
  });
  expect(read({ kind: 'attributes', records: [anAttribute()] })).toEqual({
    id: 3,
    name: 'Colour',
    slug: 'pa_colour',
    type: 'select',
    order_by: 'menu_order',
    has_archives: true,
    ...links2(`${root}/attributes`, 3, root),
  });
  expect(read({ kind: 'terms', records: [anAttributeTerm()] })).toEqual({
    id: 31,
    name: 'Teal',
    slug: 'teal',
    description: '<p>Yellow.</p>',
    menu_order: 5,
    count: 4,
    ...links2(`${root}/attributes/3/terms`, 31, `${root}/attributes/3`),
  });
});

test('v1 links within v1, under both names', () => {
  const shown = read({ kind: 'tags', records: [aTag()] }, 'v1');
  expect(shown.rest_url).toBe('https://api.example/shop/v1/products/tags/35');
  expect(shown.links).toEqual(shown._links);
  expect(shown._links.collection).toEqual([{ href: 'https://api.example/shop/v1/products/tags' }]);
});

test('a list keeps its order, and may be empty', () => {
  const tags = (records: ReturnType<typeof aTag>[]) =>
    service.views.tags.present(
      { found: { kind: 'tags', records }, version: 'v2', context: 'view' },
      links,
      null,
    );
  expect(tags([aTag({ id: 2 }), aTag({ id: 1 })])).toMatchObject([{ id: 2 }, { id: 1 }]);
  expect(tags([])).toEqual([]);
});

test('the CoCart mount escapes names of terms as WordPress does, but not names of attributes', () => {
  const shown = (found: Shown) =>
    asRead(cocart.views[names[found.kind]].present({ found, version: 'v2', context: 'view' }, links, null));
  const name = 'Books & <Maps>';
  expect(shown({ kind: 'categories', records: [aCategory({ name })] }).name).toBe('Books &amp; &lt;Maps&gt;');
  expect(shown({ kind: 'attributes', records: [anAttribute({ name })] }).name).toBe(name);
  expect(read({ kind: 'categories', records: [aCategory({ name })] }).name).toBe(name);
});

test('the CoCart mount shows pictures of categories in v2 as lists show them', () => {
  const src = (version: 'v1' | 'v2') => {
    const found: TermList = { kind: 'categories', records: [aCategory()] };
    return asRead(cocart.views.category.present({ found, version, context: 'view' }, links, null)).image.src;
  };
  expect([src('v2'), src('v1')]).toEqual([
    'https://api.example/media/70-medium.svg',
    'https://api.example/media/70-full.svg',
  ]);
});
