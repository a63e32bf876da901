import { type Connection, createConnection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProduct } from '#contracts/catalogue.ts';
import { importProducts, importReviews, removeRecords } from '#contracts/catalogue-import.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { profiled } from '#testing/profiled.ts';
import { productIn, type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { reviewRecord } from '../operations/reviews.fixture.ts';
import { productRecord } from '../records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
let one: Replica;
let observer: Connection;
beforeAll(async () => {
  observer = await createConnection(mongod.url).asPromise();
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.ready());
  const records = [1, 2].map((id) => productRecord({ id, sku: `MUG-${id}`, slug: `mug-${id}` }));
  await one.ask(importProducts, { records });
  await one.ask(importReviews, { records: [11, 12].map((id) => reviewRecord({ id })) });
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await observer.close();
});

/** Returns how often `work` reads a collection in MongoDB. */
async function readsOf(collection: string, work: () => Promise<unknown>): Promise<number> {
  const commands = await profiled(observer, async () => void (await work()));
  return commands.filter(({ ns, op }) => ns.endsWith(`.${collection}`) && op === 'query').length;
}

test('a product is found by id, SKU and slug, and a new product at once', async () => {
  const found = async (reference: string) =>
    one.ask(readProduct, { reference }).then(
      ({ only }) => only.product.id,
      ({ code }) => code,
    );
  const [none, unknown] = ['service_product_invalid_id', 'service_unknown_product_id'];
  const names = ['1', 'mug-2', 'MUG-2', 'Mug-2', '404', 'no-such-mug'];
  const lookUp = () => Promise.all(names.map(found));
  for (let times = 0; times < 3; times += 1) expect(await lookUp()).toEqual([1, 2, 2, 2, none, unknown]);
  await one.ask(importProducts, { records: [productRecord({ id: 404, sku: 'no-such-mug', slug: 'new' })] });
  expect(await Promise.all(['404', 'no-such-mug', 'NO-SUCH-MUG', 'new'].map(found))).toEqual([
    404, 404, 404, 404,
  ]);
});

test('reviews of products are read from MongoDB once, and again after a change', async () => {
  const listed = async () => {
    const query = { include: [1, 2], orderBy: 'include' as const };
    const { entries } = await one.list({ query, shows: { reviews: true } });
    return entries.map(({ product, reviews }) => [product.id, reviews.map(({ id }) => id)]);
  };
  const shown = async () =>
    productIn(await one.ask(readProduct, { reference: '1', reviews: true })).reviews.length;
  expect(await listed()).toEqual([
    [1, [12, 11]],
    [2, []],
  ]);
  await until(async () => (await readsOf('reviews', listed)) === 0);
  expect(await readsOf('reviews', shown)).toBe(0);
  expect(await shown()).toBe(2);
  expect(productIn(await one.ask(readProduct, { reference: '1' })).reviews).toEqual([]);
  await one.ask(importReviews, { records: [reviewRecord({ id: 13, productId: 2 })] });
  await until(async () => (await listed()).at(1)?.[1]?.toString() === '13');
  await one.ask(removeRecords, { collection: 'reviews', ids: [12] });
  await until(async () => (await shown()) === 1);
  await until(async () => (await readsOf('reviews', listed)) === 0);
  expect(await listed()).toEqual([
    [1, [11]],
    [2, [13]],
  ]);
});
