import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { encode } from '#platform/bus/wire.ts';
import { documentsOf, type SellableDocument } from '../model/documents.ts';
import { productRecord } from '../records.fixture.ts';
import type { ProductStore } from '../store/products.ts';
import type { ReviewStore } from '../store/reviews.ts';
import { maxBytes } from './document-cache.ts';
import { ProductCache } from './product-cache.ts';

type Hear = (error: null, message: { data: Uint8Array }) => void;

/** Returns a cache that reads these products from a store, and how often it reads the documents of products. */
function cacheOf(stored: readonly SellableDocument[]) {
  let hear: Hear = () => undefined;
  const subscribe = (_: string, { callback }: { callback: Hear }) => {
    hear = callback;
    return { unsubscribe: () => undefined };
  };
  const reads = { byIds: 0, ids: 0, last: 0 };
  /** The ids of each change in the log of changes, from change 1 on. */
  const changes: number[][] = [];
  const store = {
    async productIdsAbove(after: number, limit: number) {
      reads.ids += 1;
      return stored
        .map(({ _id }) => _id)
        .filter((id) => id > after)
        .slice(0, limit);
    },
    async byIds(ids: readonly number[]) {
      reads.byIds += 1;
      return stored.filter(({ _id }) => ids.includes(_id));
    },
  } as unknown as ProductStore;
  const outage = {
    isAway: false,
    get isOngoing() {
      return this.isAway;
    },
    allowsStale: () => outage.isAway,
    lastKnown: () => ({ number: 0, age: 0 }),
    read: <T>(_: number, work: () => Promise<T>) => work(),
  };
  const cache = new ProductCache(
    {
      ...{ nats: { subscribe } as unknown as NatsConnection, outage },
      last: async () => {
        reads.last += 1;
        return changes.length;
      },
      changes: {
        since: async (number, limit) =>
          changes.map((ids, at) => ({ number: at + 1, ids })).slice(number, number + limit),
      },
      ...{ fills: true, logger: pino({ level: 'silent' }) },
    },
    store,
    {} as ReviewStore,
  );
  const beat = (message: object = { number: changes.length }) => hear(null, { data: encode(message) });
  /** Runs `work` after a heartbeat, so that the cache counts as current. */
  const afterBeat = <T>(work: () => T): T => {
    beat();
    return work();
  };
  return { cache, reads, changes, outage, afterBeat };
}

/** Returns products, each of which takes a share of the cache's room. */
function productsOf(count: number, share: number): SellableDocument[] {
  const description = 'x'.repeat(maxBytes * share);
  return Array.from({ length: count }, (_, at) => productRecord({ id: at + 1, description })).flatMap(
    documentsOf,
  );
}

test('products that did not fit into memory are read from the store, and are not unknown', async () => {
  const { cache, reads, afterBeat } = cacheOf(productsOf(60, 1 / 55));
  await expect.poll(() => afterBeat(() => reads.byIds)).toBeGreaterThan(1);
  const ids = [1, 30, 60];
  await expect.poll(async () => (await afterBeat(() => cache.byIds(ids, null))).length).toBe(3);
  for (let times = 0; times < 3; times += 1) {
    const found = await afterBeat(() => Promise.all(ids.map((id) => cache.byIds([id], null))));
    expect(found.map(([one]) => one?._id)).toEqual(ids);
  }
  const before = reads.byIds;
  await cache.byIds([404], null);
  expect(reads.byIds).toBe(before + 1);
  cache.close();
});

/** Returns a cache of three products, and how often it reads each of them from the store when asked for it. */
function cacheOfThree() {
  const made = cacheOf(productsOf(3, 1 / 100));
  const readsOf = async (id: number) => {
    const before = made.reads.byIds;
    await made.cache.byIds([id], null);
    return made.reads.byIds - before;
  };
  return { ...made, readsOfAll: async () => [await readsOf(1), await readsOf(2), await readsOf(3)] };
}

test('after missed changes, only the changed products are read again, also if MongoDB fails at once', async () => {
  const { cache, reads, changes, outage, afterBeat, readsOfAll } = cacheOfThree();
  await expect.poll(() => afterBeat(readsOfAll)).toEqual([0, 0, 0]);
  expect(reads.last).toBe(1);
  changes.push([2], []);
  // Without a message of the feed for a second, the cache is no longer current.
  await sleep(1_100);
  expect(await cache.freshness()).toEqual({ number: 2, age: 0 });
  outage.isAway = true;
  expect(await readsOfAll()).toEqual([0, 1, 0]);
  outage.isAway = false;
  await expect.poll(() => afterBeat(readsOfAll)).toEqual([0, 0, 0]);
  cache.close();
});

test.each([
  ['more changes than the cache reads from the log', 1, 502],
  ['a backup was restored', 3, 2],
])('all products are read again after %s', async (_what, before, after) => {
  const { cache, changes, outage, afterBeat, readsOfAll } = cacheOfThree();
  const setLast = (count: number) => changes.splice(0, changes.length, ...Array<number[]>(count).fill([2]));
  setLast(before);
  await expect.poll(() => afterBeat(readsOfAll)).toEqual([0, 0, 0]);
  setLast(after);
  await sleep(1_100);
  expect(await cache.freshness()).toEqual({ number: after, age: 0 });
  outage.isAway = true;
  expect(await readsOfAll()).toEqual([1, 1, 1]);
  cache.close();
});

test('while MongoDB is away, only a cache with all products knows that a product does not exist', async () => {
  const readsOfUnknown = async ({ cache, reads, outage }: ReturnType<typeof cacheOf>) => {
    const before = reads.byIds;
    outage.isAway = true;
    expect(await cache.byIds([404], null)).toEqual([]);
    outage.isAway = false;
    return reads.byIds - before;
  };
  const whole = cacheOf(productsOf(60, 1 / 100));
  await expect.poll(() => whole.afterBeat(() => readsOfUnknown(whole))).toBe(0);
  const full = cacheOf(productsOf(60, 1 / 55));
  // The 60 products are read in two batches.
  await expect.poll(() => full.afterBeat(() => full.reads.byIds)).toBeGreaterThan(1);
  for (let times = 0; times < 3; times += 1) expect(await readsOfUnknown(full)).toBe(1);
  for (const { cache } of [whole, full]) cache.close();
});
