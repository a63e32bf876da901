import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Credentials } from '#contracts/login.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { createLogger } from '#platform/service/logger.ts';
import { mongodFixture, redisFixture } from '#testing/engines.ts';
import { AuthSettings } from '../settings.ts';
import { AccountStore } from '../store/accounts.ts';
import { Attempts, Slowdown } from '../store/attempts.ts';
import { KnownNetworks } from '../store/known-networks.ts';
import { CountingHasher } from './counting-hasher.fixture.ts';
import { CallerIdentification } from './identify.ts';

const mongod = mongodFixture();
const redisEngine = redisFixture();
const secret = 'a secret of at least thirty-two characters';
const bounds = AuthSettings.shape.LOGIN_RATE_LIMIT.parse(undefined);

const emptyName = { firstName: '', lastName: '', company: '', country: '', address1: '' };
const noAddress = { ...emptyName, address2: '', postcode: '', city: '', state: '' };

let engine: Engine;
let redis: Redis;
let accounts: AccountStore;
let networks: KnownNetworks;
let hasher: CountingHasher;
let identifier: CallerIdentification;
/** The id of alice's account. */
let alice: number;
/** A clock in milliseconds that only the recorded delays advance. */
let clock = 0;
/** The recorded delays in milliseconds. */
let pauses: number[];
/** Recorded refusals, and recorded warnings to operators. */
let noted: object[];
let warned: object[];

function anIdentifier(): CallerIdentification {
  const apiKeys = {
    async identify({ secret: given }: Pick<Credentials, 'secret'>) {
      if (given !== 'cs_right') throw refusal('service_authentication_error', {});
      return { account: null, role: null, manages: 'read' as const, trusted: true };
    },
  };
  const attempts = new Attempts(redis, bounds, secret);
  const refusals = { note: (one: object) => void noted.push(one) };
  const pause = async (ms: number) => {
    pauses.push(ms);
    clock += ms;
  };
  const slowdown = new Slowdown(redis, bounds, secret);
  const logger = { warn: (members: object) => void warned.push(members) };
  return new CallerIdentification({
    ...{ accounts, hasher, apiKeys, attempts, slowdown, networks, refusals, logger },
    ...{ now: () => clock, pause, shopPasswords: null },
  });
}

beforeAll(async () => {
  engine = new Engine(mongod.url, createLogger('test', 'silent'));
  accounts = new AccountStore(engine);
  const logger = createLogger('test', 'silent');
  networks = new KnownNetworks({ engine, secret, logger, now: Date.now });
  redis = new Redis(redisEngine.url);
  await engine.start(() => accounts.prepare());
  hasher = new CountingHasher();
  const person = { username: 'alice', email: 'Alice@example.com', phone: '+49 30 123456', role: 'customer' };
  const { _id } = await accounts.create({
    ...person,
    ...{ firstName: 'Alice', lastName: 'Test', displayName: 'alice', createdAt: 0 },
    addresses: { billing: { ...noAddress, email: '', phone: '' }, shipping: noAddress },
    passwordHash: await hasher.hash('right: pässwörd'),
  });
  alice = _id;
});
beforeEach(async () => {
  await redis.flushall();
  hasher.verified = 0;
  hasher.isQuick = false;
  hasher.isFull = false;
  pauses = [];
  noted = [];
  warned = [];
  await engine.connection.collection('known_networks').deleteMany({});
  identifier = anIdentifier();
});
afterAll(async () => {
  redis.disconnect();
  await engine.close();
});

const as = (name: string, given: string, address = '203.0.113.9') =>
  identifier.identify({ kind: 'password', identifier: name, secret: given, address });
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

test('user name, email address and phone identify one account, and its password is verified once', async () => {
  const rights = { role: 'customer', manages: 'nothing', trusted: false };
  const identity = { account: alice, ...rights, generation: 0 };
  for (const name of ['alice', ' ALICE ', 'alice@example.com', '+4930123456', '+49 (30) 123-456']) {
    expect(await as(name, 'right: pässwörd')).toEqual(identity);
  }
  expect(hasher.verified).toBe(1);
});

test('a wrong password and an unknown user get the same answer and take the same hashing', async () => {
  const answers = [];
  for (const name of ['alice', 'nobody']) {
    hasher.verified = 0;
    const error = await as(name, 'wrong').catch((thrown: unknown) => thrown);
    answers.push([error, hasher.verified]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject([{ code: 'service_authentication_error', data: {} }, 1]);
  const reason = 'service_authentication_error';
  const method = 'basic_auth';
  expect(noted).toEqual([
    { account: alice, method, reason },
    { account: null, method, reason },
  ]);
});

test('a failure is answered after the same time for every form of hash', async () => {
  const before = await accounts.byId(alice);
  const phpass = `$P$B${'a'.repeat(30)}`;
  await codeOf(as('nobody', 'wrong'));
  await codeOf(as('alice', 'wrong'));
  await accounts.rehash(alice, before?.passwordHash ?? '', phpass);
  expect(await codeOf(as('alice', 'wrong'))).toBe('service_authentication_error');
  await accounts.rehash(alice, phpass, before?.passwordHash ?? '');
  await as('alice', 'right: pässwörd');
  expect(pauses).toEqual([250, 250, 250]);
});

test('a missing name or password is refused without hashing and counting', async () => {
  for (const [name, given] of [
    ['', 'x'],
    ['alice', ''],
  ] as const) {
    expect(await codeOf(as(name, given))).toBe('service_authentication_error');
  }
  expect([hasher.verified, await redis.dbsize()]).toEqual([0, 0]);
});

test('failures count by the given name, ignoring case, whether or not an account has the name', async () => {
  const alices = ['alice', 'Alice', ' alice', 'ALICE', 'alice '];
  const nobodys = ['nobody', 'Nobody', ' nobody', 'NOBODY', 'nobody '];
  for (const names of [alices, nobodys]) {
    hasher.verified = 0;
    for (const name of names) expect(await codeOf(as(name, 'wrong'))).toBe('service_authentication_error');
    expect(await codeOf(as(names[0] ?? '', 'wrong'))).toBe('service_rate_limited');
    expect(hasher.verified).toBe(5);
  }
});

/** Sends a wrong password. Returns code and data of the refusal, and the delays before the refusal. */
async function answerOf(name: string, address: string) {
  pauses = [];
  const { code, data } = await as(name, 'wrong', address).catch((error) => error);
  return { code, data, pauses };
}

test('no answer reveals that two names belong to one account', async () => {
  hasher.isQuick = true;
  await as('alice', 'right: pässwörd', '192.0.2.1');
  await expect.poll(() => networks.knows(alice, 'password', '192.0.2.1')).toBe(true);
  for (let n = 0; n < 30; n += 1) await codeOf(as('alice', 'wrong', `198.51.100.${n}`));
  for (let n = 0; n < 6; n += 1) await codeOf(as('alice', 'wrong', '203.0.113.9'));
  for (const address of ['203.0.113.9', '203.0.113.10', '192.0.2.1']) {
    const others = await answerOf('nobody@example.com', address);
    expect(others).toMatchObject({ code: 'service_authentication_error', pauses: [250] });
    expect(await answerOf('alice@example.com', address)).toEqual(others);
  }
});

test('the same wrong password under two names at once is verified for each name', async () => {
  const verify = hasher.verify.bind(hasher);
  const { promise, resolve } = Promise.withResolvers<void>();
  hasher.verify = async (...asked) => {
    await (asked[0] === 'held back' ? promise : null);
    return verify(...asked);
  };
  const both = [as('alice', 'held back'), as('alice@example.com', 'held back')].map(codeOf);
  await expect.poll(async () => (await redis.keys('*slow*')).length).toBe(2);
  resolve();
  expect(await Promise.all(both)).toEqual(Array(2).fill('service_authentication_error'));
  hasher.verify = verify;
});

test('only five of a hundred concurrent wrong attempts are verified, even with the same password', async () => {
  // Repeats an attempt that was refused because the attempt waited too long for other attempts.
  const patient = async (): Promise<string> => {
    const code = await codeOf(as('alice', 'wrong'));
    return code === 'service_unavailable' ? patient() : code;
  };
  const codes = await Promise.all(Array.from({ length: 100 }, patient));
  const counts = Object.groupBy(codes, (code) => code);
  expect([counts.service_authentication_error?.length, counts.service_rate_limited?.length]).toEqual([5, 95]);
  expect(hasher.verified).toBe(5);
});

test('concurrent requests with the same right password take one verification', async () => {
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(as('alice', 'right: pässwörd'))));
  expect(new Set(codes)).toEqual(new Set(['ok']));
  expect(hasher.verified).toBe(1);
});

test('wrong passwords from other networks refuse no login, and delay logins from unknown networks up to a limit', async () => {
  hasher.isQuick = true;
  await as('alice', 'right: pässwörd', '192.0.2.1');
  await expect.poll(() => networks.knows(alice, 'password', '192.0.2.1')).toBe(true);
  const delays = [];
  for (let n = 0; n < 40; n += 1) delays.push((await answerOf('alice', `198.51.100.${n}`)).pauses[0]);
  expect(delays.slice(0, 12)).toEqual([250, 250, 250, 250, 250, 40, 80, 160, 320, 600, 600, 600]);
  expect(delays.at(-1)).toBe(600);
  // A new `CallerIdentification` has no cached passwords, like a new replica.
  for (const [address, waited] of [
    ['192.0.2.1', []],
    ['192.0.2.2', [600]],
    // The login in the previous round made this network a known network.
    ['192.0.2.2', []],
  ] as const) {
    identifier = anIdentifier();
    pauses = [];
    expect(await codeOf(as('alice@example.com', 'right: pässwörd', '192.0.2.9'))).toBe('ok');
    expect(pauses).toEqual([]);
    expect(await codeOf(as('alice', 'right: pässwörd', address))).toBe('ok');
    expect(pauses).toEqual(waited);
    await expect.poll(() => networks.knows(alice, 'password', address)).toBe(true);
  }
});

test('a failure from a known network takes as long as from any other network', async () => {
  hasher.isQuick = true;
  await as('alice', 'right: pässwörd', '192.0.2.1');
  await expect.poll(() => networks.knows(alice, 'password', '192.0.2.1')).toBe(true);
  for (let n = 0; n < 10; n += 1) await codeOf(as('alice', 'wrong', `198.51.100.${n}`));
  expect((await answerOf('alice', '192.0.2.1')).pauses).toEqual([850]);
  expect((await answerOf('alice', '192.0.2.2')).pauses).toEqual([600, 250]);
});

test('right passwords cause no later delays', async () => {
  for (let n = 0; n < 8; n += 1) {
    identifier = anIdentifier();
    await as('alice', 'right: pässwörd', `192.0.2.${n}`);
  }
  expect(pauses).toEqual([]);
});

test('the operator is warned once about an account whose names have failed often', async () => {
  hasher.isQuick = true;
  const names = ['alice', 'alice@example.com', '+49 30 123456'];
  for (let n = 0; n < 25; n += 1) await codeOf(as(names[n % 3] ?? '', 'wrong', `198.51.100.${n}`));
  expect(warned).toEqual([{ event: 'account_attacked', account: alice, failures: 20 }]);
});

test('five failures of a name from an address refuse further attempts from there, even if the network is known', async () => {
  await as('alice', 'right: pässwörd');
  for (let n = 0; n < 5; n += 1) await codeOf(as('alice', `guess ${n}`));
  hasher.verified = 0;
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_rate_limited');
  expect(hasher.verified).toBe(0);
  expect(await codeOf(as('alice', 'right: pässwörd', '192.0.2.2'))).toBe('ok');
});

test('after a change, the old password is no longer accepted from the cache', async () => {
  await as('alice', 'right: pässwörd');
  const before = await accounts.byId(alice);
  await accounts.rehash(alice, before?.passwordHash ?? '', await hasher.hash('another one'));
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_authentication_error');
  const changed = await accounts.byId(alice);
  await accounts.rehash(alice, changed?.passwordHash ?? '', before?.passwordHash ?? '');
});

test('while too many passwords wait, only remembered ones are accepted, and no account is read', async () => {
  await as('alice', 'right: pässwörd');
  hasher.isFull = true;
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('ok');
  const named = vi.spyOn(accounts, 'named');
  for (const name of ['alice', 'nobody']) expect(await codeOf(as(name, 'wrong'))).toBe('service_unavailable');
  expect(named).not.toHaveBeenCalled();
  named.mockRestore();
});

test('wrong key pairs count only for their network address', async () => {
  const byKeys = (given: string) =>
    identifier.identify({ kind: 'keys', identifier: 'ck_1', secret: given, address: '203.0.113.9' });
  for (let n = 0; n < 40; n += 1) await byKeys('cs_right');
  const codes = await Promise.all(Array.from({ length: 60 }, () => codeOf(byKeys('cs_wrong'))));
  expect(codes.filter((code) => code === 'service_authentication_error')).toHaveLength(20);
  expect(await codeOf(byKeys('cs_right'))).toBe('service_rate_limited');
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_rate_limited');
});
