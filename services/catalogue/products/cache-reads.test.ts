import { type Connection, createConnection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts, importReviews, removeRecords } from '#contracts/catalogue-import.ts';
import { listProducts } from '#contracts/listing.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { profiled } from '#testing/profiled.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord } from '../records.fixture.ts';
import { reviewRecord } from '../reviews/reviews.fixture.ts';

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

const codeOf = (reference: string) =>
  one.ask(readProduct, { reference }).then(
    () => 'found',
    ({ code }) => code,
  );

test('with all products in memory, names and unknown products are looked up without MongoDB', async () => {
  const names = ['1', 'mug-2', 'MUG-2', 'Mug-2', '404', 'no-such-mug'];
  const lookUp = () => Promise.all(names.map(codeOf));
  await until(async () => (await readsOf('products', lookUp)) === 0);
  const [none, unknown] = ['service_product_invalid_id', 'service_unknown_product_id'];
  expect(await lookUp()).toEqual(['found', 'found', 'found', 'found', none, unknown]);
  const facts = () => one.ask(readFacts, { references: ['404', 'no-such-mug', 'mug-1'] });
  expect(await readsOf('products', facts)).toBe(0);
  expect((await facts()).facts.map((one) => one?.id)).toEqual([undefined, undefined, 1]);
  await one.ask(importProducts, { records: [productRecord({ id: 404, sku: 'no-such-mug', slug: 'new' })] });
  await until(async () => (await codeOf('404')) === 'found');
  expect(await Promise.all(['no-such-mug', 'NO-SUCH-MUG', 'new'].map(codeOf))).toEqual([
    'found',
    'found',
    'found',
  ]);
});

test('reviews of products are read from MongoDB once, and again after a change', async () => {
  const listed = async () => {
    const query = { include: [1, 2], orderBy: 'include' as const };
    const { entries } = await one.ask(listProducts, { query, shows: { reviews: true } });
    return entries.map(({ product, reviews }) => [product.id, reviews.map(({ id }) => id)]);
  };
  const shown = async () => (await one.ask(readProduct, { reference: '1', reviews: true })).reviews.length;
  expect(await listed()).toEqual([
    [1, [12, 11]],
    [2, []],
  ]);
  await until(async () => (await readsOf('reviews', listed)) === 0);
  expect(await readsOf('reviews', shown)).toBe(0);
  expect(await shown()).toBe(2);
  expect((await one.ask(readProduct, { reference: '1' })).reviews).toEqual([]);
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
