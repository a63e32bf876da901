import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Credentials } from '#contracts/login.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { createLogger } from '#platform/service/logger.ts';
import { mongodFixture, redisFixture } from '#platform/testing/engines.ts';
import { AccountStore } from '../accounts/store/account-store.ts';
import { Hasher } from '../passwords/hasher.ts';
import { AuthSettings } from '../settings.ts';
import { Identifier } from './identify.ts';
import { Attempts } from './store/attempts.ts';

const mongod = mongodFixture();
const redisEngine = redisFixture();
const secret = 'a secret of at least thirty-two characters';
const bounds = AuthSettings.shape.LOGIN_RATE_LIMIT.parse(undefined);

/** A hasher that tells how often it was asked to verify. */
class Counting extends Hasher {
  verified = 0;
  override verify(...asked: Parameters<Hasher['verify']>) {
    this.verified += 1;
    return super.verify(...asked);
  }
}

const nowhere = { firstName: '', lastName: '', company: '', country: '', address1: '' };
const noAddress = { ...nowhere, address2: '', postcode: '', city: '', state: '' };

let engine: Engine;
let redis: Redis;
let accounts: AccountStore;
let hasher: Counting;
let identifier: Identifier;
/** The account of alice. */
let alice: number;
/** What was waited before failures were told, in milliseconds. */
let pauses: number[];
/** What was noted of refusals. */
let noted: object[];

function anIdentifier(): Identifier {
  const apiKeys = {
    async identify({ secret: given }: Pick<Credentials, 'secret'>) {
      if (given !== 'cs_right') throw refusal('service_authentication_error', {});
      return { account: null, role: null, manages: 'read' as const, trusted: true };
    },
  };
  const attempts = new Attempts(redis, bounds, secret);
  const refusals = { note: (one: object) => void noted.push(one) };
  const pause = async (ms: number) => void pauses.push(ms);
  return new Identifier({ accounts, hasher, apiKeys, attempts, refusals, now: () => 0, pause });
}

beforeAll(async () => {
  engine = new Engine(mongod.url, createLogger('test', 'silent'));
  accounts = new AccountStore(engine);
  redis = new Redis(redisEngine.url);
  await engine.start(() => accounts.prepare());
  hasher = new Counting();
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
  pauses = [];
  noted = [];
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

test('user name, e-mail and phone are the same account, and a password is verified once', async () => {
  const rights = { role: 'customer', manages: 'nothing', trusted: false };
  const identity = { account: alice, ...rights, generation: 0 };
  for (const name of ['alice', ' ALICE ', 'alice@example.com', '+4930123456', '+49 (30) 123-456']) {
    expect(await as(name, 'right: pässwörd')).toEqual(identity);
  }
  expect(hasher.verified).toBe(1);
});

test('a wrong password and an unknown user are the same answer and the same work', async () => {
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

test('a failure is told after the same time, whatever hash was verified', async () => {
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

test('a missing half is refused and costs nothing', async () => {
  for (const [name, given] of [
    ['', 'x'],
    ['alice', ''],
  ] as const) {
    expect(await codeOf(as(name, given))).toBe('service_authentication_error');
  }
  expect([hasher.verified, await redis.dbsize()]).toEqual([0, 0]);
});

test('failures of an account count together, whatever it is called by, and so do those of nobody', async () => {
  for (const names of [
    ['alice', 'Alice', 'ALICE@example.com', '+49 30 123456', ' alice'],
    ['nobody', 'Nobody', ' nobody', 'NOBODY', 'nobody '],
  ]) {
    hasher.verified = 0;
    for (const name of names) expect(await codeOf(as(name, 'wrong'))).toBe('service_authentication_error');
    expect(await codeOf(as(names[0] ?? '', 'wrong'))).toBe('service_rate_limited');
    expect(hasher.verified).toBe(5);
  }
});

test('of a hundred wrong attempts at once five are verified, also with the same password', async () => {
  // Who waited too long for the others to be judged asks again.
  const patient = async (): Promise<string> => {
    const code = await codeOf(as('alice', 'wrong'));
    return code === 'service_unavailable' ? patient() : code;
  };
  const codes = await Promise.all(Array.from({ length: 100 }, patient));
  const counts = Object.groupBy(codes, (code) => code);
  expect([counts.service_authentication_error?.length, counts.service_rate_limited?.length]).toEqual([5, 95]);
  expect(hasher.verified).toBe(5);
});

test('requests of one page that bring the same right password at once cost one verification', async () => {
  const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(as('alice', 'right: pässwörd'))));
  expect(new Set(codes)).toEqual(new Set(['ok']));
  expect(hasher.verified).toBe(1);
});

test('guesses from elsewhere stop who comes anew, and not who is here already', async () => {
  await as('alice', 'right: pässwörd');
  for (let n = 0; n < 20; n += 1) await codeOf(as('alice', `wrong ${n}`, `198.51.100.${n}`));
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('ok');
  identifier = anIdentifier();
  hasher.verified = 0;
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_rate_limited');
  expect(hasher.verified).toBe(0);
});

test('while an account is stopped, a right guess from elsewhere is refused as a wrong one, and five stop the place', async () => {
  await as('alice', 'right: pässwörd');
  for (let n = 0; n < 20; n += 1) await codeOf(as('alice', `wrong ${n}`, `198.51.100.${n}`));
  hasher.verified = 0;
  for (const given of ['wrong', 'right: pässwörd']) {
    expect(await codeOf(as('alice', given, '192.0.2.1'))).toBe('service_rate_limited');
  }
  // Also beside somebody who is known there.
  for (let n = 0; n < 5; n += 1) await codeOf(as('alice', `guess ${n}`));
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_rate_limited');
  expect(hasher.verified).toBe(0);
});

test('a password that was changed is remembered no more', async () => {
  await as('alice', 'right: pässwörd');
  const before = await accounts.byId(alice);
  await accounts.rehash(alice, before?.passwordHash ?? '', await hasher.hash('another one'));
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_authentication_error');
  const changed = await accounts.byId(alice);
  await accounts.rehash(alice, changed?.passwordHash ?? '', before?.passwordHash ?? '');
});

test('key pairs that are wrong count for their address alone', async () => {
  const byKeys = (given: string) =>
    identifier.identify({ kind: 'keys', identifier: 'ck_1', secret: given, address: '203.0.113.9' });
  for (let n = 0; n < 40; n += 1) await byKeys('cs_right');
  const codes = await Promise.all(Array.from({ length: 60 }, () => codeOf(byKeys('cs_wrong'))));
  expect(codes.filter((code) => code === 'service_authentication_error')).toHaveLength(20);
  expect(await codeOf(byKeys('cs_right'))).toBe('service_rate_limited');
  expect(await codeOf(as('alice', 'right: pässwörd'))).toBe('service_rate_limited');
});
