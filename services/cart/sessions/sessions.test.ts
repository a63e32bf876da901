import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CartEvent } from '#contracts/cart.ts';
import { listSessions, SessionRecord } from '#contracts/sessions.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { redisFixture } from '#testing/engines.ts';
import { Sweeper } from '../background/sweeper.ts';
import { contextsOf, factsIn, Replicas } from '../carts/carts.fixture.ts';
import { Expiry } from '../carts/expiry.ts';
import { anItem, factsOf } from '../model/context.fixture.ts';
import { ownerOf } from '../model/state.ts';
import { CartStore } from '../store/cart-store.ts';
import { cartKeys } from '../store/keys.ts';
import { SessionIndex } from '../store/session-index.ts';
import { keysOf, putCart, putCarts } from './sessions.fixture.ts';
import { Sessions, warmUp } from './sessions.ts';

const engine = redisFixture();
const known = new Map([[13, factsOf()]]);
let running: Replicas;
let store: CartStore;
let sessions: Sessions;
let catalogueRequests: number;

beforeAll(async () => {
  running = new Replicas(engine.url, known);
  for (let count = 0; count < 3; count += 1) await running.start();
  const redis = running.observer;
  store = new CartStore(redis);
  // Redis need not wait for the disk, because the data is not needed after the test.
  await redis.config('SET', 'appendfsync', 'no');
  const facts = factsIn(known);
  const counting: typeof facts = {
    lookUp: (wanted) => {
      catalogueRequests += 1;
      return facts.lookUp(wanted);
    },
  };
  const contexts = contextsOf(counting);
  const expiry = new Expiry({ guest: 60_000, customer: 120_000 });
  const sweeper = new Sweeper(store);
  sessions = new Sessions({ store, index: new SessionIndex(redis), sweeper, contexts, expiry });
});
afterEach(() => running.observer.flushdb());
afterAll(() => running.close());

const context = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER, claim: null };
type PageRequest = Parameters<typeof listSessions.request.parse>[0];
async function list(query: PageRequest & object = {}) {
  catalogueRequests = 0;
  const reply = await sessions.list(listSessions.request.parse(query), context);
  return listSessions.reply.parse(reply);
}
const keysIn = async (query: object) => (await list(query)).sessions.map(({ key }) => key);

/**
 * Sets the times of each cart by its index: the creation to `timeOf(index)`, the last change to `timeOf(7 * index)`,
 * and the expiry to a minute from now plus `timeOf(3 * index)`.
 */
async function timed(keys: readonly string[], timeOf: (index: number) => number): Promise<void> {
  const end = Date.now() + 60_000;
  for (const [index, key] of keys.entries()) {
    const { created, updated, expiry } = cartKeys(key);
    await running.observer.zadd(created, timeOf(index), key);
    await running.observer.zadd(updated, timeOf(index * 7), key);
    await running.observer.zadd(expiry, end + timeOf(index * 3), key);
  }
}

function add(key: string, at = 0, email: string | null = null) {
  const once = { key: `${Math.random()}`, origin: 'client', digest: 'd' } as const;
  const change = { kind: 'add-item', item: anItem(), email, phone: null } as const;
  const write = { conditions: { once, ifRevision: null }, changes: [change], together: null };
  return running.carts[at]?.change(key, write, { ...context, deadline: Date.now() + 30_000 });
}

async function outboxOf(
  key: string,
): Promise<(readonly [cart: string, revision: number, event: CartEvent])[]> {
  const entries = await running.observer.xrange(cartKeys(key).outbox, '-', '+');
  return entries.map(([, [, cart = '', , revision, , event = '']]) => [
    cart,
    Number(revision),
    CartEvent.parse(JSON.parse(event)),
  ]);
}

describe('a list', () => {
  const keys = keysOf(500);

  test.each([
    ['created', 1],
    ['updated', 7],
    ['expiry', 3],
  ] as const)('by %s has every cart once, in both directions, equal ones by key', async (orderby, factor) => {
    await putCarts(store, keys);
    // Sixty carts have the same time, so that a page has many carts with equal times.
    await timed(keys, (index) => 1_000 + Math.floor((index % 490) / 60) * 500);
    const time = (index: number) => Math.floor(((index * factor) % 490) / 60);
    const expected = keys
      .map((key, index) => ({ key, time: time(index) }))
      .sort((one, other) => one.time - other.time || (one.key < other.key ? -1 : 1))
      .map(({ key }) => key);
    for (const descending of [false, true]) {
      const pages: string[] = [];
      for (let page = 1; page <= 6; page += 1) {
        pages.push(...(await keysIn({ page, perPage: 100, orderby, descending })));
      }
      expect(pages).toEqual(descending ? expected.toReversed() : expected);
    }
  });

  test('of any page is a part of the whole list, and empty beyond the end', async () => {
    await putCarts(store, keys);
    await timed(keys, (index) => 1_000_000 + index * index * 31);
    const newest = keys.toReversed();
    for (const page of [1, 2, 17, 50]) {
      const { sessions: found, total, left } = await list({ page, orderby: 'created' });
      expect(found.map(({ key }) => key)).toEqual(newest.slice((page - 1) * 10, page * 10));
      expect([total, left]).toEqual([500, []]);
    }
    expect(await list({ page: 51, orderby: 'created' })).toMatchObject({ sessions: [], total: 500 });
    expect(await list({ page: 1_000_000 })).toMatchObject({ sessions: [], total: 500 });
  });

  test('of one kind of owner has only their carts', async () => {
    await putCarts(store, keys);
    const customers = keys.filter((key) => ownerOf(key) === 'customer');
    const found = await list({ owner: 'customer', perPage: 100, page: 2 });
    expect([found.total, found.sessions.length]).toEqual([125, 25]);
    expect(found.sessions.every(({ owner }) => owner === 'customer')).toBe(true);
    const guests = await list({ owner: 'guest' });
    expect([guests.total, guests.sessions[0]?.owner]).toEqual([375, 'guest']);
    expect(await keysIn({ customer: customers[3] })).toEqual([customers[3]]);
    expect(await keysIn({ customer: customers[3], owner: 'guest' })).toEqual([]);
    expect(await list({ customer: '424242' })).toMatchObject({ sessions: [], total: 0 });
    expect(await list({ customer: 'gill' })).toMatchObject({ sessions: [], total: 0 });
  });

  test('shows current carts with one request to the catalogue, and writes nothing', async () => {
    await putCarts(store, keys.slice(0, 40), { email: 'Gill@Example.com' });
    const { sessions: found } = await list({ perPage: 40 });
    expect(catalogueRequests).toBe(1);
    expect(found[0]?.cart).toMatchObject({ itemCount: 2, totals: { subtotal: 2 * (factsOf().price ?? 0) } });
    expect(found[0]?.cart.customer.billing.email).toBe('Gill@Example.com');
    expect(found[0]).toMatchObject({ cart: { key: found[0]?.key, revision: expect.any(Number) } });
  });

  test('of carts too large for one message names the remaining ones', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      ...{ key: index.toString(16).padStart(32, '0'), productId: 13, variationId: 0, quantity: 1 },
      ...{ attributes: {}, itemData: { text: 'x'.repeat(900) }, ownPrice: null, seenPrice: null },
      ...{ stockUnit: 13, name: 'Mug' },
    }));
    const some = keys.slice(0, 10);
    await putCarts(store, some, { lines });
    const reply = await list({ orderby: 'created' });
    expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(4_000_000);
    expect(reply.left.length).toBeGreaterThan(0);
    expect([...reply.sessions.map(({ key }) => key), ...reply.left].sort()).toEqual([...some].sort());
  });

  test('shows a damaged cart as empty, so that it can be deleted', async () => {
    const key = keys[0] ?? '';
    await putCart(store, key);
    await running.observer.hset(cartKeys(key).cart, 'state', 'no JSON');
    const [found] = (await list()).sessions;
    expect(found).toMatchObject({ key, cart: { lines: [], notices: [{ kind: 'error' }] } });
    await sessions.delete(key);
    expect((await list()).total).toBe(0);
  });
});

describe('a search', () => {
  test('finds by the beginning of key or e-mail, in any case, in every order', async () => {
    await putCart(store, 't_gill0000000000001');
    await putCart(store, 't_other000000000001', { email: 'Gill@example.com' });
    await putCart(store, '77', { email: 'gilbert@example.com' });
    await putCart(store, 't_other000000000002', { email: 'a.gill@example.com' });
    expect((await keysIn({ search: ' T_GILL' })).sort()).toEqual(['t_gill0000000000001']);
    expect((await keysIn({ search: 'gil' })).sort()).toEqual(['77', 't_other000000000001']);
    expect(await keysIn({ search: 'gil', owner: 'customer' })).toEqual(['77']);
    expect(await keysIn({ search: 'GILB', customer: '77' })).toEqual(['77']);
    expect(await keysIn({ search: 'gill', customer: '77' })).toEqual([]);
    expect(await list({ search: 'nobody' })).toMatchObject({ sessions: [], total: 0 });
  });

  test('pages through the first thousand matches', async () => {
    const keys = Array.from({ length: 1_100 }, (_, index) => `t_${String(index).padStart(20, '0')}`);
    await putCarts(store, keys);
    const found: string[] = [];
    for (let page = 1; page <= 11; page += 1) {
      const { sessions: some, total } = await list({ search: 't_', page, perPage: 100, orderby: 'created' });
      found.push(...some.map(({ key }) => key));
      expect(total).toBe(1_000);
    }
    expect(found.sort()).toEqual(keys.slice(0, 1_000));
  });

  test('follows an e-mail that changes', async () => {
    const key = 't_changes-its-mail-01';
    await add(key, 0, 'first@example.com');
    await add(key, 1, 'second@example.com');
    expect(await keysIn({ search: 'first' })).toEqual([]);
    expect(await keysIn({ search: 'second@' })).toEqual([key]);
  });
});

describe('one cart', () => {
  test('is read with its times, and refused when there is none', async () => {
    await putCart(store, '77', { lifetimeMs: 5_000 });
    const record = SessionRecord.parse(await sessions.read('77', context));
    expect(record).toMatchObject({ key: '77', owner: 'customer', cart: { itemCount: 2 } });
    expect(record.expiresAt - record.updatedAt).toBe(5_000);
    for (const key of ['78', 't_nobody000000000001', 'no key at all', '']) {
      await expect(sessions.read(key, context)).rejects.toMatchObject({
        code: 'service_cart_in_session_not_valid',
      });
    }
  });

  test('is deleted with all its data, once', async () => {
    const key = 't_to-be-deleted-0001';
    await add(key, 0, 'gill@example.com');
    const [[, revision] = []] = await outboxOf(key);
    await sessions.delete(key);
    await expect(sessions.delete(key)).rejects.toMatchObject({ code: 'service_session_not_valid' });
    await expect(sessions.read(key, context)).rejects.toMatchObject({ code: expect.any(String) });
    const names = cartKeys(key);
    const left = (await running.observer.keys('*')).filter((name) => !name.includes(':once:'));
    expect(left.sort()).toEqual([names.counter, names.outbox].sort());
    const items = [{ productId: 13, variationId: 0, quantity: 1 }];
    expect(await outboxOf(key)).toEqual([
      [key, revision, { type: 'cart.created', lines: 1, items, write: expect.any(String) }],
      [key, Number(revision) + 1, { type: 'cart.deleted', lines: 0, items: [] }],
    ]);
  });

  test('that is deleted during writes has all earlier writes or is new; no revision repeats', async () => {
    const key = 't_fought-for-0000001';
    const rounds = 20;
    const answers: Awaited<ReturnType<typeof add>>[] = [];
    let deleted = 0;
    for (let round = 0; round < rounds; round += 1) {
      const deletion = sessions.delete(key).then(
        () => {
          deleted += 1;
        },
        () => undefined,
      );
      const writes = Array.from({ length: 9 }, (_, n) => add(key, n % 3));
      answers.push(...(await Promise.all(writes)));
      await deletion;
    }
    const revisions = answers.map((answer) => answer?.cart.revision ?? 0);
    expect(new Set(revisions).size).toBe(rounds * 9);
    const events = await outboxOf(key);
    expect(new Set(events.map(([, revision]) => revision)).size).toBe(events.length);
    // The order of the events shows which pieces were added after the last deletion.
    let quantity = 0;
    for (const [, , { type }] of events) quantity = type === 'cart.deleted' ? 0 : quantity + 1;
    expect(events.filter(([, , { type }]) => type === 'cart.deleted')).toHaveLength(deleted);
    const kept = await sessions.read(key, context).catch(() => null);
    expect(kept?.cart.itemCount ?? 0).toBe(quantity);
  });
});

test('the carts that changed last are listed; the first failure ends that', async () => {
  const pages: unknown[] = [];
  const list = (fails: boolean) => async (query: object) => {
    pages.push(query);
    if (fails) throw unavailable();
    return { sessions: [], left: [], total: 0 };
  };
  await warmUp({ list: list(false) });
  expect(pages).toHaveLength(3);
  expect(pages[0]).toMatchObject({ orderby: 'updated', descending: true, page: 1 });
  await warmUp({ list: list(true) });
  expect(pages).toHaveLength(4);
});
