import { expect, test } from 'vitest';
import { documentsOf, type SellableDocument } from '../model/documents.ts';
import { productRecord, variationRecord } from '../records.fixture.ts';
import { DocumentCache, maxBytes } from './document-cache.ts';

const product = (id: number, sku: string, slug: string, description = ''): SellableDocument =>
  documentsOf(productRecord({ id, sku, slug, description }))[0] as SellableDocument;
const ids = (found: readonly SellableDocument[]) => found.map(({ _id }) => _id);

test('documents are found by SKU in any case and by slug in any spelling, the lowest id first', () => {
  const cache = new DocumentCache();
  for (const one of [product(9, 'mug', 'gr%c3%bcn'), product(4, 'MUG', 'grün'), product(5, '', 'tea')])
    cache.set(one);
  expect(ids(cache.bySku('Mug'))).toEqual([4, 9]);
  expect(ids(cache.bySlug('GRÜN'))).toEqual([4, 9]);
  expect([cache.bySku(''), cache.bySku('tea'), cache.bySlug('mug')]).toEqual([[], [], []]);
});

test('a variation is found by its SKU, but not by its slug', () => {
  const cache = new DocumentCache();
  const variations = [variationRecord({ id: 8, sku: 'red' })];
  const documents = documentsOf(productRecord({ id: 7, type: 'variable', slug: 'cup', variations }));
  for (const one of documents) cache.set({ ...one, slug: 'cup' } as SellableDocument);
  expect([ids(cache.bySku('RED')), ids(cache.bySlug('cup'))]).toEqual([[8], [7]]);
});

test('a replaced or removed document is no longer found by its old names', () => {
  const cache = new DocumentCache();
  for (const one of [product(1, 'old', 'old'), product(2, 'old', 'old'), product(1, 'new', 'new')])
    cache.set(one);
  const found = () =>
    [cache.bySku('old'), cache.bySlug('old'), cache.bySku('new'), cache.bySlug('new')].map(ids);
  expect(found()).toEqual([[2], [2], [1], [1]]);
  cache.set(product(1, 'new', 'new'));
  expect(found()).toEqual([[2], [2], [1], [1]]);
  cache.delete(1);
  expect(found()).toEqual([[2], [2], [], []]);
  cache.clear();
  expect(found()).toEqual([[], [], [], []]);
});

test('a document that had to leave is no longer found by its names', () => {
  const cache = new DocumentCache();
  const large = 'x'.repeat(maxBytes / 3);
  for (const id of [1, 2, 3]) cache.set(product(id, `sku-${id}`, `slug-${id}`, large));
  expect(cache.get(1)).toBeUndefined();
  expect([ids(cache.bySku('sku-1')), ids(cache.bySlug('slug-1'))]).toEqual([[], []]);
  expect([ids(cache.bySku('sku-3')), ids(cache.bySlug('slug-3'))]).toEqual([[3], [3]]);
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  expect(cache.hasLost).toBe(true);
  cache.clear();
  expect(cache.hasLost).toBe(false);
  cache.set(product(4, 'sku-4', 'slug-4', large.repeat(4)));
  expect([cache.hasLost, cache.bySku('sku-4')]).toEqual([true, []]);
});
