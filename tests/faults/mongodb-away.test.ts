import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { type MongodbSet, startMongodbSet } from '../../dev/engines/clusters/mongodb-set.ts';

const startMs = 600_000;

let folder: string;
let set: MongodbSet;
let system: RunningSystem;
let operator: Operator;
beforeAll(async () => {
  folder = await dataFolder();
  set = await startMongodbSet({ folder, secrets: null, electionTimeoutMs: 2_000 });
  system = await startSystem({ demo: true, env: { MONGODB_URL: set.url } });
  operator = await operatorOf(system);
}, startMs);
afterAll(async () => {
  await operator?.[Symbol.asyncDispose]();
  await system?.stop();
  await set?.close();
  await rm(folder, { recursive: true, force: true });
}, startMs);

const get = (path: string) => fetch(`${system.httpUrl}${path}`);
const add = (id: number) =>
  fetch(`${system.httpUrl}/v2/cart/add-item`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: String(id), quantity: '1' }),
  });

/** Returns products that can be added without options. */
async function simpleProducts(): Promise<number[]> {
  const answer = await get('/v2/products?type=simple&per_page=40&_fields=id&stock_status=instock');
  const { products } = (await answer.json()) as { products: { id: number }[] };
  return products.map(({ id }) => id);
}

/**
 * Reads a product, reads a list and adds an item to a cart, again and again, until `over` returns true. Returns
 * the count of each status, and the number of stale answers.
 */
async function shopping(ids: readonly number[], over: () => boolean) {
  const statuses: Record<string, number> = {};
  let marked = 0;
  for (let round = 0; !over(); round += 1) {
    const id = ids[round % ids.length] ?? 0;
    // Each read of a product has a new query (`n`), so that the gateway cannot have cached the answer.
    const requests = [
      get(`/v2/products/${id}?show_reviews=false&n=${round}`),
      get('/v2/products?category=coffee'),
      add(id),
    ];
    for (const answer of await Promise.all(requests)) {
      const body = await answer.text();
      const key = answer.status === 200 ? '200' : `${answer.status} ${answer.url} ${body}`;
      statuses[key] = (statuses[key] ?? 0) + 1;
      if (answer.headers.has('warning')) marked += 1;
    }
    await sleep(20);
  }
  return { statuses, marked };
}

/** Resolves when a read and a write of the catalogue succeed. @throws Error after 120 tries */
async function untilHealthy(id: number) {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await get(`/v2/products/${id}`);
    await answer.arrayBuffer();
    const isServed = answer.status === 200 && !answer.headers.has('warning');
    if (isServed && (await writes(id, tries).catch(() => false))) return;
    await sleep(250);
  }
  throw new Error('the shop does not get well');
}

/**
 * Resolves when a read and a write of the catalogue succeed, and the processes have had 3 s to load all products
 * into memory.
 */
async function untilCached(id: number) {
  await untilHealthy(id);
  await sleep(3_000);
}

/**
 * Writes the stock of a product as an operator, and returns true.
 * @throws Error if the write is not acknowledged
 */
async function writes(id: number, stock: number): Promise<boolean> {
  await operator.ask(setProduct, { reference: String(id), change: { stock: 100 + stock } });
  return true;
}

test(
  'no read or add fails when the primary is killed, steps down or is paused, and no acknowledged write is lost',
  async () => {
    const ids = await simpleProducts();
    const [id = 0] = ids;
    await untilCached(id);
    const faults = [
      async () => {
        const primary = await set.primary();
        await primary.kill();
        return () => primary.start();
      },
      async () => {
        await set.stepDown();
        return async () => undefined;
      },
      async () => {
        const primary = await set.primary();
        primary.pause();
        return async () => primary.resume();
      },
    ];
    for (const [index, fault] of faults.entries()) {
      await writes(id, 500 + index);
      // The processes load the changed product into memory within 1.5 s.
      await sleep(1_500);
      let over = false;
      const shopper = shopping(ids, () => over);
      const heal = await fault();
      let statuses: string[];
      try {
        await set.primary();
        over = true;
        statuses = Object.keys((await shopper).statuses);
      } finally {
        over = true;
        // The fault is healed even if the test fails, so that a retry of the test starts with the complete
        // replica set.
        await heal();
      }
      expect(statuses).toEqual(['200']);
      const connection = await createConnection(set.url).asPromise();
      const kept = await connection.collection<{ _id: number }>('products').findOne({ _id: id });
      await connection.close();
      expect(JSON.stringify(kept)).toContain(String(600 + index));
      await untilHealthy(id);
    }
  },
  startMs,
);

test(
  'without any MongoDB, products, lists and adds work and are marked as stale, and writes are refused',
  async () => {
    const ids = await simpleProducts();
    await untilCached(ids[0] ?? 0);
    for (const node of set.nodes) await node.kill();
    try {
      const end = Date.now() + 3_000;
      const { statuses, marked } = await shopping(ids, () => Date.now() > end);
      expect(Object.keys(statuses).sort()).toEqual(['200']);
      expect(marked).toBeGreaterThan(0);
      const stale = await get(`/v2/products/${ids[0]}`);
      expect(stale.headers.get('warning')).toBe('110 - "Response is Stale"');
      expect(Number(stale.headers.get('age'))).toBeGreaterThan(0);
      const cart = (await (await add(ids[0] ?? 0)).json()) as { notices?: object };
      expect(JSON.stringify(cart.notices)).toContain('may be out of date');
      await expect(writes(ids[0] ?? 0, 1)).rejects.toThrow();
    } finally {
      await Promise.all(set.nodes.map((node) => node.start()));
    }
    await untilHealthy(ids[0] ?? 0);
  },
  startMs,
);
