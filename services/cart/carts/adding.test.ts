import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CartCommand } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture, redisFixture } from '#testing/engines.ts';
import { colour, variableOf } from '../domain/rules/variable.fixture.ts';
import { bounds, FakeCatalogue } from '../facts/catalogue.fixture.ts';
import { FactsCache } from '../facts/facts-cache.ts';
import { anItem, factsOf, stocked } from '../model/context.fixture.ts';
import { CartStore } from '../store/cart-store.ts';
import { contextsOf, Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';

const [redis, nats] = [redisFixture(), natsFixture()];
const catalogue = new FakeCatalogue();
const open: { close(): Promise<void> }[] = [];
let running: Replicas;
let store: CartStore;
let facts: FactsCache;
let carts: Carts;
/** A function to call once, right before the next commit. */
let beforeCommit: (() => Promise<unknown>) | null = null;
let commits = 0;
let made = 0;
let key = '';

/** Stores products in the fake catalogue and reports the change to the cache, like the feed. */
function put(...products: readonly ProductFacts[]): void {
  for (const one of products) {
    catalogue.products.set(String(one.id), one);
    facts.apply({ products: [one.id, one.parentId].filter((id) => id > 0) });
  }
}

beforeAll(async () => {
  const connection = await connectNats('cart', { NATS_URL: nats.url }, false);
  open.push(await catalogue.serve(nats.url), connection);
  facts = new FactsCache(new Caller(connection, 'service'), bounds);
  facts.follow({ current: true, number: 1, completeAt: 0 }, { number: 1 });
  running = new Replicas(redis.url, new Map());
  const client = new Redis(redis.url);
  open.push({ close: async () => client.disconnect() });
  store = new CartStore(client);
  const watched: Pick<CartStore, 'read' | 'commit' | 'renew' | 'remember'> = {
    read: (...given) => store.read(...given),
    renew: (...given) => store.renew(...given),
    remember: (...given) => store.remember(...given),
    async commit(...given) {
      commits += 1;
      const first = beforeCommit;
      beforeCommit = null;
      await first?.();
      return store.commit(...given);
    },
  };
  carts = await running.start({ store: watched, contexts: contextsOf(facts) });
});
beforeEach(() => {
  catalogue.products.clear();
  facts.markAllStale();
  put(...Array.from({ length: 50 }, (_, n) => factsOf({ id: n + 1, sku: `sku-${n + 1}` })));
  put(...variableOf(520, [colour], { 530: { pa_colour: 'red' }, 540: {} }));
  catalogue.asked.length = 0;
  commits = 0;
  made += 1;
  key = `t_adding-cart-of-a-test-${made}`;
});
afterAll(async () => {
  running.close();
  await Promise.all(open.map((one) => one.close()));
});

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
const noContact = { email: null, phone: null };
const ask = (change: CartCommand) =>
  carts.change(key, { conditions: null, changes: [change], together: null }, context());

const addItems = (...items: readonly Parameters<typeof anItem>[0][]) =>
  ask({ kind: 'add-items', items: items.map(anItem), ...noContact });
const read = async () => {
  const { lines, customer } = await carts.read(key, context());
  const { email } = customer.billing;
  return { lines: lines.map(({ productId, quantity }) => [productId, quantity]), email };
};

describe('the cost of additions', () => {
  test('fifty products cause one request to the catalogue and one commit; the second time none and one', async () => {
    const references = Array.from({ length: 50 }, (_, n) => String(n + 1));
    const items = references.map((reference) => ({ reference }));
    await addItems(...items);
    expect([catalogue.asked, commits]).toEqual([[references], 1]);
    await addItems(...items);
    expect([catalogue.asked.length, commits]).toEqual([1, 2]);
  });

  test('a variation by id causes one request, by options one more, and none when both are cached', async () => {
    await addItems({ reference: '530' });
    expect(catalogue.asked).toEqual([['530']]);
    const byOptions = { reference: '520', variation: { colour: 'dark-blue' } };
    await addItems(byOptions);
    expect(catalogue.asked).toEqual([['530'], ['520'], ['540']]);
    await addItems(byOptions, { reference: '540', variation: { colour: 'red' } });
    expect([catalogue.asked.length, commits]).toEqual([3, 3]);
  });

  test('many products by their options cause two requests together', async () => {
    const families = [1_000, 2_000, 3_000].map((id) =>
      variableOf(id, [colour], { [id + 1]: { pa_colour: 'red' } }),
    );
    put(...families.flat());
    await addItems(
      ...families.map(([product]) => ({ reference: String(product?.id), variation: { colour: 'red' } })),
    );
    expect(catalogue.asked).toEqual([
      ['1000', '2000', '3000'],
      ['1001', '2001', '3001'],
    ]);
  });
});

describe('the chosen option of a variation that allows any', () => {
  test('is shown by its label, in every answer and after its removal', async () => {
    const added = await addItems({ reference: '540', variation: { colour: 'DARK BLUE' } });
    const chosen = { attributes: { pa_colour: 'dark-blue' }, variation: { Colour: 'Dark blue' } };
    expect(added.cart.lines).toMatchObject([chosen]);
    facts.markAllStale();
    expect((await carts.read(key, context())).lines).toMatchObject([chosen]);
    await ask({ kind: 'remove-line', lineKey: added.lineKeys[0] ?? '' });
    facts.markAllStale();
    expect((await carts.read(key, context())).removed).toMatchObject([chosen]);
  });

  test('makes one line for each choice', async () => {
    const { cart } = await addItems(
      { reference: '540', variation: { colour: 'red' } },
      { reference: '520', variation: { colour: 'dark-blue' } },
      { reference: '540', variation: { colour: 'dark-blue' } },
    );
    expect(cart.lines.map(({ variation, quantity }) => [variation.Colour, quantity])).toEqual([
      ['Red', 1],
      ['Dark blue', 2],
    ]);
  });
});

test('a variation that is deleted between two additions cannot be chosen any more', async () => {
  await addItems({ reference: '520', variation: { colour: 'red' } });
  const [product] = variableOf(520, [colour], {});
  catalogue.products.delete('530');
  put(product as ProductFacts);
  await expect(addItems({ reference: '520', variation: { colour: 'red' } })).rejects.toMatchObject({
    code: 'service_no_variation_found',
  });
});

describe('a product that runs out between check and commit', () => {
  /** Changes the cart through another replica, so that a pending command must be applied again. */
  async function overtake(): Promise<void> {
    const other = await running.start({ contexts: contextsOf(facts) });
    const item = anItem({ reference: '1', quantity: '3' });
    const changes = [{ kind: 'add-item', item, ...noContact }] as const;
    await other.change(key, { conditions: null, changes, together: null }, context());
  }

  test.each<[string, CartCommand]>([
    [
      'a list',
      {
        kind: 'add-items',
        items: ['2', '35', '3'].map((reference) => anItem({ reference, quantity: '2' })),
        email: 'ann@shop.example',
        phone: null,
      },
    ],
    [
      'products of a group',
      { kind: 'add-group', reference: '50', quantities: { 2: '2', 35: '2', 3: '2' }, ...noContact },
    ],
  ])('leaves the cart unchanged, for %s', async (_what, command) => {
    const groupedIds = [2, 3, 35];
    put(
      stocked(5, { id: 35 }),
      factsOf({ id: 50, type: 'grouped', choices: { attributes: [], variations: [], groupedIds } }),
    );
    beforeCommit = async () => {
      put(stocked(1, { id: 35 }));
      await overtake();
    };
    await expect(ask(command)).rejects.toMatchObject({
      code: 'service_not_enough_in_stock',
      data: { requested: 2, in_cart: 0, available: 1 },
    });
    expect([await read(), commits]).toEqual([{ lines: [[1, 3]], email: '' }, 1]);
  });

  test('that is restocked in time is added', async () => {
    put(stocked(5, { id: 35 }));
    beforeCommit = overtake;
    await addItems({ reference: '2' }, { reference: '35', quantity: '5' });
    const lines = [
      [1, 3],
      [2, 1],
      [35, 5],
    ];
    expect([await read(), commits]).toEqual([{ lines, email: '' }, 2]);
  });
});

test('a write that makes the cart too large is refused, and so is its repetition after a clear', async () => {
  const itemData = { note: 'x'.repeat(8_000) };
  const items = Array.from({ length: 33 }, (_, n) => anItem({ reference: String(n + 1), itemData }));
  await addItems(...items.slice(0, 16));
  const conditions = { once: { key: 'much', origin: 'client', digest: 'd' }, ifRevision: null } as const;
  const changes = [{ kind: 'add-items', items: items.slice(16), ...noContact }] as const;
  const addMuch = () => carts.change(key, { conditions, changes, together: null }, context());
  const refusal = { code: 'service_cart_limit_exceeded', data: { limit: 'cartBytes', maximum: 262_144 } };
  await expect(addMuch()).rejects.toMatchObject(refusal);
  await ask({ kind: 'clear', keepRemoved: false });
  await expect(addMuch()).rejects.toMatchObject(refusal);
  expect((await read()).lines).toEqual([]);
});
