import { Redis } from 'ioredis';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SessionRecord } from '#contracts/sessions.ts';
import { cartProcesses } from '#testing/cart-processes.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const carts = cartProcesses(catalogue, 3, { CART_RATE_LIMIT: '5/600' });
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const asJson = async (...args: string[]) => JSON.parse((await cartwright(...args, '--json')).out);
const onTerminal = (width: number, ...args: string[]) =>
  runWith({ connect: () => connectBus(catalogue.address), width }, args);
const keys = async (...args: string[]) =>
  (await asJson('sessions', 'list', ...args)).sessions.map(({ key }: SessionRecord) => key);

const guest = 't_0123456789abcdef0123456789abcdef';
const other = 't_zzzz_a-second-guest';

function put(
  cart: string,
  reference: string,
  quantity: string,
  email: string | null = null,
  client?: string,
) {
  const item = { reference, quantity, variation: {}, itemData: {}, price: null };
  return carts.change(cart, { kind: 'add-item', item, email, phone: null }, client);
}

beforeAll(async () => {
  await cartwright('seed', '--demo');
  await put(guest, 'KC-PIG', '2', 'Gill@example.com');
  await put('77', 'KC-JUG', '1', 'bob@example.com');
  await put(other, '101', '3');
});

describe('sessions list', () => {
  test('lists the last changed cart first, page by page, or in another order', async () => {
    expect(await keys()).toEqual([other, '77', guest]);
    expect(await keys('--order', 'asc', '--orderby', 'created')).toEqual([guest, '77', other]);
    expect(await keys('--per-page', '2', '--page', '2')).toEqual([guest]);
    expect((await keys('--orderby', 'expiry'))[0]).toBe('77');
    expect(await asJson('sessions', 'list', '--page', '9')).toEqual({
      sessions: [],
      total: 3,
      page: 9,
      perPage: 20,
    });
  });

  test('filters by guests or customers, one customer, and a prefix of key or e-mail', async () => {
    expect(await keys('--guest')).toEqual([other, guest]);
    expect(await keys('--customer')).toEqual(['77']);
    expect(await keys('--customer', '77')).toEqual(['77']);
    expect(await keys('--customer', '78')).toEqual([]);
    expect(await keys('--search', 'gill@')).toEqual([guest]);
    expect(await keys('--search', 'T_Z')).toEqual([other]);
    expect(await keys('--search', 'b', '--guest')).toEqual([]);
  });

  test('prints a table by default', async () => {
    const { code, out } = await cartwright('sessions', 'list', '--search', 't_0');
    expect(code).toBe(0);
    const [heads, row, ...rest] = out.split('\n');
    expect(heads).toMatch(/^key +items +value +age +idle +left +owner +for$/);
    expect(row).toMatch(
      /^t_0123456789abcdef0123456789abcdef +2 {2}€\d+\.\d\d +\d+ s +\d+ s +47 h +guest {2}Gill@example.com$/,
    );
    expect(rest).toEqual(['', 'Page 1 of 1, 1 cart', '']);
    expect((await cartwright('sessions', 'list', '--per-page', '2')).out).toMatch(
      /\nPage 1 of 2, 3 carts\n$/,
    );
    expect((await cartwright('sessions', 'list', '--search', 'none')).out).toBe('No carts\n');
  });

  test('fits a terminal of 80 columns, with the whole key and the person', async () => {
    const { out } = await onTerminal(80, 'sessions', 'list', '--search', 't_0');
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    // The carts' ages change the widths of columns, so the test does not check which columns are left out.
    expect(out).toMatch(
      /^key .*\nt_0123456789abcdef0123456789abcdef +2 .*Gill@example\.com\nToo narrow for /,
    );
  });
});

test('sessions show prints lines, people and totals, and no control characters', async () => {
  const billing = { firstName: 'Gill\u001b[2J', lastName: 'Sans', address1: '1 High\nStreet', city: 'Bath' };
  await carts.change(guest, { kind: 'update-customer', billing, shipping: {}, shipElsewhere: null });
  const { session } = await asJson('sessions', 'show', guest.toUpperCase());
  expect(session).toMatchObject({ key: guest, owner: 'guest', cart: { itemCount: 2 } });
  const { out } = await cartwright('sessions', 'show', guest);
  expect(out).toMatch(/^key +t_0123456789abcdef0123456789abcdef$/m);
  expect(out).toMatch(/^expires +\d{4}-\S+Z, in 1 d 23 h$/m);
  expect(out).toMatch(/^e-mail +Gill@example.com$/m);
  expect(out).toMatch(/^117 {2}KC-PIG {2}Salt pig +2 {2}€27\.50 {2}€55\.00$/m);
  // The price of the goods, 55.00, contains 55.00 × 21 / 121 = 9.55 tax, so the subtotal is 45.45. Shipping costs
  // 5.95 and 1.25 tax. The sum of all taxes is 10.80, and the total is 45.45 + 5.95 + 10.80 = 62.20.
  expect(out.split('\n').slice(-5)).toEqual([
    'subtotal  €45.45',
    'shipping  €5.95',
    'tax       €10.80',
    'total     €62.20',
    '',
  ]);
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('sessions delete deletes a cart once, and its key then has an empty cart', async () => {
  await put('t_to-be-taken-away', '101', '1');
  expect(await cartwright('sessions', 'delete', 't_to-be-taken-away', '--yes')).toMatchObject({
    code: 0,
    out: 'Cart t_to-be-taken-away deleted\n',
  });
  expect(await keys('--search', 't_to')).toEqual([]);
  const { cart } = await put('t_to-be-taken-away', '101', '1');
  expect(cart.itemCount).toBe(1);
  expect(await asJson('sessions', 'delete', 't_to-be-taken-away', '--yes')).toEqual({
    deleted: true,
    key: 't_to-be-taken-away',
  });
});

test.each([
  [['sessions', 'show', 't_nobody-has-this-key'], 'There is no such cart.'],
  [['sessions', 'show', 'no key'], 'There is no such cart.'],
  [['sessions', 'delete', '4711', '--yes'], 'There is no such cart to delete.'],
])('%j is refused in one sentence', async (args, sentence) => {
  const { code, out, err } = await cartwright(...args);
  expect([code, out, err]).toEqual([4, '', `cartwright: ${sentence}\n`]);
});

test.each([
  [['sessions', 'list', '--page', '0'], 'It must be a whole number from 1 to 1000000.'],
  [['sessions', 'list', '--per-page', '101'], 'It must be a whole number from 1 to 100.'],
  [['sessions', 'list', '--order', 'up'], 'It must be one of asc, desc.'],
  [['sessions', 'list', '--orderby', 'key'], 'It must be one of created, updated, expiry.'],
  [['sessions', 'list', '--customer', 'bob'], "It must be a customer's id."],
  [['sessions', 'list', '--guest', '--customer', '7'], 'exclude each other'],
  [['sessions', 'show'], "missing required argument 'key'"],
  [['sessions', 'delete'], "missing required argument 'key'"],
])('%j is refused before anything is connected', async (args, sentence) => {
  const { code, out, err, connected } = await runWith({}, args);
  expect([code, out, connected]).toEqual([2, '', 0]);
  expect(err).toContain(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('writes of one client are limited over all replicas and carts; others are not limited', async () => {
  const bounded = 't_bounded-client-cart';
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) =>
      put(n % 2 ? bounded : 't_another-cart-of-it', '101', '1', null, 'c'),
    ),
  );
  const done = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.rate?.remaining] : []));
  // If an answer is late, the caller repeats the write. The limit does not count the repetition, but its reply has the
  // `remaining` of that moment. So two replies can have the same `remaining`, and the test checks only the lowest.
  expect([done.length, Math.min(...done.map(Number))]).toEqual([5, 0]);
  const refused = results.find((one) => one.status === 'rejected')?.reason;
  expect(refused).toMatchObject({
    code: 'service_rate_limit_exceeded',
    data: { limit: 5, window: 600, retry_after: expect.any(Number) },
  });
  const look = await carts.change(bounded, { kind: 'look' }, 'c');
  expect([look.rate, look.cart.itemCount <= 5]).toEqual([null, true]);
  expect((await put(bounded, '101', '1', null, 'd')).rate).toMatchObject({ remaining: 4 });
  const redis = new Redis(carts.redisUrl);
  expect(await redis.zcard('writes:c')).toBe(5);
  redis.disconnect();
});
