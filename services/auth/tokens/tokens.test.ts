import { hash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { nobody } from '#contracts/claim.ts';
import { logIn } from '#contracts/login.ts';
import type { Operation } from '#contracts/operation.ts';
import {
  checkToken,
  listSigningKeys,
  logOut,
  readTokenNumber,
  readTokenState,
  refreshTokens,
  revokeTokens,
  rotateSigningKeys,
} from '#contracts/tokens.ts';
import type { Served } from '#platform/bus/implement.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#platform/testing/engines.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import { AccountStore } from '../accounts/store/account-store.ts';
import { loginOperations } from '../login/operations.ts';
import { Issuer } from './issuer.ts';
import { tokenOperations } from './operations.ts';
import { type Numbered, Revocations } from './revocations.ts';
import { SigningKeys } from './signing-keys.ts';
import { FamilyStore } from './store/family-store.ts';
import { RevocationStore } from './store/revocation-store.ts';
import { SigningKeyStore } from './store/signing-key-store.ts';
import { Tokens } from './tokens.ts';

const mongod = mongodFixture();
const secret = 'a secret of at least thirty-two characters';
const log: string[] = [];
const told: Numbered[] = [];
let clock = Date.now();
let engine: Engine;
let accounts: AccountStore;
let replicas: { tokens: Tokens; served: Served[] }[];
let alice: AccountDocument;

/** A replica of the service over the same database. */
function replica() {
  const now = () => clock;
  const families = new FamilyStore(engine);
  const revoked = new RevocationStore(engine);
  const signingKeys = new SigningKeys(new SigningKeyStore(engine), secret);
  const tell = (number: number, change: Numbered['change']) => void told.push({ number, change });
  const revocations = new Revocations({ store: revoked, families, tell, accessSeconds: 60, now });
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const issuer = new Issuer(signingKeys, 60);
  const kept = { engine, accounts, families, revoked, revocations };
  const tokens = new Tokens({ ...kept, issuer, refreshSeconds: 3_600, secret, now, logger });
  const attempts = { passFrom: async () => undefined, failFrom: async () => undefined };
  const nobodys = { identify: () => Promise.reject(new Error('nobody is asked')) };
  const login = {
    accounts,
    tokens,
    identifier: nobodys,
    extensions: { permit: async () => undefined },
    refusals: { note() {} },
  };
  const served = [...tokenOperations({ ...kept, attempts, signingKeys, tokens }), ...loginOperations(login)];
  return { stores: [accounts, families, revoked, signingKeys], tokens, served };
}

beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  accounts = new AccountStore(engine);
  const both = [replica(), replica()];
  replicas = both;
  await engine.start(async () => {
    for (const store of both[0]?.stores ?? []) await store.prepare();
  });
});
afterAll(() => engine.close());

let made = 0;
beforeEach(async () => {
  made += 1;
  const address = { firstName: '', lastName: '', company: '', address1: '', address2: '' };
  const shipping = { ...address, country: '', postcode: '', city: '', state: '' };
  alice = await accounts.create({
    ...{
      username: `alice${made}`,
      email: `alice${made}@example.com`,
      phone: '',
      firstName: '',
      lastName: '',
    },
    ...{ displayName: 'Alice', role: 'customer', createdAt: 0, passwordHash: null },
    addresses: { billing: { ...shipping, email: '', phone: '' }, shipping },
  });
});

function at(index: number) {
  const found = replicas[index];
  if (!found) throw new Error('there is no such replica');
  return found;
}

async function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  request: z.input<Request>,
  { account = null as number | null, of = 0 } = {},
): Promise<z.output<Reply>> {
  const found = at(of).served.find(({ operation: { name } }) => name === operation.name);
  const claim = account === null ? null : { ...nobody, kind: 'customer' as const, account };
  const context = { requestId: 'a-test', deadline: Date.now() + 30_000, claim };
  return operation.reply.parse(await found?.run(request, context));
}

const refresh = async (refreshToken: string, of = 0) =>
  (await ask(refreshTokens, { refreshToken, address: '127.0.0.1' }, { of })).tokens;
const refused = expect.objectContaining({ code: 'service_authentication_error' });
const claimsOf = (token: string) => {
  const { sub, gen, fam } = decodeJwt(token);
  return { account: Number(sub), generation: Number(gen), family: String(fam) };
};

test('a refresh token gives the next pair once, and the same successor everywhere for ten seconds', async () => {
  const first = await at(0).tokens.begin(alice, 'basic_auth');
  const second = await refresh(first.refreshToken);
  clock += 9_000;
  expect((await refresh(first.refreshToken, 1)).refreshToken).toBe(second.refreshToken);
  const third = await refresh(second.refreshToken, 1);
  expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
  expect(claimsOf(third.token)).toEqual(claimsOf(first.token));
});

test('a hundred at once rotate once and get one successor', async () => {
  const { refreshToken } = await at(0).tokens.begin(alice, 'basic_auth');
  const all = Array.from({ length: 100 }, (_, index) => refresh(refreshToken, index % 2));
  const given = new Set((await Promise.all(all)).map((pair) => pair.refreshToken));
  expect(given.size).toBe(1);
  await refresh([...given][0] ?? '');
});

test('a refresh token that comes again later ends its login, and is in no log', async () => {
  const first = await at(0).tokens.begin(alice, 'basic_auth');
  const other = await at(0).tokens.begin(alice, 'basic_auth');
  const second = await refresh(first.refreshToken);
  const third = await refresh(second.refreshToken);
  clock += 10_001;
  await expect(refresh(first.refreshToken)).rejects.toThrow(refused);
  await expect(refresh(third.refreshToken)).rejects.toThrow(refused);
  await expect(ask(checkToken, claimsOf(third.token))).rejects.toThrow(refused);
  await ask(checkToken, claimsOf(other.token));
  expect(log.join('')).toContain('came again');
  for (const { refreshToken } of [first, second, third]) expect(log.join('')).not.toContain(refreshToken);
});

test('an unknown, an expired and a deleted account’s refresh token give nothing', async () => {
  await expect(refresh('never-given')).rejects.toThrow(refused);
  const expired = await at(0).tokens.begin(alice, 'basic_auth');
  clock += 3_600_001;
  await expect(refresh(expired.refreshToken)).rejects.toThrow(refused);
  const orphan = await at(0).tokens.begin(alice, 'basic_auth');
  await engine.transaction((session) => accounts.delete(session, alice._id));
  await expect(refresh(orphan.refreshToken)).rejects.toThrow(refused);
  await expect(ask(checkToken, claimsOf(orphan.token))).rejects.toThrow(refused);
});

test('of refresh tokens only digests are kept', async () => {
  const first = await at(0).tokens.begin(alice, 'basic_auth');
  const second = await refresh(first.refreshToken);
  const collections = (await engine.connection.db?.collections()) ?? [];
  const all = await Promise.all(collections.map((one) => one.find().toArray()));
  for (const { refreshToken } of [first, second]) {
    expect(JSON.stringify(all)).not.toContain(refreshToken);
    expect(JSON.stringify(all)).toContain(hash('sha256', refreshToken, 'base64url'));
  }
});

test('an account has fifty logins at most: the oldest ends', async () => {
  const pairs = [];
  for (let login = 0; login < 51; login += 1) {
    clock += 1;
    pairs.push(await at(0).tokens.begin(alice, 'basic_auth'));
  }
  await expect(refresh(pairs[0]?.refreshToken ?? '')).rejects.toThrow(refused);
  await refresh(pairs[1]?.refreshToken ?? '');
});

test('a logout ends one login or all, is numbered and told, and stands in the state', async () => {
  const [one, two, three] = [
    await at(0).tokens.begin(alice, 'basic_auth'),
    await at(0).tokens.begin(alice, 'basic_auth'),
    await at(0).tokens.begin({ ...alice, generation: 1 }, 'basic_auth'),
  ];
  const { number } = await ask(readTokenNumber, {});
  const { family } = claimsOf(one.token);
  for (const _twice of [1, 2]) await ask(logOut, { family }, { account: alice._id });
  expect(told.at(-1)).toMatchObject({ number: number + 1, change: { kind: 'family', family } });
  await expect(ask(checkToken, claimsOf(one.token), { of: 1 })).rejects.toThrow(refused);
  await ask(checkToken, claimsOf(two.token));
  await expect(ask(logOut, { family: claimsOf(two.token).family }, { account: 1 })).rejects.toThrow();

  await ask(logOut, { family: null }, { account: alice._id });
  expect(told.at(-1)).toMatchObject({ number: number + 2, change: { account: alice._id, generation: 1 } });
  await expect(refresh(two.refreshToken)).rejects.toThrow(refused);
  await expect(ask(checkToken, claimsOf(two.token))).rejects.toThrow(refused);
  await ask(checkToken, claimsOf(three.token));
  const state = await ask(readTokenState, { after: String(number) });
  expect(state).toMatchObject({
    number: number + 2,
    revoked: [{ kind: 'family' }, { kind: 'account' }],
    next: null,
  });
});

test('what was revoked gives no new login, though the gateway has not heard of it', async () => {
  const account = alice._id;
  const request = { body: {}, headers: {}, address: '127.0.0.1' };
  const again = (believedBy: { generation: number; family: string | null }) =>
    ask(logIn, { method: 'jwt', account, believedBy, request }, { account });
  const [ended, open] = [
    await at(0).tokens.begin(alice, 'basic_auth'),
    await at(0).tokens.begin(alice, 'basic_auth'),
  ];
  const [endedBy, openBy] = [claimsOf(ended.token), claimsOf(open.token)];
  await ask(logOut, { family: endedBy.family }, { account });
  await expect(again(endedBy)).rejects.toThrow(refused);
  await again(openBy);
  // A password that was being verified while another was set.
  await again({ generation: 0, family: null });
  await ask(logOut, { family: null }, { account });
  for (const before of [openBy, { generation: 0, family: null }]) {
    await expect(again(before)).rejects.toThrow(refused);
  }
  await again({ generation: 1, family: null });
});

test('an operator ends all logins of an account', async () => {
  const { refreshToken } = await at(0).tokens.begin(alice, 'basic_auth');
  expect(await ask(revokeTokens, { reference: alice.record.email })).toEqual({ account: alice._id });
  await expect(refresh(refreshToken)).rejects.toThrow(refused);
  await expect(ask(revokeTokens, { reference: 'nobody' })).rejects.toThrow();
});

test('another key signs after a rotation, everywhere, and tokens of the old one stay good', async () => {
  const before = await at(0).tokens.begin(alice, 'basic_auth');
  const known = createLocalJWKSet({ keys: (await ask(readTokenState, {})).keys });
  const [, next] = (await ask(listSigningKeys, {})).keys;
  const { keys } = await ask(rotateSigningKeys, {});
  expect(keys.map(({ state }) => state)).toEqual(['old', 'signing', 'next']);
  expect(told.at(-1)?.change).toEqual({ kind: 'keys' });
  const after = await refresh(before.refreshToken);
  expect(decodeProtectedHeader(after.token).kid).toBe(next?.kid);
  await jwtVerify(after.token, known);
  await jwtVerify(before.token, createLocalJWKSet({ keys: (await ask(readTokenState, {})).keys }));
});
