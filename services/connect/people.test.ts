import { afterEach, beforeEach, expect, test } from 'vitest';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { mongodFixture } from '#testing/engines.ts';
import { FollowedShop, wooCustomer } from './followed-shop.fixture.ts';
import { ShopPasswords } from './passwords.ts';

const mongod = mongodFixture();
let one: FollowedShop;
let count = 0;
beforeEach(async () => {
  const url = new URL(mongod.url);
  count += 1;
  url.pathname += `-people-${count}`;
  one = await FollowedShop.start(url.href);
  one.data.save('customers', wooCustomer(40));
  one.data.save('customers', wooCustomer(41, { role: 'shop_manager' }));
  await one.pass(60);
});
afterEach(() => one[Symbol.asyncDispose]());

const customer = (id: number) =>
  one.catalogue.of('customers').get(id) as
    | { username: string; email: string; firstName: string; role?: string; passwordHash?: string }
    | undefined;

test('the first comparison makes accounts of customers, and of nobody else', async () => {
  expect(customer(40)).toMatchObject({ username: 'ann40', email: 'ann40@shop.example', firstName: 'Ann' });
  expect(customer(40)).not.toHaveProperty('role');
  expect(customer(40)).not.toHaveProperty('passwordHash');
  expect(customer(41)).toBeUndefined();
  expect([...one.behindSeconds.keys()]).toEqual(expect.arrayContaining(['customers', 'passwords']));
});

test('a change, a new customer and a deletion are here within seven seconds', async () => {
  one.data.save('customers', wooCustomer(40, { first_name: 'Anna' }));
  one.data.save('customers', wooCustomer(42));
  await one.pass(7);
  expect([customer(40)?.firstName, customer(42)?.username]).toEqual(['Anna', 'ann42']);
  one.data.delete('customers', 40);
  await one.pass(7);
  expect(customer(40)).toBeUndefined();
  expect(await one.differences()).toEqual([]);
});

test('somebody who is no customer any more is followed no longer', async () => {
  one.data.save('customers', wooCustomer(40, { role: 'shop_manager' }));
  await one.pass(7);
  expect(customer(40)).toBeUndefined();
});

test('a customer that cannot be read stays behind and holds up nobody', async () => {
  one.data.save('customers', wooCustomer(40, { email: 'no address' }));
  one.data.save('customers', wooCustomer(42));
  await one.pass(7);
  expect(customer(40)?.email).toBe('ann40@shop.example');
  expect(customer(42)).toBeDefined();
  expect((await one.tasks.oldest(5)).map(({ kind, id }) => [kind, id])).toEqual([['customers', 40]]);
});

test('a changed password is forgotten; after a restored backup all are', async () => {
  const { forgotten } = one.catalogue;
  expect(new Set(forgotten.splice(0))).toEqual(new Set([0]));
  const backup = one.data.backup();
  one.data.setPassword(40, 'a new one');
  await one.pass(7);
  expect(forgotten).toEqual([40]);
  one.data.restore(backup);
  one.data.save('customers', wooCustomer(43));
  await one.pass(7);
  expect(forgotten).toEqual([40, 0]);
});

test('a password is not lost while auth is away', async () => {
  one.catalogue.isAway = true;
  one.data.setPassword(40, 'a new one');
  await one.pass(30);
  one.catalogue.isAway = false;
  one.restart();
  await one.pass(7);
  expect(one.catalogue.forgotten).toContain(40);
});

test('without the plugin, customers are compared in the night', async () => {
  one.data.traits.hasPlugin = false;
  one.restart();
  one.data.save('customers', wooCustomer(40, { first_name: 'Anna' }));
  await one.pass(60);
  expect(customer(40)?.firstName).toBe('Ann');
  expect(one.behindSeconds.has('customers')).toBe(false);
  one.jump(86_400);
  await one.pass(60);
  expect(customer(40)?.firstName).toBe('Anna');
});

const longMs = 600_000;
const passwords = () =>
  new ShopPasswords(
    new ShopClient({ url: one.shop.url, ...one.shop.key }, { timeoutMs: 2_000, pausesMs: [] }),
  );
const ask = (login: string, password: string, withRecord = false) =>
  passwords().check({ login, password, withRecord }, Date.now() + longMs);

test.each([false, true])('the plugin says whose password it is (plain permalinks: %s)', async (plain) => {
  one.shop.plainPermalinks = plain;
  one.data.setPassword(40, 'geheim');
  expect(await ask('ann40', 'geheim')).toEqual({ id: 40, row: expect.any(Number), customer: null });
  expect(await ask('ann40@shop.example', 'geheim', true)).toMatchObject({
    id: 40,
    customer: { id: 40, username: 'ann40', email: 'ann40@shop.example' },
  });
  expect(await ask('ann40', 'wrong', true)).toEqual({ id: null, row: 0, customer: null });
});

test('a shop without the plugin confirms nothing', async () => {
  one.data.traits.hasPlugin = false;
  one.data.setPassword(40, 'geheim');
  expect(await ask('ann40', 'geheim')).toEqual({ id: null, row: 0, customer: null });
});

const away = expect.objectContaining({ code: 'service_unavailable' });

test.each([
  ['an error', { status: 500 }],
  ['a page', { status: 200, body: '<!DOCTYPE html><html></html>' }],
  ['another answer', { status: 200, body: '{"valid":"yes"}' }],
  ['a manager', { status: 200, body: '{"valid":true,"user":{"id":1,"role":"administrator"}}' }],
  ['a refusal of the key pair', { status: 401, body: '{"code":"woocommerce_rest_authentication_error"}' }],
])('a shop that answers with %s confirms nothing, and says so', async (_what, answer) => {
  const asked = one.shop.passwordsAsked;
  one.shop.trouble = (path) => (path.includes('/password') ? answer : null);
  await expect(ask('ann40', 'geheim')).rejects.toEqual(away);
  expect(one.shop.passwordsAsked).toBe(asked);
});

test('a shop that does not answer in time is not waited for', async () => {
  one.shop.trouble = (path) => (path.includes('/password') ? { waitMs: 60_000 } : null);
  const question = { login: 'ann40', password: 'geheim', withRecord: false };
  await expect(passwords().check(question, Date.now() + 300)).rejects.toEqual(away);
});

test('at most three passwords are asked about at once', async () => {
  let most = 0;
  let running = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = {
    readIndex: async () => ({}),
    async send() {
      running += 1;
      most = Math.max(most, running);
      await promise;
      running -= 1;
      return { valid: false };
    },
  };
  const many = new ShopPasswords(client as unknown as ShopClient);
  const question = { login: 'ann40', password: 'geheim', withRecord: false };
  const answers = Array.from({ length: 60 }, () => many.check(question, Date.now() + longMs));
  const codes = Promise.allSettled(answers);
  await expect.poll(() => running).toBe(3);
  resolve();
  const refused = (await codes).filter(({ status }) => status === 'rejected');
  expect([most, refused.length]).toEqual([3, 7]);
});
