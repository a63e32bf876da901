import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import { documentsOf } from '../../model/documents.ts';
import { pricesOf, productRecord } from '../../records.fixture.ts';
import { categoriesBelow } from './naive-lists.fixture.ts';
import { ProductIndex } from './product-index.ts';

const context = {
  now: 0,
  viewer: 'public',
  decimals: 2,
  categories: categoriesBelow,
  attributeTerm: (_attribute: string, slug: string) => slug,
};

const second = (n: number) => new Date(n * 1_000).toISOString().slice(0, 19);

test('invalid dates do not disturb the order of other products', async () => {
  const index = new ProductIndex();
  for (let id = 1; id <= 2_000; id++) {
    const utc = id % 3 === 0 ? '0000-00-00T00:00:00' : second((id * 7_919) % 10_007);
    const [document] = documentsOf(productRecord({ id, created: { local: utc, utc } }));
    if (document) index.put(document, 0);
    if (id % 50 === 0) await index.sort();
  }
  const page = (n: number) =>
    index.page(ListQuery.parse({ page: n, perPage: 100, direction: 'asc' }), context);
  const ids = Array.from({ length: 20 }, (_, n) => page(n + 1).ids).flat();
  const moment = (id: number) => (id % 3 === 0 ? 0 : (id * 7_919) % 10_007);
  const sorted = [...ids].sort((one, other) => moment(one) - moment(other) || one - other);
  expect([new Set(ids).size, ids]).toEqual([2_000, sorted]);
});

function put(index: ProductIndex, id: number, price: number): void {
  const changes = { name: `Mug ${id % 100}`, prices: pricesOf(price), featured: id % 2 === 0 };
  for (const document of documentsOf(productRecord({ id, ...changes }))) index.put(document, 0);
}

const slotsOf = (index: ProductIndex) => index.snapshot.products.columns.titles.length;

test('thousands of changes with freed slots lose and duplicate nothing, and pages keep their order', async () => {
  const index = new ProductIndex();
  for (let id = 1; id <= 20_000; id++) put(index, id, id);
  const asked = (changes: object) => index.page(ListQuery.parse({ perPage: 100, ...changes }), context);
  expect(asked({ orderBy: 'price', direction: 'asc', offset: 19_998 })).toEqual({
    ids: [19_999, 20_000],
    total: 20_000,
    similar: false,
  });
  for (let id = 1; id <= 6_000; id++) put(index, id, 100_000 - id);
  for (let id = 10_001; id <= 20_000; id++) index.remove(id);
  await index.freeUnused();
  expect(slotsOf(index)).toBe(10_000);
  expect([index.size, asked({}).total, asked({ featured: true }).total]).toEqual([10_000, 10_000, 5_000]);
  expect(asked({ orderBy: 'price', perPage: 3 }).ids).toEqual([1, 2, 3]);
  expect(asked({ orderBy: 'price', direction: 'asc', perPage: 2, minPrice: '60.01' }).ids).toEqual([
    6_001, 6_002,
  ]);
  // The SKU contains the whole id of the product, the name only its last two digits.
  const named = Array.from({ length: 10_000 }, (_, n) => `mug-${n + 1}`).filter((sku) => sku.includes('42'));
  expect(asked({ search: 'mug 42' }).total).toBe(named.length);
  expect(asked({ skus: ['mug-10001'] }).total).toBe(0);
  const pages = (orderBy: string) => {
    const all = Array.from({ length: 100 }, (_, n) => asked({ orderBy, seed: 's', page: n + 1 }).ids);
    return new Set(all.flat()).size;
  };
  expect(['random', 'title', 'relevance', 'featuredFirst'].map(pages)).toEqual(Array(4).fill(10_000));
});

test('while unused slots are freed, lists are right; if a document changes meanwhile, nothing is freed', async () => {
  const index = new ProductIndex();
  for (let id = 1; id <= 3_000; id++) put(index, id, id);
  for (let id = 1; id <= 2_000; id++) put(index, id, 10_000 + id);
  const expected = new ProductIndex();
  for (let id = 1; id <= 3_000; id++) put(expected, id, id <= 2_000 ? 10_000 + id : id);
  /** Compares lists for a word that was not searched before, so that no list comes from a cache. */
  let word = 10;
  const compare = () => {
    word += 1;
    const query = ListQuery.parse({ search: `mug ${word}`, orderBy: 'price', perPage: 100 });
    const page = index.page(query, context);
    expect(page.total).toBeGreaterThan(30);
    expect(page).toEqual(expected.page(query, context));
  };
  /** Frees slots, and calls `between` in each pause. */
  const free = async (between: () => void) => {
    let isOver = false;
    const over = index.freeUnused().finally(() => {
      isOver = true;
    });
    let pauses = 0;
    for (; !isOver; pauses += 1) {
      between();
      await new Promise(setImmediate);
    }
    await over;
    return pauses;
  };
  let changes = 0;
  const pauses = await free(() => {
    changes += 1;
    if (changes === 2) put(index, 1, 1);
  });
  expect([slotsOf(index), pauses > 3]).toEqual([5_001, true]);
  put(index, 1, 10_001);
  await free(compare);
  compare();
  expect(slotsOf(index)).toBe(3_000);
});
