import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Category, TermQuery } from '#contracts/terms.ts';
import {
  byName,
  CategoryTree,
  inTreeOrder,
  matchingTerms,
  type ProductTerms,
  pageOfTerms,
  sortedTerms,
} from './terms.ts';

const inTree = (id: number, parentId: number, slug = `slug-${id}`): Category => ({
  id,
  parentId,
  slug,
  name: slug,
  description: '',
  count: 0,
  display: 'default',
  image: null,
  menuOrder: 0,
});

test('a category is found by id or slug and includes its descendants', () => {
  const tree = new CategoryTree([inTree(1, 0), inTree(2, 1), inTree(3, 2), inTree(4, 0, '77')]);
  expect(['1', 'slug-2', '3', '4', '77', '404', 'slug', ''].map((one) => tree.descendants(one))).toEqual([
    [1, 2, 3],
    [2, 3],
    [3],
    [4],
    [4],
    [],
    [],
    [],
  ]);
});

test('a slug is found both plain and percent-encoded, whichever form is stored', () => {
  const tree = new CategoryTree([inTree(1, 0, 'gr%c3%bcn'), inTree(2, 0, 'weiß')]);
  expect(['grün', 'gr%c3%bcn', 'gr%C3%BCn', 'weiß', 'wei%c3%9f'].map((one) => tree.descendants(one))).toEqual(
    [[1], [1], [1], [2], [2]],
  );
});

test('categories include their ancestors, each once, even in cycles', () => {
  const tree = new CategoryTree([inTree(1, 0), inTree(2, 1), inTree(3, 2), inTree(4, 5), inTree(5, 4)]);
  expect([[3], [2, 3], [1], [4], [9], []].map((ids) => tree.withAbove(ids))).toEqual([
    [3, 2, 1],
    [2, 3, 1],
    [1],
    [4, 5],
    [9],
    [],
  ]);
});

test('digits mean an id first, and a slug if there is no such id', () => {
  const tree = new CategoryTree([inTree(1, 0, '2'), inTree(2, 0)]);
  expect(tree.descendants('2')).toEqual([2]);
});

test('for any tree or cycle, the search for descendants ends and returns each category once', () => {
  const anyTree = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 12 })), {
      selector: ([id]) => id,
    })
    .map((pairs) => pairs.map(([id, parentId]) => inTree(id, parentId)));
  fc.assert(
    fc.property(anyTree, (categories) => {
      const tree = new CategoryTree(categories);
      for (const { id, parentId } of categories) {
        const found = tree.descendants(String(id));
        expect(found[0]).toBe(id);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((one) => categories.some((other) => other.id === one))).toBe(true);
        if (categories.some((one) => one.id === parentId)) {
          expect(tree.descendants(String(parentId))).toEqual(expect.arrayContaining([...found]));
        }
      }
    }),
  );
});

test('the order of the tree has each category before its children, and each once', () => {
  const one = (id: number, parentId: number, menuOrder = 0) => ({ id, parentId, menuOrder });
  const records = [
    one(5, 2),
    one(2, 0, 1),
    one(9, 404),
    one(1, 0, 2),
    one(4, 2),
    one(3, 1),
    one(7, 8),
    one(8, 7),
  ];
  expect(inTreeOrder(records).map(({ id }) => id)).toEqual([2, 5, 4, 1, 3, 9, 7, 8]);
  const chain = Array.from({ length: 20_000 }, (_, id) => one(id + 1, id));
  expect(inTreeOrder(chain)).toEqual(chain);
});

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
  return sortedTerms(matchingTerms(records, termQuery, null), termQuery).map(({ id }) => id);
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
    expect(matchingTerms([attribute], termQuery, null)).toEqual([attribute]);
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
    const found = matchingTerms(terms, termQuery, { product, attributeId: 7 });
    expect(found.map(({ id }) => id)).toEqual(expected);
  });

  test('are none if the product does not exist', () => {
    const termQuery = TermQuery.parse({ kind: 'tags', product: 5 });
    expect(matchingTerms(terms, termQuery, { product: null, attributeId: 0 })).toEqual([]);
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
        const all = sortedTerms(matchingTerms(byName(categories), termQuery, null), termQuery);
        const pages = Array.from({ length: Math.ceil(all.length / perPage) + 1 }, (_, index) =>
          pageOfTerms(all, { page: index + 1, perPage, offset: null }),
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
  expect(pageOfTerms([1, 2, 3, 4], { page: 3, perPage: 2, offset: 1 })).toEqual([2, 3]);
  expect(pageOfTerms([1, 2, 3, 4], { page: 1, perPage: null, offset: null })).toEqual([1, 2, 3, 4]);
});
