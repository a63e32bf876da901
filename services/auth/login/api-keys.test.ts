import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permissions } from '#contracts/api-keys.ts';
import type { TokensChange } from '#contracts/tokens.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { AccountStore } from '../store/accounts.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import { Revocations } from '../tokens/revocations.ts';
import { ApiKeys, PairDigests } from './api-keys.ts';

const mongod = mongodFixture();
const minute = 60_000;
const logger = pino({ level: 'silent' });
const secret = 'a secret of at least thirty-two characters';

let engine: Engine;
let accounts: AccountStore;
let store: ApiKeyStore;
let revoked: RevocationStore;
let keys: ApiKeys;
let families: FamilyStore;
/** Changes published to the gateways. */
const published: TokensChange[] = [];
let now = 100 * minute;
/** Writes in progress that store the time of the last use of a key pair. */
let pendingWrites: Promise<void>[] = [];

function keysWith(withSecret: string): ApiKeys {
  const digests = new PairDigests(withSecret);
  const revocations = new Revocations({
    store: revoked,
    families,
    log: { append: async () => ({ sequence: 1, id: '' }) },
    publish: (_number, change) => void published.push(change),
    accessSeconds: 60,
    now: () => now,
  });
  return new ApiKeys({ store, digests, accounts, revocations, now: () => now, logger });
}

beforeAll(async () => {
  engine = new Engine(mongod.url, logger);
  accounts = new AccountStore(engine);
  store = new ApiKeyStore(engine);
  families = new FamilyStore(engine);
  revoked = new RevocationStore(engine);
  const noteUse = store.noteUse.bind(store);
  store.noteUse = (id, at) => {
    const note = noteUse(id, at);
    pendingWrites.push(note);
    return note;
  };
  await engine.start(async () => {
    for (const one of [accounts, store, families, revoked]) await one.prepare();
  });
  keys = keysWith(secret);
});
afterAll(() => engine.close());

async function anAccount(username: string, role: string) {
  const none = { company: '', country: '', address1: '', address2: '', postcode: '', city: '', state: '' };
  const address = { firstName: '', lastName: '', ...none };
  const email = `${username}@shop.example`;
  const addresses = { billing: { ...address, email, phone: '' }, shipping: address };
  const person = { username, email, phone: '', firstName: '', lastName: '', displayName: username, role };
  return accounts.create({ ...person, addresses, createdAt: 0, passwordHash: null });
}

const createPair = (permissions: Permissions, user: string | null = null) =>
  keys.create({ permissions, description: 'a program', user });
const codeOf = (answer: Promise<unknown>) => answer.then(String, ({ code }) => code);

test('a key pair is identified by key and secret, and the stored data reveals neither', async () => {
  const { consumerKey, consumerSecret, key } = await createPair('read');
  expect([consumerKey, consumerSecret]).toEqual([
    expect.stringMatching(/^ck_[0-9a-f]{40}$/),
    expect.stringMatching(/^cs_[0-9a-f]{40}$/),
  ]);
  const identity = await keys.identify({ identifier: consumerKey, secret: consumerSecret });
  const ofShop = { account: null, role: null, manages: 'read', trusted: true };
  expect(identity).toEqual({ ...ofShop, permissions: 'read', pair: key.id });
  const kept = JSON.stringify(await engine.connection.collection('api_keys').find().toArray());
  expect(kept).not.toContain(consumerKey.slice(3, 20));
  expect(kept).not.toContain(consumerSecret.slice(3, 20));
});

test('every wrong pair gets the same answer', async () => {
  const { consumerKey, consumerSecret } = await createPair('read_write');
  const other = await createPair('read_write');
  const wrong = [
    [consumerKey, other.consumerSecret],
    [consumerKey, ''],
    [consumerKey, `${consumerSecret} `],
    [consumerKey.toUpperCase(), consumerSecret],
    ['ck_', consumerSecret],
    [`ck_${'0'.repeat(40)}`, consumerSecret],
  ] as const;
  for (const [identifier, given] of wrong) {
    expect(await codeOf(keys.identify({ identifier, secret: given }))).toBe('service_authentication_error');
  }
  // A service with another secret cannot verify the pair, even with the same database.
  const elsewhere = keysWith('another secret of thirty-two characters and more');
  const identified = elsewhere.identify({ identifier: consumerKey, secret: consumerSecret });
  expect(await codeOf(identified)).toBe('service_authentication_error');
});

test('a key pair has no more rights than its account', async () => {
  await anAccount('mia', 'shop_manager');
  const { _id: ann } = await anAccount('ann', 'customer');
  const rights = async (permissions: Permissions, user: string) => {
    const { consumerKey: identifier, consumerSecret } = await createPair(permissions, user);
    return keys.identify({ identifier, secret: consumerSecret });
  };
  expect(await rights('write', 'MIA@shop.example')).toMatchObject({ role: 'shop_manager', manages: 'write' });
  expect(await rights('read_write', 'ann')).toEqual({
    account: ann,
    role: 'customer',
    manages: 'nothing',
    trusted: true,
    permissions: 'read_write',
    pair: expect.any(Number),
  });
  expect(await codeOf(createPair('read', 'nobody'))).toBe('service_account_not_found');
});

test('a key pair is invalid after its revocation by key or id, and cannot be revoked again', async () => {
  const [one, other] = [await createPair('read'), await createPair('read')];
  expect((await keys.revoke(one.consumerKey)).id).toBe(one.key.id);
  expect((await keys.revoke(String(other.key.id))).id).toBe(other.key.id);
  for (const { consumerKey: identifier, consumerSecret } of [one, other]) {
    const identified = keys.identify({ identifier, secret: consumerSecret });
    expect(await codeOf(identified)).toBe('service_authentication_error');
    expect(await codeOf(keys.revoke(identifier))).toBe('service_api_key_not_found');
  }
});

test('the last use is stored to the minute, with at most one write a minute', async () => {
  const { key, consumerKey: identifier, consumerSecret } = await createPair('read');
  const use = () => keys.identify({ identifier, secret: consumerSecret });
  const lastUse = async () => (await keys.list({ page: 1, perPage: 1 })).keys[0]?.lastUsedAt;
  expect([key.lastUsedAt, await lastUse()]).toEqual([null, null]);
  pendingWrites = [];
  now = 200 * minute + 7;
  await Promise.all([use(), use(), use()]);
  await Promise.all(pendingWrites);
  await use();
  expect([pendingWrites.length, await lastUse()]).toEqual([1, 200 * minute]);
  now += minute;
  await use();
  await Promise.all(pendingWrites);
  expect([pendingWrites.length, await lastUse()]).toEqual([2, 201 * minute]);
});

test('pairs are listed in pages, newest first, with their account', async () => {
  await anAccount('pat', 'customer');
  const made = [await createPair('read'), await createPair('write', 'pat')];
  const { keys: found, total } = await keys.list({ page: 1, perPage: 2 });
  expect(found.map(({ id }) => id)).toEqual(made.map(({ key }) => key.id).reverse());
  expect(found[0]).toMatchObject({
    permissions: 'write',
    ending: made[1]?.consumerKey.slice(-7),
    account: { username: 'pat', role: 'customer' },
  });
  expect((await keys.list({ page: total, perPage: 1 })).keys).toHaveLength(1);
});

test('revoking a key pair of an account ends the logins that began with key pairs of that account, and no others', async () => {
  const { _id: account } = await anAccount('zoe', 'shop_manager');
  const { key } = await createPair('read_write', 'zoe');
  const expiresAt = new Date(Date.now() + 3_600_000);
  const begin = (id: string, method: 'api_key' | 'basic_auth', of = account) =>
    families.begin({
      ...{ _id: id, account: of, method, generation: 0, refreshNumber: 0, refreshDigest: `digest of ${id}` },
      ...{ createdAt: new Date(now), expiresAt },
    });
  await begin('by-a-pair', 'api_key');
  await begin('by-password', 'basic_auth');
  await begin('of-another', 'api_key', account + 1);
  published.length = 0;
  await keys.revoke(String(key.id));
  expect(published).toMatchObject([{ kind: 'family', family: 'by-a-pair' }]);
  const left = ['by-a-pair', 'by-password', 'of-another'].map(
    async (id) => (await families.byId(id)) !== null,
  );
  expect(await Promise.all(left)).toEqual([false, true, true]);
  expect(await revoked.ofFamily('by-a-pair')).not.toBeNull();
});
