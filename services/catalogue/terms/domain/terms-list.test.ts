import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Category, TermQuery } from '#contracts/terms.ts';
import { byName } from './terms.ts';
import { matching, type ProductTerms, pageOf, sorted } from './terms-list.ts';

const category = (id: number, changes: Partial<Category> = {}): Category => ({
  id,
  name: `Category ${id}`,
  slug: `category-${id}`,
  description: '',
  count: 1,
  parentId: 0,
  display: 'default',
  image: null,
  menuOrder: 0,
  ...changes,
});

const shop = byName([
  category(1, { name: 'éclairs', slug: 'pastry', count: 3, menuOrder: 2, parentId: 4 }),
  category(2, { name: 'Eclairs', slug: 'b', count: 0, menuOrder: 1 }),
  category(3, { name: 'Zebra', slug: 'a', count: 3, menuOrder: 1 }),
  category(4, { name: 'apple', slug: 'fruit', count: 1, menuOrder: 2, description: 'Äpfel' }),
]);

const query = (changes: object) => TermQuery.parse({ kind: 'categories', ...changes });

const ids = (changes: object, records: readonly Category[] = shop) => {
  const termQuery = query(changes);
  return sorted(matching(records, termQuery, null), termQuery).map(({ id }) => id);
};

describe('a list is in the order of', () => {
  test.each([
    [{}, [4, 1, 2, 3]],
    [{ direction: 'desc' }, [3, 2, 1, 4]],
    [{ orderBy: 'id' }, [1, 2, 3, 4]],
    [{ orderBy: 'slug' }, [3, 2, 4, 1]],
    [{ orderBy: 'description', direction: 'desc' }, [4, 3, 2, 1]],
    [{ orderBy: 'count' }, [2, 4, 1, 3]],
    [{ orderBy: 'menuOrder' }, [2, 3, 4, 1]],
    [{ orderBy: 'include', include: [3, 1, 4] }, [3, 1, 4]],
  ])('%o', (changes, expected) => {
    expect(ids(changes)).toEqual(expected);
  });
});

describe('a list contains only', () => {
  test.each([
    [{ search: 'ECLAIR' }, [1, 2]],
    [{ search: ' fru ' }, [4]],
    [{ search: '.*' }, []],
    [{ include: [2, 404] }, [2]],
    [{ exclude: [1, 4] }, [2, 3]],
    [{ slugs: ['a', 'fruit', 'none'] }, [4, 3]],
    [{ slugs: ['FRUIT', '%61'] }, [4, 3]],
    [{ parent: 4 }, [1]],
    [{ parent: 0 }, [4, 2, 3]],
    [{ hideEmpty: true }, [4, 1, 3]],
    [{ include: [1, 2, 3], exclude: [3], hideEmpty: true }, [1]],
  ])('a reference %o matches', (changes, expected) => {
    expect(ids(changes)).toEqual(expected);
  });

  test('an attribute has no number of products, so it is never hidden as empty', () => {
    const attribute = { id: 1, name: 'Size', slug: 'pa_size' };
    const termQuery = TermQuery.parse({ kind: 'attributes', hideEmpty: true, parent: 0 });
    expect(matching([attribute], termQuery, null)).toEqual([attribute]);
  });
});

describe('the terms of a product', () => {
  const reference = (id: number) => ({ id, name: '', slug: '' });
  const size = { id: 7, key: 'pa_size', name: '', position: 0, visible: true, variation: true };
  const product: ProductTerms = {
    categories: [reference(2), reference(3)],
    tags: [reference(1)],
    brands: [],
    attributes: [{ ...size, options: [{ slug: 's', label: 'S' }] }],
  };
  const terms = [
    { id: 1, name: 'S', slug: 's' },
    { id: 7, name: 'L', slug: 'l' },
  ];

  test.each([
    ['categories', []],
    ['tags', [1]],
    ['brands', []],
    ['attributes', [7]],
    ['terms', [1]],
  ])('%s are filtered by the product', (kind, expected) => {
    const termQuery = TermQuery.parse({ kind, product: 5 });
    const found = matching(terms, termQuery, { product, attributeId: 7 });
    expect(found.map(({ id }) => id)).toEqual(expected);
  });

  test('are none if the product does not exist', () => {
    const termQuery = TermQuery.parse({ kind: 'tags', product: 5 });
    expect(matching(terms, termQuery, { product: null, attributeId: 0 })).toEqual([]);
  });
});

const anyCategory = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000 }),
    name: fc.constantFrom('a', 'A', 'á', 'b', 'c'),
    count: fc.integer({ min: 0, max: 2 }),
    menuOrder: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ id, ...rest }) => category(id, rest));
const anyCategories = fc.uniqueArray(anyCategory, { selector: ({ id }) => id, maxLength: 40 });
const anyOrder = fc.constantFrom('id', 'include', 'name', 'slug', 'description', 'count', 'menuOrder');

test('all pages together are the whole list without repetition, in every order', () => {
  fc.assert(
    fc.property(
      anyCategories,
      anyOrder,
      fc.constantFrom('asc', 'desc'),
      fc.integer({ min: 1, max: 7 }),
      (categories, orderBy, direction, perPage) => {
        const termQuery = query({ orderBy, direction });
        const all = sorted(matching(byName(categories), termQuery, null), termQuery);
        const pages = Array.from({ length: Math.ceil(all.length / perPage) + 1 }, (_, index) =>
          pageOf(all, { page: index + 1, perPage, offset: null }),
        );
        expect(pages.flat()).toEqual(all);
        expect(pages.at(-1)).toEqual([]);
        expect(new Set(all.map(({ id }) => id)).size).toBe(categories.length);
      },
    ),
  );
});

test('a list does not depend on the order of the stored records', () => {
  fc.assert(
    fc.property(anyCategories, anyOrder, (categories, orderBy) => {
      const termQuery = { orderBy, include: [3, 1, 2] };
      expect(ids(termQuery, byName(categories.toReversed()))).toEqual(ids(termQuery, byName(categories)));
    }),
  );
});

test('an offset replaces the page number, and without a page size everything is returned', () => {
  expect(pageOf([1, 2, 3, 4], { page: 3, perPage: 2, offset: 1 })).toEqual([2, 3]);
  expect(pageOf([1, 2, 3, 4], { page: 1, perPage: null, offset: null })).toEqual([1, 2, 3, 4]);
});
