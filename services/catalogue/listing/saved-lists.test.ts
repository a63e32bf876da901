import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importProducts, removeRecords } from '#contracts/catalogue-import.ts';
import type { ProductRecord } from '#contracts/product.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { documentsOf } from '../model/documents.ts';
import { productRecord } from '../records.fixture.ts';
import { Counter } from '../store/changes.ts';
import { ProductWriter } from '../store/product-writer.ts';
import { ProductStore } from '../store/products.ts';
import { ProductIndex } from './domain/product-index.ts';
import { IndexFile } from './index-file.ts';

const mongod = mongodFixture();
const nats = natsFixture();
let engine: Engine;
let listsDir: string;
beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  await engine.start(async () => {
    const counter = new Counter(engine.connection);
    for (const store of [counter, new ProductStore(engine.connection)]) await store.prepare();
  });
});
beforeEach(async () => {
  listsDir = await mkdtemp(join(tmpdir(), 'cartwright-lists-'));
  return () => rm(listsDir, { recursive: true });
});
afterAll(() => engine.close());

async function replica(): Promise<Replica> {
  const started = await startReplica({ mongodb: mongod.url, nats: nats.url, listsDir });
  await until(() => started.ready());
  return started;
}

const importAll = (by: Replica, ...records: ProductRecord[]) => by.ask(importProducts, { records });
const ids = async (by: Replica, search = '') => {
  const query = { orderBy: 'id', direction: 'asc', perPage: 100, search } as const;
  return (await by.list({ query })).entries.map(({ product }) => product.id);
};

test('a replica saves its lists when it stops; the next one starts with them and with all later changes', async () => {
  {
    await using first = await replica();
    await importAll(first, ...[1, 2, 3].map((id) => productRecord({ id, name: `Cup ${id}` })));
    await until(async () => (await ids(first, 'cup')).length === 3);
  }
  const writer = new ProductWriter(engine, new Counter(engine.connection));
  await writer.keep([productRecord({ id: 2, name: 'Changed' }), productRecord({ id: 4, name: 'New' })]);
  // Changes a document without logging the change. Only a replica that reads all documents again would
  // notice.
  await engine.connection
    .collection<{ _id: number }>('products')
    .updateOne({ _id: 3 }, { $set: { name: 'Unlogged' } });
  {
    await using second = await replica();
    expect(await ids(second, 'cup')).toEqual([1, 3]);
    expect(await ids(second)).toEqual([1, 2, 3, 4]);
    await second.ask(removeRecords, { collection: 'products', ids: [1] });
    await until(async () => (await ids(second)).length === 3);
  }
  await using third = await replica();
  expect([await ids(third), await ids(third, 'changed')]).toEqual([[2, 3, 4], [2]]);
});

/** Saves an index with one product at change 5. Returns the file, and a log that contains change 5. */
async function savedFile(at = 1_000) {
  const index = new ProductIndex();
  for (const document of documentsOf(productRecord({ id: 1 }))) index.put(document, 0);
  const log = { find: async (number: number) => (number === 5 ? { number, at } : null) };
  const warnings: object[] = [];
  const logger = { warn: (members: object) => void warnings.push(members) };
  const file = new IndexFile(listsDir, log, logger as never);
  await file.write({ index, number: 5 });
  const [name = ''] = await readdir(listsDir);
  return { file, log, logger, warnings, path: join(listsDir, name) };
}

test('the file is used only by a replica whose database has its last change', async () => {
  const { file, logger } = await savedFile();
  const read = await file.read(9);
  expect([read?.number, read?.index.size]).toEqual([5, 1]);
  expect(await file.read(4)).toBe(null);
  for (const logged of [null, { number: 5, at: 1_001 }]) {
    const other = new IndexFile(listsDir, { find: async () => logged }, logger as never);
    expect(await other.read(9)).toBe(null);
  }
});

test('a file that is damaged, incomplete or of other code is not used', async () => {
  const { file, warnings, path } = await savedFile();
  const bytes = await readFile(path);
  const damaged = Buffer.from(bytes);
  damaged[bytes.length - 3] = (damaged[bytes.length - 3] ?? 0) ^ 1;
  for (const wrong of [damaged, bytes.subarray(0, bytes.length - 10), Buffer.alloc(0), Buffer.from('{}')]) {
    await writeFile(path, wrong);
    expect(await file.read(9)).toBe(null);
  }
  expect(warnings).toHaveLength(4);
  await writeFile(path, Buffer.from(bytes.toString('latin1').replace(/"code":"./, '"code":"x'), 'latin1'));
  expect(await file.read(9)).toBe(null);
  await writeFile(path, bytes);
  expect((await file.read(9))?.number).toBe(5);
});

test('no file is written twice for one change, or for a change that is not in the log', async () => {
  const { file, path, warnings } = await savedFile();
  await rm(path);
  await file.write({ index: new ProductIndex(), number: 5 });
  await file.write({ index: new ProductIndex(), number: 6 });
  expect([await readdir(listsDir), warnings]).toEqual([[], []]);
});

test('a folder that cannot be written is reported and stops nothing', async () => {
  const { logger, log, warnings, path } = await savedFile();
  await new IndexFile(path, log, logger as never).write({ index: new ProductIndex(), number: 5 });
  expect(warnings).toEqual([{ err: expect.objectContaining({ code: 'EEXIST' }) }]);
});
