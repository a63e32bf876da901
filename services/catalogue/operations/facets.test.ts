import { afterAll, beforeAll, expect, test } from 'vitest';
import { importProducts, importTerms } from '#contracts/catalogue-import.ts';
import { countFacets } from '#contracts/facets.ts';
import { listProducts } from '#contracts/listing.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { pricesOf, productRecord } from '../records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
let one: Replica;
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.ready());
});
afterAll(() => one[Symbol.asyncDispose]());

const tree = { description: '', count: 0, image: null, menuOrder: 0 };
const category = (id: number, name: string, parentId: number) => ({
  ...tree,
  id,
  name,
  slug: name.toLowerCase(),
  parentId,
  display: 'default' as const,
});

test('facets count the terms of the found products and contain every later change', async () => {
  await one.askAny(importTerms, {
    kind: 'categories',
    records: [category(1, 'Drinks', 0), category(2, 'Coffee', 1), category(3, 'Empty', 0)],
  });
  const coffee = [{ id: 2, name: 'Coffee', slug: 'coffee' }];
  const records = [
    productRecord({ id: 10, categories: coffee, prices: pricesOf(1_000), averageRating: '4.00' }),
    productRecord({ id: 11, categories: coffee, prices: pricesOf(2_500) }),
    productRecord({ id: 12, status: 'draft', categories: coffee }),
    productRecord({ id: 13, visibleTo: ['trade'], categories: coffee }),
  ];
  await one.askAny(importProducts, { records });
  const total = async () => (await one.ask(listProducts, { query: {} })).total;
  await until(async () => (await total()) === 2);
  const counted = await one.ask(countFacets, { query: { minPrice: '5' } });
  expect(counted).toMatchObject({
    total: 2,
    similar: false,
    facets: {
      categories: [
        { id: 1, name: 'Drinks', slug: 'drinks', parentId: 0, count: 2 },
        { id: 2, name: 'Coffee', slug: 'coffee', parentId: 1, count: 2 },
      ],
      ratings: [{ rating: 4, count: 1 }],
      stockStatuses: [{ status: 'instock', count: 2 }],
      prices: {
        min: 1_000,
        max: 2_500,
        bands: [
          { min: 1_000, count: 1 },
          { max: 2_599, count: 1 },
        ],
      },
    },
  });
  const { number } = await one.askAny(importProducts, { records: [productRecord({ id: 11 })] });
  const ask = () => one.ask(countFacets, { query: {} });
  await until(async () => (await ask()).asOf.catalogue >= number);
  expect((await ask()).facets.categories.map(({ count }) => count)).toEqual([1, 1]);
});
