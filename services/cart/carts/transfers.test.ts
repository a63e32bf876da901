import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCart } from '#contracts/cart.ts';
import { validateCoupons } from '#contracts/cart-charges.ts';
import { changeCart } from '#contracts/cart-commands.ts';
import { type Claim, nobody } from '#contracts/claim.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { redisFixture } from '#testing/engines.ts';
import type { CartWrite } from '../domain/commands.ts';
import { anItem, factsOf, stocked } from '../model/context.fixture.ts';
import { decodeState, emptyState } from '../model/state.ts';
import { cartOperations } from '../operations.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { CartStore } from '../store/cart-store.ts';
import { cartKeys, shardOf } from '../store/keys.ts';
import { TransferStore } from '../store/transfer-store.ts';
import { Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';
import type { Charges } from './charges.ts';
import { Expiry } from './expiry.ts';
import { orderOperations } from './orders.ts';
import { Transfers, type TransfersDeps } from './transfers.ts';

const engine = redisFixture();
const products = new Map([
  [13, factsOf()],
  [35, stocked(5, { id: 35, name: 'Vase' })],
]);
let running: Replicas;
let observer: Redis;
let replicas: { carts: Carts; transfers: Transfers }[];

const dead = async () => {
  throw new Error('the replica has died');
};

/** Returns a replica's transfers, with steps that a test can interrupt. */
function transfersOf(carts: Carts, changed: Partial<TransfersDeps['transferStore']> = {}, alive = carts) {
  const store = new TransferStore(observer);
  const transferStore = {
    begin: store.begin.bind(store),
    end: store.end.bind(store),
    forget: store.forget.bind(store),
    moving: async (shard: number, _ago: number, most: number) => store.moving(shard, 0, most),
    ...changed,
  };
  const expiry = new Expiry({ guest: 60_000, customer: 120_000 });
  return new Transfers({
    store: new CartStore(observer),
    transferStore,
    carts: alive,
    expiry,
    now: Date.now,
  });
}

beforeAll(async () => {
  running = new Replicas(engine.url, products);
  observer = running.observer;
  replicas = [];
  for (let count = 0; count < 3; count += 1) {
    const carts = await running.start();
    replicas.push({ carts, transfers: transfersOf(carts) });
  }
});
afterAll(() => running.close());

let made = 100;
/** Returns an unused cart key of a guest and an unused cart key of a customer. */
function pair() {
  made += 1;
  return { guest: `t_0123456789abcdef${made}`, customer: String(made) };
}

function contextOf(claim: Partial<Claim>): Context {
  const fresh = `t_fresh-${Math.random().toString(36).slice(2).padEnd(12, '0')}`;
  return { requestId: 'test', deadline: Date.now() + 30_000, claim: { ...nobody, fresh, ...claim } };
}
const byCustomer = (customer: string, guest = '') =>
  contextOf({
    kind: 'customer',
    account: Number(customer),
    cart: customer,
    carried: guest,
    audience: 'wholesale',
  });

function add(
  key: string,
  { id = 13, quantity = 1, at = 0, once = `${Math.random()}`, context = contextOf({}) } = {},
) {
  const item = anItem({ reference: String(id), quantity: String(quantity) });
  const write: CartWrite = {
    conditions: { once: { key: once, origin: 'gateway', digest: 'd' }, ifRevision: null },
    changes: [{ kind: 'add-item', item, email: null, phone: null }],
    together: null,
  };
  return (replicas[at] as { carts: Carts }).carts.change(key, write, context);
}
const read = (key: string, context = contextOf({})) =>
  (replicas[0] as { carts: Carts }).carts.read(key, context);
const transfer = (customer: string, guest: string, at = 0) =>
  (replicas[at] as { transfers: Transfers }).transfers.transferCarried(byCustomer(customer, guest));
const countIn = async (customer: string) => (await read(customer, byCustomer(customer))).itemCount;
const stateOf = async (key: string) => decodeState((await observer.hget(cartKeys(key).cart, 'state')) ?? '');
const transferred = (guest: string) =>
  expect.poll(async () => (await stateOf(guest)).moving?.done).toBe(true);

test('a transfer merges the cart with the customer’s, and its key is invalid afterwards', async () => {
  const { guest, customer } = pair();
  await add(customer, { context: byCustomer(customer), id: 35, quantity: 4 });
  await add(guest, { id: 35, quantity: 3 });
  await add(guest, { quantity: 2 });
  const notices = await transfer(customer, guest);
  expect(notices).toEqual([
    { kind: 'error', code: 'fewer_taken', data: { wanted: 7, name: 'Vase', quantity: 5 } },
  ]);
  expect(await countIn(customer)).toBe(7);
  expect((await stateOf(customer)).audience).toBe('wholesale');
  await transferred(guest);
  const shown = await read(guest);
  expect(shown).toMatchObject({ revision: 0, lines: [] });
  expect(shown.key).not.toBe(guest);
  expect(await transfer(customer, guest)).toEqual([]);
  expect(await transfer('99', guest)).toEqual([]);
  expect([await countIn(customer), await countIn('99')]).toEqual([7, 0]);
});

test('a transferred cart leaves a mark for a day, no index entry, and an event in the outbox', async () => {
  const { guest, customer } = pair();
  await add(guest);
  await transfer(customer, guest);
  await transferred(guest);
  const names = cartKeys(guest);
  for (const name of [names.created, names.updated, names.expiry, names.names, names.moving]) {
    expect(await observer.zscore(name, guest)).toBeNull();
  }
  expect(await observer.pttl(names.cart)).toBeGreaterThan(86_000_000);
  expect(await new CartStore(observer).delete(guest)).toBe(false);
  expect(await new CartStore(observer).renew(guest, 60_000, 100_000_000)).toBeNull();
  const events = await observer.xrange(names.outbox, '-', '+');
  const published = events.map(([, members]) => [members[1], JSON.parse(members[5] ?? '')]);
  expect(published).toContainEqual([
    guest,
    { type: 'cart.transferred', lines: 0, items: [], to: Number(customer) },
  ]);
});

test('a guest who still writes with the key gets a new cart, and never changes the customer’s', async () => {
  const { guest, customer } = pair();
  await add(guest);
  await transfer(customer, guest);
  const context = contextOf({});
  const first = await add(guest, { context, once: 'same' });
  expect(first.cart.key).toBe(context.claim?.fresh);
  // The gateway repeats the request.
  expect(await add(guest, { context, once: 'same', at: 1 })).toMatchObject({
    replayed: true,
    cart: { key: first.cart.key, itemCount: 1 },
  });
  await transfer(customer, guest);
  expect(await countIn(customer)).toBe(1);
});

test('an addition from before the transfer is not repeated in the new cart', async () => {
  const { guest, customer } = pair();
  await add(guest, { once: 'lost answer' });
  await transfer(customer, guest);
  const again = await add(guest, { once: 'lost answer', at: 1 });
  expect(again).toMatchObject({ replayed: true, cart: { lines: [] } });
  expect(await countIn(customer)).toBe(1);
});

describe('the notices of a transfer', () => {
  const full = [{ kind: 'error', code: 'fewer_taken', data: { wanted: 7, name: 'Vase', quantity: 5 } }];

  /** Fills the carts of a guest and of a customer with more than the stock, and returns the customer's operations. */
  async function tooMany() {
    const { guest, customer } = pair();
    await add(customer, { context: byCustomer(customer), id: 35, quantity: 4 });
    await add(guest, { id: 35, quantity: 3 });
    const served = cartOperations({
      ...(replicas[0] as { carts: Carts; transfers: Transfers }),
      charges: { coupons: async () => ({ coupons: [] }) } as unknown as Charges,
      sessions: {} as Sessions,
      limit: null,
      guesses: null,
    });
    const ask = async (operation: { readonly name: string }, request: object, carried = '') => {
      const found = served.find((one) => one.operation.name === operation.name);
      return (await found?.run(request, byCustomer(customer, carried))) as { cart: { notices: unknown } };
    };
    const noticesOf = async (operation: { readonly name: string }, request: object = {}, carried = '') =>
      (await ask(operation, request, carried)).cart.notices;
    return { guest, ask, noticesOf };
  }

  test('are in the answer of a login and in the next answer about the cart, and only there', async () => {
    const { guest, noticesOf } = await tooMany();
    expect(await noticesOf(readCart, { keepNotices: true }, guest)).toEqual(full);
    expect(await noticesOf(readCart)).toEqual(full);
    expect(await noticesOf(readCart)).toEqual([]);
  });

  test('wait for an answer about the cart if the first answer is about coupons or refused', async () => {
    const once = { key: 'o', origin: 'client', digest: 'd' };
    const command = { kind: 'remove-line', lineKey: 'nothing' };
    const change = { once, ifRevision: null, command };
    const first = await tooMany();
    await first.ask(validateCoupons, { email: null }, first.guest);
    expect(await first.noticesOf(readCart)).toEqual(full);
    const second = await tooMany();
    await expect(second.ask(changeCart, change, second.guest)).rejects.toThrow();
    expect(await second.noticesOf(readCart)).toEqual(full);
    expect(await second.noticesOf(readCart)).toEqual([]);
  });
});

test('an unknown, empty or invalid guest key changes nothing', async () => {
  const { guest, customer } = pair();
  await add(customer, { context: byCustomer(customer) });
  const { revision } = await read(customer, byCustomer(customer));
  const other = pair().customer;
  await add(other, { context: byCustomer(other) });
  for (const carried of [guest, other, customer, 'short', ''])
    expect(await transfer(customer, carried)).toEqual([]);
  const emptied = await add(guest);
  const clear: CartWrite = {
    conditions: null,
    changes: [{ kind: 'remove-line', lineKey: emptied.lineKeys[0] ?? '' }],
    together: null,
  };
  await (replicas[0] as { carts: Carts }).carts.change(guest, clear, contextOf({}));
  expect(await transfer(customer, guest)).toEqual([]);
  expect((await stateOf(guest)).moving).toBeNull();
  expect((await read(customer, byCustomer(customer))).revision).toBe(revision);
  expect(await countIn(other)).toBe(1);
});

test('eight concurrent logins transfer a cart once, during additions', async () => {
  const { guest, customer } = pair();
  await add(customer, { context: byCustomer(customer) });
  await add(guest, { quantity: 2 });
  const contexts = Array.from({ length: 12 }, () => contextOf({}));
  const writes = contexts.map((context, n) => add(guest, { context, at: n % 3 }));
  const notices = await Promise.all(Array.from({ length: 8 }, (_, n) => transfer(customer, guest, n % 3)));
  const added = await Promise.all(writes);
  expect(notices.flat()).toEqual([]);
  await transferred(guest);
  const fresh = added.filter(({ cart }) => cart.key !== guest);
  expect(await countIn(customer)).toBe(1 + 2 + added.length - fresh.length);
  for (const { cart } of fresh) expect(cart.itemCount).toBe(1);
});

test.each(['the first', 'the second'])(
  'a transfer whose replica dies after %s step is finished by the sweeper',
  async (step) => {
    const { guest, customer } = pair();
    await add(guest, { quantity: 3 });
    const { carts, transfers } = replicas[0] as { carts: Carts; transfers: Transfers };
    const dying =
      step === 'the first'
        ? transfersOf(carts, {}, { change: dead } as never)
        : transfersOf(carts, { end: dead });
    await dying.transferCarried(byCustomer(customer, guest)).catch(() => null);
    expect((await stateOf(guest)).moving).toMatchObject({ to: customer, done: false });
    expect((await read(guest)).lines).toEqual([]);
    // Another customer cannot continue this transfer.
    expect(await transfer('99', guest)).toEqual([]);
    for (let again = 0; again < 2; again += 1) await transfers.finish(shardOf(guest));
    await transferred(guest);
    expect(await observer.zscore(cartKeys(guest).moving, guest)).toBeNull();
    expect(await countIn(customer)).toBe(3);
  },
);

test('a transfer that a paused replica repeats is not done twice', async () => {
  const { guest, customer } = pair();
  await add(guest);
  let resume = () => {};
  const paused = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const { carts } = replicas[0] as { carts: Carts };
  const late = {
    change: async (...asked: Parameters<Carts['change']>) => {
      await paused;
      return carts.change(...asked);
    },
  };
  const first = transfersOf(carts, {}, late as never).transferCarried(byCustomer(customer, guest));
  await expect.poll(async () => (await stateOf(guest)).moving).not.toBeNull();
  await transfer(customer, guest, 1);
  await transferred(guest);
  // Another transfer removes the record of the first transfer.
  const next = pair().guest;
  await add(next);
  await transfer(customer, next, 1);
  expect((await stateOf(customer)).transfers.map(({ from }) => from)).toEqual([next]);
  resume();
  await first;
  expect(await countIn(customer)).toBe(2);
});

test("a customer's cart begins with the account's addresses, once they are known, and a read writes nothing", async () => {
  const { customer } = pair();
  const { billing, shipping } = emptyState(0).customer;
  const own = { billing: { ...billing, country: 'GB', city: 'Leeds', email: 'Ana@example.com' }, shipping };
  let answers: { addresses: typeof own } | null = null;
  let asked = 0;
  const addresses = async () => {
    asked += 1;
    return answers;
  };
  const carts = await running.start({ accounts: { addresses } });
  const cityIn = async () => (await carts.read(customer, byCustomer(customer))).customer.shipping.city;
  expect(await cityIn()).toBe('');
  answers = { addresses: own };
  expect(await cityIn()).toBe('Leeds');
  expect(await observer.exists(cartKeys(customer).cart)).toBe(0);
  const look: CartWrite = {
    conditions: null,
    changes: [{ kind: 'add-item', item: anItem(), email: null, phone: null }],
    together: null,
  };
  await carts.change(customer, look, byCustomer(customer));
  expect(await observer.hget(cartKeys(customer).emailOf, customer)).toBe('ana@example.com');
  const before = asked;
  expect(await cityIn()).toBe('Leeds');
  expect(asked).toBe(before);
});

describe('what was ordered is taken out', () => {
  const take = async (
    cart: string,
    checkout: string,
    lines: readonly { key: string; quantity: number }[],
  ) => {
    const { carts } = replicas[1] as { carts: Carts };
    const [served] = orderOperations({ store: new CartStore(observer), carts });
    const request = { cart, checkout, lines, coupons: [], fees: [] };
    const context = { requestId: 'test', deadline: Date.now() + 30_000, claim: null };
    return (await served?.run(request, context)) as { changed: boolean };
  };
  const linesOf = async (key: string) =>
    (await stateOf(key)).lines.map((line) => ({ key: line.key, quantity: line.quantity }));

  test('of a cart, once, and its owner keeps the prices of the own customer role', async () => {
    const { customer } = pair();
    await add(customer, { context: byCustomer(customer), quantity: 3 });
    const lines = (await linesOf(customer)).map((line) => ({ ...line, quantity: 2 }));
    expect(await take(customer, 'c1', lines)).toEqual({ changed: true });
    expect(await take(customer, 'c1', lines)).toEqual({ changed: false });
    expect(await countIn(customer)).toBe(1);
    expect((await stateOf(customer)).audience).toBe('wholesale');
  });

  test('of the customer’s cart that has taken over the guest’s; the guest’s checkouts are remembered there', async () => {
    const { guest, customer } = pair();
    await add(guest, { quantity: 2 });
    const lines = await linesOf(guest);
    expect(await take(guest, 'c1', [{ key: lines[0]?.key ?? '', quantity: 1 }])).toEqual({ changed: true });
    await transfer(customer, guest);
    await transferred(guest);
    expect(await take(guest, 'c1', lines)).toEqual({ changed: false });
    expect(await take(guest, 'c2', lines)).toEqual({ changed: true });
    expect(await countIn(customer)).toBe(0);
  });

  test('of no cart that does not exist', async () => {
    const { guest } = pair();
    expect(await take(guest, 'c1', [])).toEqual({ changed: false });
    expect((await new CartStore(observer).read(guest)).revision).toBe(0);
  });
});
