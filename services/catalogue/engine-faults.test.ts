import { createConnection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProduct } from '#contracts/catalogue.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import { natsFixture, ownMongodFixture } from '#platform/testing/engines.ts';
import { type Replica, startReplica, until } from './catalogue.fixture.ts';
import { productRecord } from './records.fixture.ts';

const mongod = ownMongodFixture();
const nats = natsFixture();
/** Where a replica of its own can be asked without the others. */
const lonelyNats = natsFixture();
const context = () => ({ requestId: 'test', deadline: Date.now() + 3_000, claim: null });

let one: Replica;
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.mongodb.check());
  await one.caller.request(importProducts, { records: [productRecord({ id: 1 })] }, context());
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
});

const read = (reference: string) => one.caller.request(readProduct, { reference }, context());

test('a replica that is killed within a transaction holds the others up for ten seconds, not for a minute', async () => {
  const killed = await createConnection(mongod.url).asPromise();
  const session = await killed.startSession();
  session.startTransaction();
  // What a change of the catalogue does first; then nobody ever ends it.
  const counters = killed.collection<{ _id: string }>('counters');
  await counters.updateOne({ _id: 'catalogue' }, { $inc: { number: 1 } }, { session });
  const begun = Date.now();
  const write = () => one.caller.request(importProducts, { records: [productRecord({ id: 2 })] }, context());
  await expect(write()).rejects.toMatchObject({ code: 'service_unavailable' });
  while ((await write().catch(() => null)) === null) expect(Date.now() - begun).toBeLessThan(40_000);
  await killed.destroy();
}, 600_000);

describe('an engine that fails', () => {
  test('by standing still is told as 503 within the time of a request, and is forgiven afterwards', async () => {
    process.kill(mongod.pid, 'SIGSTOP');
    const refused = read('never-asked-for');
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(read('1')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await one.mongodb.check()).toBe(false);
    process.kill(mongod.pid, 'SIGCONT');
    await until(async () => (await read('1').catch(() => null)) !== null);
  });

  test('to answer at the start leaves a replica that refuses with 503 and is not ready, until it does', async () => {
    process.kill(mongod.pid, 'SIGSTOP');
    await using late = await startReplica({ mongodb: mongod.url, nats: lonelyNats.url });
    const refused = late.caller.request(readProduct, { reference: '1' }, context());
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await late.mongodb.check()).toBe(false);
    process.kill(mongod.pid, 'SIGCONT');
    await until(() => late.mongodb.check());
  });
});
