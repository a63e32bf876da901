import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/service/logger.ts';
import { ownMongodFixture } from '#testing/engines.ts';
import { Engine, withQueryTimeout } from './engine.ts';

const mongod = ownMongodFixture();
let engine: Engine;

beforeAll(async () => {
  engine = new Engine(mongod.url, createLogger('test', 'silent'));
  await engine.start(async () => undefined);
});
afterAll(() => engine.close());

const find = () => withQueryTimeout(engine.connection.collection('things').findOne({}));
const write = () =>
  engine.transaction(async (session) => {
    await engine.connection.collection('things').insertOne({ at: Date.now() }, { session });
  });
const refused = { code: 'service_unavailable' };

/** Runs a function while MongoDB is paused and the breaker is open. */
async function whilePaused(run: () => Promise<void>) {
  process.kill(mongod.pid, 'SIGSTOP');
  try {
    await expect(find()).rejects.toMatchObject(refused);
    await run();
  } finally {
    process.kill(mongod.pid, 'SIGCONT');
  }
}

test('an open connection is kept while its preparation is repeated', async () => {
  const other = new Engine(mongod.url, createLogger('test', 'silent'));
  const { connection } = other;
  const drivers: unknown[] = [];
  await other.start(async () => {
    drivers.push(connection.getClient());
    const isFirst = drivers.length === 1;
    // Mongoose sets this state while no primary answers, and takes it back when one does.
    Object.assign(connection, {
      readyState: isFirst ? mongoose.STATES.disconnected : mongoose.STATES.connected,
    });
    if (isFirst) throw new Error('a fault of the preparation');
  });
  expect(drivers[1]).toBe(drivers[0]);
  await other.transaction(async (session) => {
    await connection.collection('things').insertOne({ at: 2 }, { session });
  });
  await other.close();
});

test('after one time-out, queries and writes are refused without waiting', async () => {
  await find();
  await write();
  await whilePaused(async () => {
    expect(engine.breaker).not.toBe('closed');
    // Fake timers never fire, so a waiting operation would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await expect(find()).rejects.toMatchObject(refused);
    await expect(write()).rejects.toMatchObject(refused);
    expect(await engine.check()).toBeNull();
    vi.useRealTimers();
  });
});

test('the breaker closes by itself once MongoDB answers', async () => {
  await vi.waitFor(() => expect(engine.breaker).toBe('closed'), { timeout: 30_000, interval: 20 });
  await find();
  await write();
});

test('a commit that was sent and not answered is reported as unconfirmed', async () => {
  await vi.waitFor(() => expect(engine.breaker).toBe('closed'), { timeout: 30_000, interval: 20 });
  const writing = engine.transaction(async (session) => {
    await engine.connection.collection('things').insertOne({ at: 1 }, { session });
    process.kill(mongod.pid, 'SIGSTOP');
  });
  await expect(writing).rejects.toMatchObject({
    ...refused,
    data: { retry_after: 1, reason: 'unconfirmed' },
  });
  process.kill(mongod.pid, 'SIGCONT');
}, 60_000);
