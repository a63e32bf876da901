import { inspect } from 'node:util';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartEvent } from '#contracts/cart.ts';
import { writeDigest } from '#platform/events/digests.ts';
import { redisFixture } from '#testing/engines.ts';
import type { CartWrite } from '../domain/commands.ts';
import { anItem, factsOf, stocked } from '../model/context.fixture.ts';
import { CartStore } from '../store/cart-store.ts';
import { cartKeys } from '../store/keys.ts';
import { Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';
import type { WriteResult } from './writes.ts';

const engine = redisFixture();
const known = new Map([
  [13, factsOf()],
  [35, stocked(20, { id: 35 })],
]);
let running: Replicas;
let replicas: Carts[];
let observer: Redis;

beforeAll(async () => {
  running = new Replicas(engine.url, known);
  for (let count = 0; count < 3; count += 1) await running.start();
  replicas = running.carts;
  observer = running.observer;
});
afterAll(() => running.close());

let made = 0;
const newKey = () => {
  made += 1;
  return `t_test-cart-${made}`;
};
const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });

function add(
  key: string,
  {
    id = 13,
    quantity = '1',
    once = `${Math.random()}`,
    digest = 'd',
    ifRevision = null as number | null,
    at = 0,
  } = {},
): Promise<WriteResult> {
  const item = anItem({ reference: String(id), quantity });
  const write: CartWrite = {
    conditions: { once: { key: once, origin: 'client', digest }, ifRevision },
    changes: [{ kind: 'add-item', item, email: null, phone: null }],
    together: null,
  };
  return (replicas[at] as Carts).change(key, write, context());
}

const read = (key: string, at = 0) => (replicas[at] as Carts).read(key, context());
const quantityOf = ({ lines }: { lines: readonly { quantity: number }[] }) => lines[0]?.quantity;

test('a thousand concurrent adds over three replicas lose none, and each has its own revision', async () => {
  const key = newKey();
  const answers: WriteResult[] = [];
  const waves = 10;
  for (let wave = 0; wave < waves; wave += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, (_, n) => add(key, { at: n % 3 })))));
  }
  expect(quantityOf(await read(key))).toBe(1_000);
  expect(new Set(answers.map(({ cart }) => cart.revision)).size).toBe(1_000);
  // Each answer has the quantity right after its own write, so the quantities grow with the revisions.
  const quantities = answers
    .map(({ cart }) => cart)
    .sort((a, b) => a.revision - b.revision)
    .map(quantityOf);
  expect(quantities).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
});

test('exactly twenty of a hundred concurrent adds on a stock of twenty succeed', async () => {
  const key = newKey();
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => add(key, { id: 35, at: n % 3 })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(quantityOf(await read(key))).toBe(20);
});

test('fifty copies of one write through three replicas have one effect and one outcome', async () => {
  const key = newKey();
  const copies = Array.from({ length: 50 }, (_, n) => add(key, { once: 'same', quantity: '2', at: n % 3 }));
  const answers = await Promise.all(copies);
  expect(quantityOf(await read(key))).toBe(2);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ cart }) => JSON.stringify(cart.notices))).size).toBe(1);
});

test('an idempotency key used again for another request is refused and changes nothing', async () => {
  const key = newKey();
  await add(key, { once: 'k', digest: 'one' });
  await expect(add(key, { once: 'k', digest: 'two' })).rejects.toMatchObject({
    code: 'service_idempotency_key_reused',
  });
  expect(quantityOf(await read(key))).toBe(1);
});

test("a refusal under a client's key is repeated, even if the write would succeed now", async () => {
  const key = newKey();
  await expect(add(key, { id: 99, once: 'r' })).rejects.toMatchObject({ code: 'service_invalid_product' });
  known.set(99, factsOf({ id: 99 }));
  await expect(add(key, { id: 99, once: 'r' })).rejects.toMatchObject({ code: 'service_invalid_product' });
  known.delete(99);
  expect((await read(key)).revision).toBe(0);
});

test('of fifty writers with the same If-Match one succeeds, and the others get the current revision', async () => {
  const key = newKey();
  const { revision } = (await add(key)).cart;
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => add(key, { ifRevision: revision, at: n % 3 })),
  );
  const after = await read(key);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({
        code: 'service_revision_mismatch',
        data: { revision: after.revision },
      });
    }
  }
  expect(quantityOf(after)).toBe(2);
});

test('a write whose deadline has passed is refused and does nothing', async () => {
  const key = newKey();
  const late = { requestId: 'late', deadline: Date.now() - 1, claim: null };
  const write: CartWrite = { conditions: null, changes: [{ kind: 'revalidate' }], together: null };
  await expect((replicas[0] as Carts).change(key, write, late)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(await observer.exists(cartKeys(key).cart)).toBe(0);
});

test('reading an unused key gives an empty cart and writes nothing', async () => {
  const key = newKey();
  expect(await read(key)).toMatchObject({ key, revision: 0, lines: [], itemCount: 0 });
  expect(await observer.exists(cartKeys(key).cart)).toBe(0);
});

test('a line of a deleted product is removed by one commit, with a notice in that answer only', async () => {
  const key = newKey();
  known.set(77, factsOf({ id: 77 }));
  const { revision } = (await add(key, { id: 77 })).cart;
  known.delete(77);
  const first = await read(key);
  expect(first.lines).toEqual([]);
  expect(first.revision).toBeGreaterThan(revision);
  expect(first.notices.map(({ kind }) => kind)).toEqual(['error']);
  expect(await read(key)).toMatchObject({ revision: first.revision, notices: [] });
});

test('the commit keeps the indexes, the outcome, the outbox and the expiry in the shard of the cart', async () => {
  const key = newKey();
  const { revision } = (await add(key, { once: 'indexed' })).cart;
  const names = cartKeys(key);
  const all = [names.created, names.updated, names.expiry, names.names];
  const scores = await Promise.all(all.map((name) => observer.zscore(name, key)));
  expect(scores.every((score) => score !== null)).toBe(true);
  expect(await observer.pttl(names.cart)).toBeGreaterThan(50_000);
  expect(await observer.strlen(names.once('indexed'))).toBeLessThanOrEqual(512);
  const [last] = await observer.xrevrange(names.outbox, '+', '-', 'COUNT', 1);
  expect(last?.[1].slice(0, 4)).toEqual(['cart', key, 'revision', String(revision)]);
  expect(CartEvent.parse(JSON.parse(last?.[1][5] ?? ''))).toEqual({
    type: 'cart.created',
    lines: 1,
    items: [{ productId: 13, variationId: 0, quantity: 1 }],
    write: writeDigest('indexed'),
  });
  expect(
    new Set(
      Object.values(names).flatMap((name) => (typeof name === 'string' ? [/^\{\d+\}/.exec(name)?.[0]] : [])),
    ).size,
  ).toBe(1);
});

test('each event names the write of its revision, also when writes share a commit', async () => {
  const key = newKey();
  const keys = Array.from({ length: 5 }, (_, index) => `write-${index}`);
  const done = await Promise.all(keys.map((once) => add(key, { once })));
  await add(key, { once: 'write-0' });
  const revisions = new Map(done.map(({ cart }, index) => [cart.revision, writeDigest(keys[index] ?? '')]));
  const entries = await observer.xrange(cartKeys(key).outbox, '-', '+');
  const named = entries.flatMap(([, [, cart, , revision = '', , event = '']]): [number, string][] =>
    cart === key ? [[Number(revision), JSON.parse(event).write]] : [],
  );
  expect(named).toHaveLength(5);
  expect(new Map(named)).toEqual(revisions);
});

test('a state of a newer version is not changed, since another replica can read it', async () => {
  const key = newKey();
  await add(key);
  await observer.hset(cartKeys(key).cart, { revision: 9_999, state: JSON.stringify({ v: 99 }) });
  await expect(read(key)).rejects.toMatchObject({ code: 'service_unavailable' });
  await expect(add(key)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await observer.hget(cartKeys(key).cart, 'state')).toBe('{"v":99}');
});

test('no error contains data that was sent to Redis, so no log shows it', async () => {
  const key = newKey();
  await observer.config('SET', 'min-replicas-to-write', '1');
  const failed = await add(key).catch((error: Error) => error);
  await observer.config('SET', 'min-replicas-to-write', '0');
  expect(failed).toMatchObject({ code: 'service_unavailable' });
  expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain(key);
});

test('a write with little time left does not fail the writes that share its commit', async () => {
  const key = newKey();
  const blocking = add(key);
  const hurried = (replicas[0] as Carts).change(
    key,
    { conditions: null, changes: [{ kind: 'revalidate' }], together: null },
    { ...context(), deadline: Date.now() + 1 },
  );
  const patient = [add(key), add(key)];
  await expect(hurried).rejects.toMatchObject({ code: 'service_unavailable' });
  await Promise.all([blocking, ...patient]);
  expect(quantityOf(await read(key))).toBe(3);
});

test('refuses an amount beyond the safe integers, and the cart stays readable', async () => {
  const key = newKey();
  known.set(66, factsOf({ id: 66, price: 9_007_199_254_740_991 }));
  await expect(add(key, { id: 66 })).rejects.toMatchObject({ code: 'service_cart_limit_exceeded' });
  expect(await read(key)).toMatchObject({ revision: 0, lines: [] });
  known.delete(66);
});

test('a refusal for a stale If-Match is not stored: the request succeeds with the current revision', async () => {
  const key = newKey();
  const { revision } = (await add(key)).cart;
  const asked = { once: 'conditional', ifRevision: revision + 1_000 };
  await expect(add(key, asked)).rejects.toMatchObject({ code: 'service_revision_mismatch' });
  expect((await add(key, { ...asked, ifRevision: revision })).replayed).toBe(false);
});

test('the first stored outcome is kept, and a second write gets it', async () => {
  const key = newKey();
  const store = new CartStore(observer);
  const outcome = (text: string) => [{ key: 'once', outcome: text, keepMs: 5_000 }];
  expect(await store.remember(key, outcome('success'))).toBe(true);
  expect(await store.remember(key, outcome('refusal'))).toBe(false);
  expect((await store.read(key, ['once'])).outcomes).toEqual(['success']);
});
