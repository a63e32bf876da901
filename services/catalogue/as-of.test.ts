import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProduct } from '#contracts/catalogue.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import { listProducts } from '#contracts/listing.ts';
import { listTerms } from '#contracts/terms.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from './catalogue.fixture.ts';
import { defaultSettings } from './model/store-settings.ts';
import { CategoryTree } from './model/terms.ts';
import { termOperations } from './operations/terms.ts';
import { productRecord, variationRecord } from './records.fixture.ts';

// Each answer contains the ids of its records (`madeOf`) and its freshness (`asOf`). With these two members,
// gateways invalidate cached answers.

const mongod = mongodFixture();
const nats = natsFixture();

let one: Replica;
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.mongodb.check());
});
afterAll(() => one[Symbol.asyncDispose]());

describe('the dependencies of an answer about a product', () => {
  beforeAll(async () => {
    const variations = [variationRecord({ id: 11 })];
    const records = [
      productRecord({ id: 1, relatedIds: [2, 404], upsellIds: [3, 2], crossSellIds: [4] }),
      productRecord({ id: 2 }),
      productRecord({ id: 3, status: 'draft' }),
      productRecord({ id: 4, locked: true }),
      productRecord({ id: 5, type: 'grouped', groupedIds: [2, 3] }),
      productRecord({ id: 10, type: 'variable', variations }),
    ];
    await one.ask(importProducts, { records });
  });

  test.each([
    ['every related product, including hidden ones and those that do not exist yet', '1', [1, 2, 404, 3, 4]],
    ['the products of a group', '5', [5, 2, 3]],
    ['a variation with the product it belongs to', '11', [11, 10]],
  ])('%s', async (_title, reference, ids) => {
    expect(productIn(await one.ask(readProduct, { reference })).madeOf).toEqual(ids);
  });
});

test('a list has the dependencies of its products, unless changes of other prices could alter the list', async () => {
  const madeOf = async (query: object) =>
    (
      await one.ask(listProducts, {
        query: { include: [1, 5], orderBy: 'include', direction: 'asc', ...query },
      })
    ).madeOf;
  // A list has the imported products a moment after the import.
  await expect.poll(() => madeOf({})).toEqual([1, 2, 404, 3, 4, 5]);
  expect(await madeOf({ orderBy: 'price' })).toBeUndefined();
  expect(await madeOf({ onSale: false })).toBeUndefined();
});

test('the freshness stated for the terms of a product is at most that of the products', async () => {
  const records = {
    categories: [],
    tags: [],
    brands: [],
    attributes: [],
    terms: [],
    shippingClasses: [],
  };
  const deps = {
    termCache: { current: async () => ({ records, categories: new CategoryTree([]), number: 8, age: 5 }) },
    products: { freshness: async () => ({ number: 7, age: 0 }) },
    settings: async () => ({ settings: defaultSettings, number: 3, age: 2 }),
    productTerms: async () => null,
  };
  const [list] = termOperations(deps);
  const context = { requestId: 'test', deadline: Date.now() + 30_000, claim: null };
  const reply = await list?.run({ kind: 'tags', product: 1 }, context);
  expect(listTerms.reply.parse(reply).asOf).toEqual({ catalogue: 7, settings: 3, age: 5 });
});
