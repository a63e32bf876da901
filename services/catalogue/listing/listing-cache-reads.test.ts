import { setImmediate } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ListQuery } from '#contracts/listing.ts';
import type { EngineOutage } from '../caches/freshness.ts';
import { documentsOf, type ListedDocument } from '../model/documents.ts';
import { productRecord } from '../records.fixture.ts';
import type { Counter } from '../store/changes.ts';
import type { ProductStore } from '../store/products.ts';
import { ListingCache } from './listing-cache.ts';

const context = {
  ...{ viewer: null, decimals: 2 },
  categories: () => [],
  attributeTerm: () => null,
};

/** Returns lists whose feed is silent, so that each list must ask the store for the last change. */
function silentLists() {
  const stored: ListedDocument[] = [];
  const reads = { last: 0 };
  const lists = new ListingCache({
    nats: { subscribe: () => ({ unsubscribe: () => undefined }) } as unknown as NatsConnection,
    store: {
      scan: async () => undefined,
      listedByIds: async () => stored,
    } as unknown as ProductStore,
    counter: {
      async last() {
        reads.last += 1;
        await setImmediate();
        return stored.length;
      },
      changes: {
        since: async (number: number) =>
          stored.slice(number).map(({ _id }, at) => ({ number: number + at + 1, ids: [_id] })),
      },
    } as unknown as Counter,
    outage: { isOngoing: false } as unknown as EngineOutage,
    ...{ logger: pino({ level: 'silent' }), now: () => 0, file: null },
  });
  return { lists, reads, add: (id: number) => stored.push(...documentsOf(productRecord({ id }))) };
}

test('while the feed is silent, concurrent lists share the reads of the last change, and have every change', async () => {
  const { lists, reads, add } = silentLists();
  const totals = () =>
    Promise.all(
      Array.from({ length: 50 }, async () => {
        const { total } = await lists.page(ListQuery.parse({}), context, Date.now() + 30_000);
        return total;
      }),
    );
  await totals();
  reads.last = 0;
  add(1);
  expect(new Set(await totals())).toEqual(new Set([1]));
  expect(reads.last).toBeLessThan(4);
  const running = totals();
  await setImmediate();
  add(2);
  // These lists begin while an update runs that may lack the change.
  expect(new Set(await totals())).toEqual(new Set([2]));
  await running;
  expect(reads.last).toBeLessThan(8);
  await lists.close();
});
