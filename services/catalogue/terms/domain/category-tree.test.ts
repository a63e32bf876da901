import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Category } from '#contracts/terms.ts';
import { CategoryTree, inTreeOrder } from './category-tree.ts';

const category = (id: number, parentId: number, slug = `slug-${id}`): Category => ({
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
  const tree = new CategoryTree([category(1, 0), category(2, 1), category(3, 2), category(4, 0, '77')]);
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
  const tree = new CategoryTree([category(1, 0, 'gr%c3%bcn'), category(2, 0, 'weiß')]);
  expect(['grün', 'gr%c3%bcn', 'gr%C3%BCn', 'weiß', 'wei%c3%9f'].map((one) => tree.descendants(one))).toEqual(
    [[1], [1], [1], [2], [2]],
  );
});

test('categories include their ancestors, each once, even in cycles', () => {
  const tree = new CategoryTree([
    category(1, 0),
    category(2, 1),
    category(3, 2),
    category(4, 5),
    category(5, 4),
  ]);
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
  const tree = new CategoryTree([category(1, 0, '2'), category(2, 0)]);
  expect(tree.descendants('2')).toEqual([2]);
});

test('for any tree or cycle, the search for descendants ends and returns each category once', () => {
  const anyTree = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 12 })), {
      selector: ([id]) => id,
    })
    .map((pairs) => pairs.map(([id, parentId]) => category(id, parentId)));
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
