import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { Replicas } from '../carts/carts.fixture.ts';
import type { Carts } from '../carts/carts.ts';
import { Expiry } from '../carts/expiry.ts';
import { anItem, factsOf } from '../model/context.fixture.ts';
import { keysOf, putCart, putCarts } from '../sessions/sessions.fixture.ts';
import { CartStore } from '../store/cart-store.ts';
import { cartKeys, shards } from '../store/keys.ts';
import { Sweeper } from './sweeper.ts';

const engine = redisFixture();
const known = new Map([[13, factsOf()]]);
const hour = 3_600_000;
const expiry = new Expiry({ guest: 48 * hour, customer: 168 * hour });
let running: Replicas;
let observer: Redis;
let store: CartStore;
let writing: string[];

beforeAll(async () => {
  running = new Replicas(engine.url, known);
  for (let count = 0; count < 3; count += 1) await running.start({ expiry });
  observer = running.observer;
  // Redis need not wait for the disk, because the data is not needed after the test.
  await observer.config('SET', 'appendfsync', 'no');
  store = new CartStore(observer);
  writing = (await observer.call('COMMAND', 'LIST', 'FILTERBY', 'ACLCAT', 'write')) as string[];
});
afterEach(() => observer.flushdb());
afterAll(() => running.close());

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
const replica = (at: number) => running.carts[at % 3] as Carts;
function add(key: string, email: string | null = null) {
  const once = { key: `${Math.random()}`, origin: 'gateway', digest: 'd' } as const;
  const change = { kind: 'add-item', item: anItem(), email, phone: null } as const;
  const write = { conditions: { once, ifRevision: null }, changes: [change], together: null };
  return replica(0).change(key, write, context());
}

/** Returns how often Redis ran each writing command. */
async function writes(): Promise<Record<string, number>> {
  const stats = (await observer.info('commandstats')).matchAll(/^cmdstat_([^:|]+)[^:]*:calls=(\d+)/gm);
  const counted = [...stats].filter(([, name = '']) => writing.includes(name.toLowerCase()));
  return Object.fromEntries(counted.map(([, name = '', calls]) => [name, Number(calls)]));
}

/** Returns how often each writing command ran since the counts in `before`. */
async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const grown = Object.entries(await writes()).map(
    ([name, calls]) => [name, calls - (before[name] ?? 0)] as const,
  );
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}

async function untilExpired(key: string): Promise<void> {
  while ((await observer.exists(cartKeys(key).cart)) > 0) await sleep(5);
}

/** Returns the names of all Redis keys except counters, outboxes and outcomes. */
async function kept(): Promise<string[]> {
  const names = await observer.keys('*');
  return names.filter((name) => !/^\{\d+\}:(revision|outbox|once:.*)$/.test(name));
}

test.each([
  ['a guest', 't_lives-for-48-hours', 47, 48],
  ['a customer', '77', 24, 168],
])(
  'the cart of %s is renewed after its renewal time, by a read or a write',
  async (_who, key, point, end) => {
    const { cart } = await add(key);
    expect((cart.expiresAt - cart.renewsAt) / 3_600).toBeCloseTo(end - point, 1);
    const now = Date.now();
    expect(Math.abs(cart.expiresAt * 1_000 - (now + end * hour))).toBeLessThan(5_000);
    // Sets the cart's expiry to half an hour from now, in its key and in the index.
    await observer.pexpire(cartKeys(key).cart, 1_800_000);
    await observer.zadd(cartKeys(key).expiry, now + 1_800_000, key);
    const before = await writes();
    const renewed = await replica(1).read(key, context());
    expect(await since(before)).toEqual({ pexpireat: 1, zadd: 1 });
    expect(renewed.revision).toBe(cart.revision);
    expect(renewed.expiresAt).toBeGreaterThanOrEqual(cart.expiresAt);
    expect(
      Math.abs(renewed.expiresAt * 1_000 - Number(await observer.zscore(cartKeys(key).expiry, key))),
    ).toBeLessThan(1_000);
    expect(await observer.pexpiretime(cartKeys(key).cart)).toBe(
      Number(await observer.zscore(cartKeys(key).expiry, key)),
    );
  },
);

test('a due cart is renewed once by any number of concurrent reads', async () => {
  const key = 't_read-by-many-00001';
  await add(key);
  await observer.pexpire(cartKeys(key).cart, 60_000);
  const before = await writes();
  const reads = await Promise.all(Array.from({ length: 60 }, (_, n) => replica(n).read(key, context())));
  expect(await since(before)).toEqual({ pexpireat: 1, zadd: 1 });
  expect(new Set(reads.map(({ expiresAt }) => Math.round(expiresAt / 10))).size).toBe(1);
});

test('before its renewal time a cart is renewed by a write, but not by a read', async () => {
  const key = 't_before-its-point-1';
  await add(key);
  await observer.pexpire(cartKeys(key).cart, 47 * hour);
  const before = await writes();
  const read = await replica(0).read(key, context());
  expect(await since(before)).toEqual({});
  const written = (await add(key)).cart;
  expect(written.expiresAt - read.expiresAt).toBeGreaterThanOrEqual(3_599);
});

test('a thousand reads of an unchanged cart and a thousand of an unknown key write nothing', async () => {
  const key = 't_settled-cart-00001';
  await add(key);
  const before = await writes();
  for (let n = 0; n < 1_000; n += 1) {
    await Promise.all([replica(n).read(key, context()), replica(n).read('t_unknown-cart-00001', context())]);
  }
  expect(await since(before)).toEqual({});
});

test('an invalid line is removed in one commit, however often the cart is read', async () => {
  const key = 't_a-line-must-leave1';
  known.set(77, factsOf({ id: 77 }));
  await add(key);
  const once = { key: 'second', origin: 'gateway', digest: 'd' } as const;
  const change = { kind: 'add-item', item: anItem({ reference: '77' }), email: null, phone: null } as const;
  const { cart } = await replica(0).change(
    key,
    { conditions: { once, ifRevision: null }, changes: [change], together: null },
    context(),
  );
  known.delete(77);
  const before = await writes();
  for (let n = 0; n < 30; n += 1) await replica(n).read(key, context());
  expect((await since(before)).hset).toBe(1);
  expect(await replica(0).read(key, context())).toMatchObject({ revision: cart.revision + 1, itemCount: 1 });
});

test('an expired cart leaves only its events, whichever replica sweeps it', async () => {
  const keys = keysOf(300);
  await putCarts(store, keys, { lifetimeMs: 40, email: 'gill@example.com' });
  for (const key of keys) await untilExpired(key);
  const sweepers = running.carts.map(() => new Sweeper(store));
  await Promise.all(sweepers.map((sweeper) => sweeper.all()));
  expect(await kept()).toEqual([]);
  const entries = [];
  for (let shard = 0; shard < shards; shard += 1) {
    for (const [, fields] of await observer.xrange(`{${shard}}:outbox`, '-', '+')) entries.push(fields);
  }
  const expired = entries.filter(
    ([, , , , , event]) => event === '{"type":"cart.expired","lines":0,"items":[]}',
  );
  expect(expired.map(([, key]) => key).sort()).toEqual([...keys].sort());
  expect(new Set(entries.map(([, key, , revision]) => `${key} ${revision}`)).size).toBe(600);
  const before = await writes();
  await sweepers[0]?.all();
  expect(await since(before)).toEqual({});
});

test('a sweep removes no unexpired cart, and one call removes at most the given number', async () => {
  const [over, held] = ['t_over-soon-00000001', 't_over-late-00000001'];
  await putCart(store, held);
  await putCart(store, over, { lifetimeMs: 1 });
  await untilExpired(over);
  await new Sweeper(store).all();
  const names = await kept();
  const { cart, created, updated, expiry, names: prefixes } = cartKeys(held);
  expect(names.sort()).toEqual([cart, created, updated, expiry, prefixes].sort());

  const { expiry: index } = cartKeys('77');
  const gone = Array.from({ length: 250 }, (_, n) => ['1', String(5_000 + n)]).flat();
  await observer.zadd(index, ...gone);
  const shard = Number(/\d+/.exec(index)?.[0]);
  expect(await store.sweep(shard, 'customer', 100)).toBe(100);
  expect(await observer.zcard(index)).toBe(150);
});

test('a new cart under an unswept key is published after the expiry of the old one', async () => {
  const key = 't_comes-back-0000001';
  await putCart(store, key, { lifetimeMs: 1, email: 'first@example.com' });
  await untilExpired(key);
  await add(key, 'second@example.com');
  const names = cartKeys(key);
  const events = (await observer.xrange(names.outbox, '-', '+')).map(([, fields]) => fields);
  expect(events.map(([, , , revision, , event]) => [Number(revision), JSON.parse(event ?? '').type])).toEqual(
    [
      [1, 'cart.created'],
      [2, 'cart.expired'],
      [3, 'cart.created'],
    ],
  );
  expect(await observer.zrange(names.emails, '0', '-1')).toEqual([`second@example.com\0${key}`]);
  expect(await replica(0).read(key, context())).toMatchObject({ revision: 3, itemCount: 1 });
});

test('a sweeper goes on after a failure, and ends with its replica', async () => {
  let calls = 0;
  const { promise: again, resolve } = Promise.withResolvers<void>();
  const failing = {
    sweep: async () => {
      calls += 1;
      throw new Error('redis is away');
    },
  };
  const warnings: string[] = [];
  const sweeper = new Sweeper(failing);
  const warn = (_members: object, message: string) => {
    if (warnings.push(message) === 2) resolve();
  };
  sweeper.start(1, { warn });
  await again;
  sweeper.close();
  expect(warnings).toEqual(['expired carts could not be removed', 'expired carts could not be removed']);
  const after = calls;
  await sleep(20);
  expect(calls).toBe(after);
});
