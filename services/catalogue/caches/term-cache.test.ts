import type { NatsConnection } from 'nats';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encode } from '#platform/bus/wire.ts';
import type { TermRecords } from '../model/terms.ts';
import { TermCache } from './term-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Returns a cache of terms. The test sends its heartbeats and decides whether MongoDB answers. */
function termCache() {
  const engine = { isAway: false };
  const records = { categories: [] } as unknown as TermRecords;
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (engine.isAway) throw new Error('MongoDB is away');
    return value;
  };
  let hear = (_message: { number: number; change?: object }): void => {};
  const connection = {
    subscribe(_subject: string, { callback }: { callback: (error: null, message: unknown) => void }) {
      hear = (message) => callback(null, { data: encode(message) });
      return { unsubscribe: () => undefined };
    },
  };
  const outage = {
    get isOngoing() {
      return engine.isAway;
    },
    allowsStale: () => engine.isAway,
    lastKnown: ({ number, age }: { number: number; age: number }) => ({ number, age }),
    read: <Value>(_least: number, work: () => Promise<Value>) => work(),
  };
  const deps = { outage, last: () => answer(1), fills: true, logger: pino({ level: 'silent' }) };
  const nats = connection as unknown as NatsConnection;
  const cache = new TermCache({ nats, ...deps }, { all: () => answer(records) });
  const heartbeats = async (count: number, number = 1) => {
    for (let sent = 0; sent < count; sent += 1) {
      hear({ number });
      await pass(250);
    }
  };
  return {
    cache,
    engine,
    records,
    heartbeats,
    changeTerms: () => hear({ number: 2, change: { products: [], terms: true } }),
  };
}

test('terms that were read before the first heartbeat are read again, so that an outage finds them cached', async () => {
  const { cache, engine, records, heartbeats } = termCache();
  await pass(2_000);
  await heartbeats(4);
  engine.isAway = true;
  await pass(2_000);
  expect(await cache.current()).toMatchObject({ records, number: 1 });
  cache.close();
});

test('terms that changed while MongoDB was away are read when it answers again', async () => {
  const { cache, engine, heartbeats, changeTerms } = termCache();
  await heartbeats(4);
  engine.isAway = true;
  changeTerms();
  await pass(1_000);
  expect((await cache.current()).age).toBeGreaterThan(0);
  engine.isAway = false;
  await heartbeats(4, 2);
  engine.isAway = true;
  expect((await cache.current()).age).toBe(0);
  cache.close();
});
