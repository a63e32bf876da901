import { expect, test } from 'vitest';
import { documentsOf, type ListedDocument } from '../model/documents.ts';
import { productRecord } from '../records.fixture.ts';
import type { Counter } from '../store/changes.ts';
import { ProductIndex } from './domain/product-index.ts';
import { IndexUpdates } from './index-updates.ts';

/** Returns an index and its updates, with a store in memory that counts its reads. */
function catalogue() {
  const stored = new Map<number, ListedDocument>();
  const log: { number: number; ids: number[] }[] = [];
  const reads = { last: 0, log: 0, documents: 0 };
  const visible = { until: Number.POSITIVE_INFINITY };
  const updates = new IndexUpdates({
    store: {
      async listedByIds(ids: readonly number[]) {
        reads.documents += 1;
        return ids.map((id) => stored.get(id)).filter((one) => one !== undefined);
      },
    },
    counter: {
      async last() {
        reads.last += 1;
        return Math.min(log.length, visible.until);
      },
      changes: {
        async since(number: number) {
          reads.log += 1;
          return log.filter((one) => one.number > number);
        },
      },
    } as unknown as Counter,
    now: () => 0,
  });
  const loaded = { index: new ProductIndex(), number: 0 };
  const change = (id: number, name: string) => {
    const documents = documentsOf(productRecord({ id, name }));
    for (const one of documents) stored.set(one._id, one);
    const number = log.push({ number: log.length + 1, ids: [id] });
    return { number, documents };
  };
  return { updates, loaded, reads, visible, change, size: () => loaded.index.size };
}

test('own changes that were announced are applied without a read', async () => {
  const { updates, loaded, reads, change, size } = catalogue();
  for (const id of [1, 2]) {
    const { number, documents } = change(id, 'Mug');
    updates.wrote(number, documents);
    updates.announced(number, [id]);
  }
  expect(await updates.applyAnnounced(loaded)).toBe(true);
  expect([loaded.number, size()]).toEqual([2, 2]);
  expect(reads).toEqual({ last: 0, log: 0, documents: 0 });
});

test('announced changes of other replicas are read without the log, several at once', async () => {
  const { updates, loaded, reads, change, size } = catalogue();
  for (const id of [1, 2, 3]) updates.announced(change(id, 'Mug').number, [id]);
  expect(await updates.applyAnnounced(loaded)).toBe(true);
  expect([loaded.number, size()]).toEqual([3, 3]);
  expect(reads).toEqual({ last: 1, log: 0, documents: 1 });
  expect(await updates.applyAnnounced(loaded)).toBe(false);
});

test('a change that was not announced is found in the log', async () => {
  const { updates, loaded, change, size } = catalogue();
  change(1, 'Mug');
  updates.announced(change(2, 'Mug').number, [2]);
  expect(await updates.applyAnnounced(loaded)).toBe(false);
  expect(await updates.catchUp(loaded, 2)).toBe(true);
  expect([loaded.number, size()]).toEqual([2, 2]);
  expect(await updates.applyAnnounced(loaded)).toBe(false);
});

test('an announced change that MongoDB does not return yet is not counted as applied', async () => {
  const { updates, loaded, visible, change } = catalogue();
  visible.until = 0;
  updates.announced(change(1, 'Mug').number, [1]);
  expect(await updates.applyAnnounced(loaded)).toBe(false);
  expect(loaded.number).toBe(0);
  visible.until = 1;
  expect(await updates.applyAnnounced(loaded)).toBe(true);
  expect(loaded.number).toBe(1);
});

test('after a restored backup, a written document is not taken for another change with its number', async () => {
  const { updates, loaded, reads, change } = catalogue();
  const { number, documents } = change(1, 'Mug');
  updates.wrote(number, documents);
  updates.forget();
  updates.announced(number, [1]);
  expect(await updates.applyAnnounced(loaded)).toBe(true);
  expect(reads.documents).toBe(1);
});

test('many changes of a few products leave few unused slots, announced or not', async () => {
  const { updates, loaded, change } = catalogue();
  const slots = () => loaded.index.snapshot.products.columns.titles.length;
  for (let round = 0; round < 1_500; round += 1) {
    const { number } = change(round % 10, `Mug ${round}`);
    updates.announced(number, [round % 10]);
    expect(await updates.applyAnnounced(loaded)).toBe(true);
  }
  expect(slots()).toBeLessThan(1_100);
  for (let round = 0; round < 1_500; round += 1) {
    const { number } = change(round % 10, `Cup ${round}`);
    expect(await updates.catchUp(loaded, number)).toBe(true);
  }
  expect([slots() < 1_100, loaded.index.size]).toEqual([true, 10]);
});
