import { createConnection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import { listProducts } from '#contracts/listing.ts';
import { readSettings } from '#contracts/settings.ts';
import { natsFixture, ownMongodFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from './catalogue.fixture.ts';
import { productRecord } from './records.fixture.ts';

const mongod = ownMongodFixture();
const nats = natsFixture();
/** A separate NATS server for one replica, so that no other replica can answer the requests of a test. */
const lonelyNats = natsFixture();
const context = () => ({ requestId: 'test', deadline: Date.now() + 3_000, claim: null });

let one: Replica;
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.mongodb.check());
  await one.askAny(importProducts, { records: [productRecord({ id: 1 })] });
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
});

const read = async (reference: string) =>
  productIn(await one.caller.request(readProduct, { reference }, context()));

test('a replica that is killed within a transaction blocks the others for ten seconds, not for a minute', async () => {
  const killed = await createConnection(mongod.url).asPromise();
  const session = await killed.startSession();
  session.startTransaction();
  // This write locks the counter, which every change of the catalogue needs. The transaction never ends, as if
  // its replica was killed.
  const counters = killed.collection<{ _id: string }>('counters');
  await counters.updateOne({ _id: 'catalogue' }, { $inc: { number: 1 } }, { session });
  const begun = Date.now();
  const write = () => one.caller.request(importProducts, { records: [productRecord({ id: 2 })] }, context());
  await expect(write()).rejects.toMatchObject({ code: 'service_unavailable' });
  while ((await write().catch(() => null)) === null) expect(Date.now() - begun).toBeLessThan(40_000);
  await killed.destroy();
}, 600_000);

/** Repeats a request until the answer has an age above 0, and returns this answer. */
async function untilStale<Answer extends { asOf: { age: number } }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask();
  await until(async () => {
    answer = await ask();
    return answer.asOf.age > 0;
  });
  return answer;
}

describe('an engine that fails', () => {
  const list = () => one.caller.request(listProducts, { query: {} }, context());
  const settings = () => one.caller.request(readSettings, {}, context());
  const facts = () => one.caller.request(readFacts, { references: ['1', 'sku-of-nothing'] }, context());
  const write = () => one.caller.request(importProducts, { records: [productRecord({ id: 3 })] }, context());

  test('by hanging: reads are answered from caches, with their age; writes are refused', async () => {
    const fresh = await read('1');
    expect(fresh.asOf.age).toBe(0);
    // The cache loads all products in the background within 2.5 s.
    await new Promise((done) => setTimeout(done, 2_500));
    process.kill(mongod.pid, 'SIGSTOP');
    const stale = await untilStale(() => read('1'));
    expect((await settings()).age).toBeGreaterThan(0);
    expect(stale.product).toEqual(fresh.product);
    expect((await read('2')).asOf.age).toBeGreaterThan(0);
    await expect(read('never-asked-for')).rejects.toMatchObject({ code: 'service_unknown_product_id' });
    const { ids, asOf } = await list();
    expect(ids.sort()).toEqual([1, 2]);
    expect(asOf.age).toBeGreaterThan(0);
    const known = await facts();
    expect(known.facts.map((one) => one?.id)).toEqual([1, undefined]);
    expect(known.asOf.age).toBeGreaterThan(0);
    await expect(write()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await one.mongodb.check()).toBe(false);
    process.kill(mongod.pid, 'SIGCONT');
    await until(async () => (await read('1')).asOf.age === 0);
    expect((await settings()).age).toBe(0);
    await until(async () => (await write().catch(() => null)) !== null);
    expect((await read('3')).product.id).toBe(3);
  }, 60_000);

  test('at the start: the replica is not ready and answers 503 until the engine works', async () => {
    process.kill(mongod.pid, 'SIGSTOP');
    await using late = await startReplica({ mongodb: mongod.url, nats: lonelyNats.url });
    const refused = late.caller.request(readProduct, { reference: '1' }, context());
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await late.mongodb.check()).toBe(false);
    process.kill(mongod.pid, 'SIGCONT');
    await until(() => late.mongodb.check());
  });
});
