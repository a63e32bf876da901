import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { documentsOf } from '../../model/documents.ts';
import { productRecord } from '../../records.fixture.ts';
import { categoriesBelow } from './naive-lists.fixture.ts';
import { ProductIndex } from './product-index.ts';

const context = {
  now: 0,
  viewer: 'public',
  decimals: 2,
  categories: categoriesBelow,
  attributeTerm: (_attribute: string, slug: string) => slug,
} as const;

test('a search whose deadline passes ends before the next word; repeated without a deadline, it is complete', () => {
  const index = new ProductIndex();
  for (const document of documentsOf(productRecord({ id: 1, name: 'Red cotton mug' })))
    index.put(document, 0);
  const query = ListQuery.parse({ search: 'red cotton mug', featured: false });
  const counted = (most: number) => {
    let checks = 0;
    const inTime = () => {
      checks += 1;
      if (checks > most) throw unavailable('the deadline has passed');
    };
    return { page: () => index.page(query, { ...context, inTime }), checks: () => checks };
  };
  for (let most = 0; most < 4; most += 1) {
    const late = counted(most);
    expect(late.page).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
    expect(late.checks()).toBe(most + 1);
  }
  expect(counted(100).page().ids).toEqual([1]);
});
