import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnyEvent, Event } from '#contracts/events.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { OutboxAlarm } from '#platform/events/outbox.ts';
import { redisFixture } from '#testing/engines.ts';
import { keysOf, putCart } from '../sessions/sessions.fixture.ts';
import { CartStore } from '../store/cart-store.ts';
import { cartKeys, shardOf } from '../store/keys.ts';
import { AbandonedCartStore, OutboxStore } from '../store/outbox-store.ts';
import { OutboxGauge, OutboxRelay } from './outbox.ts';
import { AbandonedCarts } from './sweeper.ts';

const engine = redisFixture();
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(engine.url);
  // Redis need not wait for the disk, because the data is not needed after the test.
  await redis.config('SET', 'appendfsync', 'no');
});
afterEach(async () => {
  for (const relay of relays.splice(0)) relay.close();
  await redis.flushdb();
});
afterAll(() => redis.disconnect());

const relays: OutboxRelay[] = [];

/** A stream that stores published events. The first `refusals` calls of `publish` fail. */
class Receiver {
  readonly events: AnyEvent[] = [];
  readonly errors: string[] = [];
  refusals: number;

  constructor(refusals = 0) {
    this.refusals = refusals;
  }

  async publish(events: readonly AnyEvent[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (this.refusals > 0) {
      this.refusals -= 1;
      // A failing stream may have stored some of the events.
      this.events.push(...events.slice(0, 3));
      throw new Error('the stream is away');
    }
    this.events.push(...events);
  }

  /** Returns a relay that publishes to this stream. */
  relay(): OutboxRelay {
    const outbox = new OutboxStore(redis);
    const log = { warn: () => {}, error: (_: object, message: string) => void this.errors.push(message) };
    const relay = new OutboxRelay({ outbox, stream: this, log });
    relays.push(relay);
    return relay;
  }
}

/** Returns a store whose commits notify a relay. */
const storeOf = (relay: OutboxRelay) =>
  new CartStore(redis, Date.now, (shard) => relay.schedulePublishing(shard));

async function change(store: CartStore, cartKey: string, lines: number): Promise<void> {
  await store.commit(cartKey, {
    ...{ from: await store.read(cartKey), state: '{}', lifetimeMs: 60_000, emailBefore: '', email: '' },
    events: [JSON.stringify({ type: 'cart.changed', lines, items: [] })],
    deadline: Date.now() + 10_000,
    remembered: [],
  });
}

async function unpublished(): Promise<number> {
  const names = await redis.keys('*:outbox');
  return (await Promise.all(names.map((name) => redis.xlen(name)))).reduce((sum, one) => sum + one, 0);
}

/** Returns the revisions of a cart in the order of their first publication. */
const revisionsOf = (events: readonly AnyEvent[], key: string) => [
  ...new Set(
    events.flatMap(({ data }) => ('cart' in data && data.cart === cartDigest(key) ? [data.revision] : [])),
  ),
];

test('all commits of two replicas are published, in order for each cart, despite a failing stream, and then removed', async () => {
  const receiver = new Receiver(2);
  const stores = [storeOf(receiver.relay()), storeOf(receiver.relay())];
  const keys = keysOf(12);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(keys.map((key, at) => change(stores[(at + round) % 2] as CartStore, key, round)));
  }
  await expect.poll(unpublished).toBe(0);
  expect(receiver.refusals).toBe(0);
  for (const key of keys) {
    const revisions = revisionsOf(receiver.events, key);
    expect(revisions).toHaveLength(20);
    expect(revisions).toEqual([...revisions].sort((one, other) => one - other));
    expect(revisions.at(-1)).toBe((await new CartStore(redis).read(key)).revision);
  }
  // Repeated events have the same id and content.
  const byId = Map.groupBy(receiver.events, ({ id }) => id);
  for (const same of byId.values()) expect(new Set(same.map((event) => JSON.stringify(event))).size).toBe(1);
});

test('another replica publishes the events of an ended one at its second look', async () => {
  const [guest = '', , , customer = ''] = keysOf(4);
  const silent = new CartStore(redis);
  await putCart(silent, guest);
  await putCart(silent, customer);
  await silent.delete(customer);
  const receiver = new Receiver();
  const relay = receiver.relay();
  await relay.publishPending();
  expect(await unpublished()).toBe(3);
  const watch = new OutboxGauge(new OutboxStore(redis), new OutboxAlarm('carts', '', console), Date.now);
  expect(await watch.measure()).toEqual({ waiting: 3, oldestSeconds: expect.any(Number) });
  await relay.publishPending();
  await expect.poll(unpublished).toBe(0);
  const shown = receiver.events.map((event) => Event.parse(event));
  expect(
    shown.map(({ id, type, data }) => [id, type, (data as { customer: number | null }).customer]),
  ).toEqual(
    expect.arrayContaining([
      [`${cartDigest(guest)}:1`, 'cart.created', null],
      [`${cartDigest(customer)}:1`, 'cart.created', Number(customer)],
      [`${cartDigest(customer)}:2`, 'cart.deleted', Number(customer)],
    ]),
  );
  expect(JSON.stringify(shown)).not.toContain(guest);
});

test('an invalid entry blocks no other, and one of an older release is published', async () => {
  const receiver = new Receiver();
  const relay = receiver.relay();
  const [key = ''] = keysOf(1);
  const { outbox } = cartKeys(key);
  const add = (revision: number, event: string) =>
    redis.xadd(outbox, '*', 'cart', key, 'revision', revision, 'event', event);
  await add(1, '{"type":"cart.created","lines":2}');
  await add(2, 'garbage');
  const write = 'w'.repeat(43);
  await add(3, JSON.stringify({ type: 'cart.changed', lines: 0, items: [], write }));
  relay.schedulePublishing(shardOf(key));
  await expect.poll(unpublished).toBe(0);
  expect(receiver.events.map(({ type, data }) => [type, data])).toEqual([
    ['cart.created', { cart: cartDigest(key), customer: null, revision: 1, items: [], lines: 2 }],
    ['cart.changed', { cart: cartDigest(key), customer: null, revision: 3, items: [], lines: 0, write }],
  ]);
  expect(receiver.errors).toEqual(['an entry of the outbox is not a valid event']);
});

test('a shard with more events than one batch is published completely', async () => {
  const receiver = new Receiver();
  const relay = receiver.relay();
  const store = storeOf(relay);
  const [key = ''] = keysOf(1);
  const events = Array.from({ length: 1_300 }, (_, lines) =>
    JSON.stringify({ type: 'cart.changed', lines, items: [] }),
  );
  await store.commit(key, {
    ...{ from: await store.read(key), state: '{}', lifetimeMs: 60_000, emailBefore: '', email: '', events },
    deadline: Date.now() + 10_000,
    remembered: [],
  });
  await expect.poll(unpublished).toBe(0);
  expect(revisionsOf(receiver.events, key)).toEqual(Array.from({ length: 1_300 }, (_, at) => at + 1));
});

test('an unchanged cart is published as abandoned once over all replicas, until its next change', async () => {
  const store = new CartStore(redis);
  const keys = keysOf(150);
  await Promise.all(keys.map((key) => putCart(store, key)));
  const [empty, gone, changed] = ['t_with-nothing-in-it', 't_gone-meanwhile-001', keys[0] ?? ''];
  await putCart(store, empty, { lines: [] });
  await putCart(store, gone);
  // All carts were last changed an hour ago. The cart `gone` has expired.
  for (const key of [...keys, empty, gone])
    await redis.zadd(cartKeys(key).updated, Date.now() - 3_600_000, key);
  await redis.del(cartKeys(gone).cart);
  const replica = () =>
    new AbandonedCarts({ store, abandonedStore: new AbandonedCartStore(redis), afterMs: 1_800_000 });
  const sweep = async () => {
    for (let shard = 0; shard < 64; shard += 1) {
      await Promise.all([replica(), replica(), replica()].map((one) => one.shard(shard)));
    }
  };
  await sweep();
  await sweep();
  expect((await abandoned()).map(([key]) => key).sort()).toEqual([...keys].sort());
  const [, event] = (await abandoned()).find(([key]) => key === changed) ?? [];
  expect(JSON.parse(event ?? '')).toEqual({
    type: 'cart.abandoned',
    lines: 1,
    items: [{ productId: 13, variationId: 0, quantity: 2 }],
  });
  // After the event is published, the cart is changed and then abandoned again.
  await redis.zadd(cartKeys(changed).updated, Date.now() - 1_900_000, changed);
  await sweep();
  await sweep();
  expect((await abandoned()).filter(([key]) => key === changed)).toHaveLength(2);
  expect(await abandoned()).toHaveLength(151);
});

/** Returns the carts with an event `cart.abandoned`, and the events. */
async function abandoned(): Promise<[key: string, event: string][]> {
  const names = await redis.keys('*:outbox');
  const entries = await Promise.all(names.map((name) => redis.xrange(name, '-', '+')));
  return entries.flat().flatMap(([, [, key = '', , , , event = '']]): [string, string][] => {
    return event.includes('cart.abandoned') ? [[key, event]] : [];
  });
}
