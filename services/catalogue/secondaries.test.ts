import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFacts, readProduct } from '#contracts/catalogue.ts';
import { importCoupons, importProducts, importReviews, importTerms } from '#contracts/catalogue-import.ts';
import { readCoupons } from '#contracts/coupons.ts';
import { listProducts } from '#contracts/listing.ts';
import { listReviews } from '#contracts/reviews.ts';
import { listTerms } from '#contracts/terms.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { natsFixture } from '#testing/engines.ts';
import { type MongodbSet, startMongodbSet } from '../../dev/engines/clusters/mongodb-set.ts';
import type { EngineNode } from '../../dev/engines/clusters/node-process.ts';
import { memberClient } from '../../dev/engines/mongod.ts';
import { productIn, type Replica, startReplica, until } from './catalogue.fixture.ts';
import { couponRecord } from './operations/coupons.fixture.ts';
import { reviewRecord } from './operations/reviews.fixture.ts';
import { productRecord, variationRecord } from './records.fixture.ts';

const nats = natsFixture();
let folder: string;
let set: MongodbSet;
let one: Replica;
beforeAll(async () => {
  folder = await dataFolder();
  set = await startMongodbSet({ folder, secrets: null, electionTimeoutMs: 1_000 });
  one = await startReplica({ mongodb: set.url, nats: nats.url, fills: false });
  await until(() => one.ready());
}, 120_000);
afterAll(async () => {
  await one?.[Symbol.asyncDispose]();
  await set?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until every member of the replica set has all data and knows that a majority has the data. */
async function untilCopied(primary: EngineNode): Promise<void> {
  const client = await memberClient(primary.port, null);
  const marks = client.db('tests').collection('marks');
  // The second write tells the members that a majority has the first write.
  for (const mark of ['first', 'second']) await marks.insertOne({ mark }, { writeConcern: { w: 3 } });
  await client.close();
}

test('data that is not cached is read from a secondary that has the last change; the answer has an age', async () => {
  const variations = [variationRecord({ id: 11 })];
  const records = [productRecord({ id: 1 }), productRecord({ id: 10, type: 'variable', variations })];
  const category = { id: 16, name: 'Kitchen', slug: 'kitchen', description: '', count: 1, parentId: 0 };
  const shown = { display: 'default' as const, image: null, menuOrder: 0 };
  await one.ask(importTerms, { kind: 'categories', records: [{ ...category, ...shown }] });
  await one.ask(importProducts, { records });
  await one.ask(importReviews, { records: [reviewRecord({ id: 5, productId: 1 })] });
  await one.ask(importCoupons, { records: [couponRecord({ id: 7, code: 'ten' })] });
  expect((await one.ask(listProducts, { query: {} })).total).toBe(2);
  const primary = await set.primary();
  await untilCopied(primary);
  // Only one of three members is left, so the set has no majority and no primary.
  const [other] = set.nodes.filter((node) => node !== primary);
  await Promise.all([primary.kill(), other?.kill()]);
  await until(async () => !(await one.mongodb.check()));

  const reads = [
    async () => (await one.ask(readProduct, { reference: '1', reviews: true })).others,
    () => one.ask(readFacts, { references: ['10', '11'] }),
    () => one.ask(listProducts, { query: {}, shows: { variations: true, reviews: true } }),
    () => one.ask(listTerms, { kind: 'categories' }),
    () => one.ask(listReviews, {}),
    () => one.ask(readCoupons, { codes: ['ten'] }),
  ] as const;
  for (const read of reads) {
    await until(async () => (await read().catch(() => null))?.asOf.age !== undefined);
    await until(async () => (await read()).asOf.age > 0);
  }
  const { product, reviews } = productIn(await one.ask(readProduct, { reference: '1', reviews: true }));
  expect([product.id, reviews.map(({ id }) => id)]).toEqual([1, [5]]);
  expect((await one.ask(readFacts, { references: ['11', '404'] })).facts.map((facts) => facts?.id)).toEqual([
    11,
    undefined,
  ]);
  expect((await one.ask(readCoupons, { codes: ['ten'] })).coupons[0]?.code).toBe('ten');
  const write = () => one.ask(importProducts, { records: [productRecord({ id: 2 })] });
  await expect(write()).rejects.toMatchObject({ code: 'service_unavailable' });
}, 120_000);
