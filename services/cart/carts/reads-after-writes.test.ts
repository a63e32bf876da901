import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture, redisFixture } from '#testing/engines.ts';
import type { Change } from '../domain/commands.ts';
import { itemKey } from '../domain/rules/line.ts';
import { bounds, FakeCatalogue } from '../facts/catalogue.fixture.ts';
import { FactsCache } from '../facts/facts-cache.ts';
import { anItem, factsOf } from '../model/context.fixture.ts';
import { contextsOf, Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';

const [redis, nats] = [redisFixture(), natsFixture()];
const catalogue = new FakeCatalogue();
const open: { close(): Promise<void> }[] = [];
let running: Replicas;
let carts: Carts;
let facts: FactsCache;

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
const key = 't_settled-cart-of-a-test';

/**
 * Returns how often Redis ran each command for a function, and the requests of the function to the catalogue.
 */
async function counted(run: () => Promise<unknown>) {
  const { observer } = running;
  await observer.config('RESETSTAT');
  const asked = catalogue.asked.length;
  await run();
  const stats = await observer.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_([^:|]+)[^:]*:calls=(\d+)/gm)].map(
    ([, name = '', count]) => [name, Number(count)] as const,
  );
  const own = ['config', 'info', 'ping'];
  return {
    commands: Object.fromEntries(calls.filter(([name]) => !own.includes(name))),
    asked: catalogue.asked.slice(asked),
  };
}

const add = (reference: string): Change => ({
  kind: 'add-item',
  item: anItem({ reference }),
  email: null,
  phone: null,
});
const change = (...changes: readonly Change[]) =>
  carts.change(key, { conditions: null, changes, together: 'all-or-none' }, context());
const read = () => carts.read(key, context());

beforeAll(async () => {
  const connection: NatsConnection = await connectNats('cart', { NATS_URL: nats.url }, false);
  open.push(await catalogue.serve(nats.url), connection);
  facts = new FactsCache(new Caller(connection, 'service'), bounds);
  facts.follow({ current: true, number: 1, completeAt: 0 }, { number: 1 });
  for (let id = 1; id <= 60; id += 1) {
    const crossSellIds = id === 51 ? [60, 99] : [];
    catalogue.products.set(String(id), factsOf({ id, sku: `sku-${id}`, crossSellIds }));
  }
  running = new Replicas(redis.url, new Map());
  carts = await running.start({ contexts: contextsOf(facts) });
});
afterAll(async () => {
  running.close();
  await Promise.all(open.map((one) => one.close()));
});

test('fifty items cause one request to the catalogue, one read and one commit', async () => {
  const references = Array.from({ length: 50 }, (_, index) => String(index + 1));
  const { commands, asked } = await counted(() => change(...references.map(add)));
  expect(asked).toEqual([references]);
  expect(commands).toMatchObject({ evalsha: 2, hmget: 1, hset: 1 });
  expect((await read()).lines).toHaveLength(50);
});

test('a read of an unchanged cart causes one Redis command and no request to the catalogue', async () => {
  await read();
  const { commands, asked } = await counted(async () => {
    for (let count = 0; count < 100; count += 1) await read();
  });
  expect(asked).toEqual([]);
  // Redis counts the script (`evalsha`) and the commands inside the script. All these commands only read.
  expect(commands).toEqual({ evalsha: 100, hmget: 100, pttl: 100, time: 100 });
});

test('cross-sells and removed products are requested once, whether they exist or not', async () => {
  const lineKey = itemKey(2, 0, {}, {});
  await change(add('51'), { kind: 'remove-line', lineKey });
  const shown = await read();
  expect(shown.crossSells.map(({ id }) => id)).toEqual([60]);
  expect(shown.removed.map(({ key: removed }) => removed)).toEqual([lineKey]);
  for (const gone of ['2', '60']) catalogue.products.delete(gone);
  facts.apply({ products: [2, 60] });
  const { asked } = await counted(async () => {
    for (let count = 0; count < 10; count += 1) await read();
  });
  expect(asked).toEqual([['2'], ['60']]);
  expect(await read()).toMatchObject({ crossSells: [], removed: [] });
});
