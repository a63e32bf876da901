import { Redis } from 'ioredis';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShopCustomer } from '#contracts/shop-customers.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture, redisFixture } from '#testing/engines.ts';
import { AccountChanges } from '../accounts/account-changes.ts';
import { imported } from '../accounts/accounts.fixture.ts';
import { AuthSettings } from '../settings.ts';
import { AccountStore } from '../store/accounts.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { Attempts, Slowdown } from '../store/attempts.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import { Revocations } from '../tokens/revocations.ts';
import { CountingHasher } from './counting-hasher.fixture.ts';
import { CallerIdentification } from './identify.ts';
import { type AskShop, ShopPasswords } from './shop-passwords.ts';

const mongod = mongodFixture();
const redisEngine = redisFixture();
const secret = 'a secret of at least thirty-two characters';
const bounds = AuthSettings.shape.LOGIN_RATE_LIMIT.parse(undefined);
const logger = pino({ level: 'silent' });
const right = 'the word of the shop';

let engine: Engine;
let redis: Redis;
let accounts: AccountStore;
let changes: AccountChanges;
const hasher = new CountingHasher();
let identifier: CallerIdentification;
/** The customers of the shop, which all have the password `right`. */
let shop: ShopCustomer[];
/** The logins about which the shop was asked, and the milliseconds that it takes to answer. */
let asked: string[];
let shopMs = 0;
let isAway: boolean;
/** A clock in milliseconds that only the shop and the recorded pauses advance. */
let clock = 0;
let pauses: number[];

const ask: AskShop = async ({ login, password, withRecord }) => {
  asked.push(login);
  clock += shopMs;
  if (isAway) throw unavailable();
  const found = shop.find(({ username, email }) => [username, email].includes(login));
  if (!found || password !== right) return { id: null, row: 0, customer: null };
  return { id: found.id, row: 5, customer: withRecord ? found : null };
};

beforeAll(async () => {
  engine = new Engine(mongod.url, logger);
  accounts = new AccountStore(engine);
  const [families, store] = [new FamilyStore(engine), new RevocationStore(engine)];
  const log = { append: async () => ({ sequence: 1, id: '' }) };
  const publish = () => undefined;
  const revocations = new Revocations({ store, families, log, publish, accessSeconds: 60, now: Date.now });
  const apiKeys = new ApiKeyStore(engine);
  changes = new AccountChanges({ accounts, revocations, apiKeys });
  redis = new Redis(redisEngine.url);
  await engine.start(async () => {
    for (const one of [accounts, apiKeys, families, store]) await one.prepare();
  });
});
beforeEach(async () => {
  await redis.flushall();
  await engine.connection.collection('accounts').deleteMany({});
  [shop, asked, pauses, shopMs, isAway] = [[customer(7)], [], [], 0, false];
  const pause = async (ms: number) => {
    pauses.push(ms);
    clock += Math.max(0, ms);
  };
  const now = () => clock;
  const attempts = new Attempts(redis, bounds, secret);
  const slowdown = new Slowdown(redis, bounds, secret);
  const noKeys = { identify: () => Promise.reject(refusal('service_authentication_error', {})) };
  const networks = { knows: async () => false, remember: async () => undefined };
  identifier = new CallerIdentification({
    ...{ accounts, hasher, apiKeys: noKeys, attempts, slowdown, networks, logger, now, pause },
    refusals: { note: () => undefined },
    shopPasswords: new ShopPasswords({
      ...{ accounts, accountChanges: changes, hasher, ask, random: () => 0.5, pause, now },
    }),
  });
});
afterAll(async () => {
  redis.disconnect();
  await engine.close();
});

function customer(id: number, more: Partial<ShopCustomer> = {}): ShopCustomer {
  const { role, passwordHash, ...rest } = imported(id);
  return { ...rest, ...more };
}

const deadline = Number.MAX_SAFE_INTEGER;
const as = (name: string, given: string, address = '203.0.113.9') =>
  identifier.identify({ kind: 'password', identifier: name, secret: given, address }, deadline);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

test('the shop is asked once, and then a hash of ours has the password', async () => {
  await changes.follow(shop);
  const identity = { account: 7, role: 'customer', manages: 'nothing', trusted: false, generation: 0 };
  expect(await as('import7', right)).toEqual(identity);
  expect(await as('import7@shop.example', ` ${right} `)).toEqual(identity);
  expect(asked).toEqual(['import7']);
  const stored = await accounts.byId(7);
  expect(stored).toMatchObject({
    passwordHash: expect.stringMatching(/^\$argon2id\$/),
    passwordRow: 5,
  });
});

test('the shop is asked by the user name there, because the e-mail may differ here', async () => {
  await changes.follow(shop);
  await changes.set(7, { email: 'other@shop.example' });
  expect(await codeOf(as('other@shop.example', right))).toBe('ok');
  expect(asked).toEqual(['import7']);
});

test('many requests at once with the right password ask once', async () => {
  await changes.follow(shop);
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(as('import7', right))));
  expect([new Set(codes), asked.length]).toEqual([new Set(['ok']), 1]);
});

test('a customer who has just registered there gets an account', async () => {
  expect(await as('import7@shop.example', right)).toMatchObject({ account: 7, role: 'customer' });
  expect(await accounts.byId(7)).toMatchObject({ record: { username: 'import7' }, passwordRow: 5 });
  expect(await codeOf(as('import7', 'wrong'))).toBe('service_authentication_error');
});

test('an answer about somebody else opens nothing', async () => {
  await changes.follow([customer(7), customer(8)]);
  shop = [customer(8, { username: 'import7' })];
  expect(await codeOf(as('import7', right))).toBe('service_authentication_error');
  // The shop confirms a name that its record does not have.
  const found = { id: 10, row: 0, customer: customer(10) };
  const lying = new ShopPasswords({
    ...{ accounts, accountChanges: changes, hasher, ask: async () => found },
    ...{ random: () => 0.5, pause: async () => undefined, now: () => clock },
  });
  const given = { found: null, identifier: 'third', secret: right, by: [] };
  expect(await lying.accountWith(given)).toBeNull();
  expect(await accounts.byId(10)).toBeNull();
});

test.each(['administrator', 'shop_manager', 'wholesale'])(
  'the shop is not asked about an account with the role %s',
  async (role) => {
    await changes.import([imported(7, { role, passwordHash: null })]);
    expect(await codeOf(as('import7', right))).toBe('service_authentication_error');
    expect(asked).toEqual([]);
  },
);

test('a password that was set here is the only one, also for a name that only the shop knows', async () => {
  await changes.follow(shop);
  await changes.setPassword(7, await hasher.hash('my own password'));
  shop = [customer(7, { email: 'new@shop.example' })];
  expect(await codeOf(as('import7', right))).toBe('service_authentication_error');
  expect(asked).toEqual([]);
  expect(await codeOf(as('new@shop.example', right))).toBe('service_authentication_error');
  expect(await codeOf(as('import7', 'my own password'))).toBe('ok');
});

test('an account that an operator made is not confirmed by the shop', async () => {
  const names = { username: 'own', email: 'own@shop.example', phone: '', firstName: '', lastName: '' };
  const { addresses } = customer(7);
  await accounts.create({
    ...{ ...names, displayName: 'own', role: 'customer', addresses, createdAt: 0, passwordHash: null },
  });
  shop = [customer(7, { username: 'own' })];
  expect(await codeOf(as('own', right))).toBe('service_authentication_error');
  expect(asked).toEqual([]);
});

test('a forgotten password is asked for again, also if it was right a moment ago', async () => {
  await changes.follow(shop);
  await as('import7', right);
  await changes.forgetShopPasswords([{ id: 7, row: 6 }], []);
  shop = [];
  expect(await codeOf(as('import7', right))).toBe('service_authentication_error');
  expect(asked).toEqual(['import7', 'import7']);
});

test('a flood of wrong passwords asks the shop no oftener than the limits allow', async () => {
  await changes.follow(shop);
  for (const name of ['import7', 'nobody']) {
    asked = [];
    const codes = [];
    for (let n = 0; n < 20; n += 1) codes.push(await codeOf(as(name, `guess ${n}`)));
    expect(codes.filter((code) => code === 'service_authentication_error')).toHaveLength(5);
    expect(codes.filter((code) => code === 'service_rate_limited')).toHaveLength(15);
    expect(asked).toHaveLength(5);
  }
  // Neither does a flood with other names from the same network.
  asked = [];
  for (let n = 0; n < 40; n += 1) await codeOf(as(`name${n}`, 'guess'));
  expect(asked).toHaveLength(10);
  expect(await codeOf(as('import7', right))).toBe('service_rate_limited');
  expect(await codeOf(as('import7', right, '192.0.2.1'))).toBe('ok');
});

test('a shop that is away is 503 for its customers, counts as no failure, and concerns nobody else', async () => {
  await changes.follow([customer(7), customer(8)]);
  await changes.setPassword(8, await hasher.hash('my own password'));
  isAway = true;
  const away = { code: 'service_unavailable', data: { retry_after: 5, reason: 'shop' } };
  for (let n = 0; n < 8; n += 1) await expect(as('import7', right)).rejects.toMatchObject(away);
  expect(await codeOf(as('import8', 'my own password'))).toBe('ok');
  expect(await codeOf(as('import8', 'wrong'))).toBe('service_authentication_error');
  isAway = false;
  expect(await codeOf(as('import7', right))).toBe('ok');
});

test('a failure takes as long for an account that the shop does not know as for one that it knows', async () => {
  await changes.follow([customer(7), customer(8)]);
  await changes.import([imported(9, { role: 'administrator', passwordHash: null })]);
  await changes.setPassword(8, await hasher.hash('my own password'));
  shopMs = 700;
  const took = async (name: string) => {
    const begun = clock;
    expect(await codeOf(as(name, 'wrong', '192.0.2.7'))).toBe('service_authentication_error');
    return clock - begun;
  };
  const times = [];
  for (const name of ['import7', 'import8', 'import9', 'nobody']) times.push(await took(name));
  expect(times).toEqual([700, 700, 700, 700]);
});

test('a login goes on if the hash cannot be kept now, and the next one asks again', async () => {
  await changes.follow(shop);
  const { hash } = hasher;
  hasher.hash = () => Promise.reject(unavailable());
  expect(await codeOf(as('import7', right))).toBe('ok');
  hasher.hash = hash;
  expect((await accounts.byId(7))?.passwordHash).toBeNull();
  expect(await codeOf(as('import7', right))).toBe('ok');
  expect(asked).toEqual(['import7', 'import7']);
});
