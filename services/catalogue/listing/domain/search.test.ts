import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import { documentsOf } from '../../model/documents.ts';
import { productRecord } from '../../records.fixture.ts';
import { Bits } from './bits.ts';
import { ProductIndex } from './product-index.ts';
import { WordCache } from './search.ts';

const context = {
  now: 0,
  viewer: 'public',
  decimals: 2,
  categories: () => [],
  attributeTerm: () => null,
};
const searches = ['hood', 'hoodie', 'hood blue', 'red-mu', 'sku-1', 'cotton', 'none', 'o'];

test('after any number of changes, cached words find the same products as a new index', async () => {
  const index = new ProductIndex();
  const names = ['Hoodie', 'Blue hood', 'Mug', 'Cotton hoodie blue', 'Childhood'];
  const put = (into: ProductIndex, id: number, n: number) => {
    const name = names[n % names.length] ?? '';
    const texts = { slug: n % 3 === 0 ? 'red-mug' : 'x', description: n % 4 === 0 ? '<p>Cotton</p>' : '' };
    for (const one of documentsOf(productRecord({ id, name, sku: `sku-${n}`, ...texts }))) into.put(one, 0);
  };
  const found = (by: ProductIndex) =>
    searches.map((search) =>
      by.page(ListQuery.parse({ search, perPage: 100, orderBy: 'relevance' }), context),
    );
  const kept = new Map<number, number>();
  let n = 0;
  // After the 1,500 changes, and then after the 700 changes, the index frees unused slots, which clears the cache.
  for (const changes of [10, 1, 3, 40, 1_500, 700]) {
    for (let change = 0; change < changes; change++) {
      n += 7;
      kept.set(n % 90, n);
      put(index, n % 90, n);
    }
    await index.freeUnused();
    const fresh = new ProductIndex();
    for (const [id, state] of [...kept].sort(([, one], [, other]) => one - other)) put(fresh, id, state);
    expect(found(index)).toEqual(found(fresh));
    index.remove(n % 90);
    kept.delete(n % 90);
  }
});

test('a cached word is searched again if it lacks more documents than have their texts stored', () => {
  const cache = new WordCache();
  const titles: string[] = [];
  let searches = 0;
  const search = () => {
    searches += 1;
    const bits = new Bits(0);
    titles.forEach((title, slot) => {
      if (title === 'hoodie') bits.add(slot);
    });
    return [bits, bits.clone(), bits.clone(), bits.clone()];
  };
  const steps = [
    { documents: 10, searched: 1 },
    { documents: 512, searched: 1 },
    { documents: 1_500, searched: 2 },
    { documents: 512, searched: 2 },
  ];
  for (const { documents, searched } of steps) {
    for (let count = 0; count < documents; count++) {
      const title = titles.length % 3 === 0 ? 'mug' : 'hoodie';
      cache.added(titles.length, { title, sku: '', slug: '', texts: [] });
      titles.push(title);
    }
    const inTitle = cache.of('hoodie', search)[0];
    expect(titles.filter((_title, slot) => inTitle?.has(slot))).toEqual(
      titles.filter((title) => title === 'hoodie'),
    );
    expect(searches).toBe(searched);
  }
});
