import { hash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { audienceOfMount } from '#contracts/token-audience.ts';
import {
  checkToken,
  listSigningKeys,
  logOut,
  readTokenNumber,
  readTokenState,
  revokeTokens,
  rotateSigningKeys,
} from '#contracts/tokens.ts';
import { mongodFixture } from '#testing/engines.ts';
import { claimsOf, TokenReplicas } from './replicas.fixture.ts';

const mongod = mongodFixture();
const site = new TokenReplicas();
beforeAll(() => site.open(mongod));
beforeEach(() => site.renew());
afterAll(() => site.close());

const refused = expect.objectContaining({ code: 'service_authentication_error' });

test('a refresh token is exchanged once; for ten seconds every replica returns the same successor again', async () => {
  const first = await site.begin();
  const second = await site.refresh(first.refreshToken);
  site.clock += 9_000;
  expect((await site.refresh(first.refreshToken, 1)).refreshToken).toBe(second.refreshToken);
  const third = await site.refresh(second.refreshToken, 1);
  expect((await site.refresh(first.refreshToken)).refreshToken).toBe(second.refreshToken);
  expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
  expect(claimsOf(third.token)).toEqual(claimsOf(first.token));
});

test('a hundred concurrent refreshes exchange the token once and all get the same successor', async () => {
  const { refreshToken } = await site.begin();
  const all = Array.from({ length: 100 }, (_, index) => site.refresh(refreshToken, index % 2));
  const given = new Set((await Promise.all(all)).map((pair) => pair.refreshToken));
  expect(given.size).toBe(1);
  await site.refresh([...given][0] ?? '');
});

test('a refresh token that is used again later ends its login, and is not in the log', async () => {
  const first = await site.begin();
  const other = await site.begin();
  const second = await site.refresh(first.refreshToken);
  const third = await site.refresh(second.refreshToken);
  site.clock += 10_001;
  await expect(site.refresh(first.refreshToken)).rejects.toThrow(refused);
  await expect(site.refresh(third.refreshToken)).rejects.toThrow(refused);
  await expect(site.ask(checkToken, claimsOf(third.token))).rejects.toThrow(refused);
  await site.ask(checkToken, claimsOf(other.token));
  expect(site.log.join('')).toContain('was used again');
  for (const { refreshToken } of [first, second, third])
    expect(site.log.join('')).not.toContain(refreshToken);
});

test('an unknown refresh token, an expired one and one of a deleted account are refused', async () => {
  await expect(site.refresh('never-given')).rejects.toThrow(refused);
  const expired = await site.begin();
  site.clock += 3_600_001;
  await expect(site.refresh(expired.refreshToken)).rejects.toThrow(refused);
  const orphan = await site.begin();
  await site.engine.transaction((session) => site.accounts.delete(session, site.alice._id));
  await expect(site.refresh(orphan.refreshToken)).rejects.toThrow(refused);
});

test('only digests of refresh tokens are stored', async () => {
  const first = await site.begin();
  const second = await site.refresh(first.refreshToken);
  const collections = (await site.engine.connection.db?.collections()) ?? [];
  const all = await Promise.all(collections.map((one) => one.find().toArray()));
  for (const { refreshToken } of [first, second]) {
    expect(JSON.stringify(all)).not.toContain(refreshToken);
    expect(JSON.stringify(all)).toContain(hash('sha256', refreshToken, 'base64url'));
  }
});

test('an account has at most fifty logins; a further login ends the oldest', async () => {
  const pairs = [];
  for (let login = 0; login < 51; login += 1) {
    site.clock += 1;
    pairs.push(await site.begin());
  }
  await expect(site.refresh(pairs[0]?.refreshToken ?? '')).rejects.toThrow(refused);
  await site.refresh(pairs[1]?.refreshToken ?? '');
});

test('a logout ends one login or all logins, is numbered and published, and is part of the state for gateways', async () => {
  const [one, two, three] = [
    await site.begin(),
    await site.begin(),
    await site.at(0).tokens.begin({ ...site.alice, generation: 1 }, 'basic_auth'),
  ];
  const { number } = await site.ask(readTokenNumber, {});
  const { family } = claimsOf(one.token);
  for (const _twice of [1, 2]) await site.ask(logOut, { family }, { account: site.alice._id });
  expect(site.published.at(-1)).toMatchObject({ number: number + 1, change: { kind: 'family', family } });
  await expect(site.ask(checkToken, claimsOf(one.token), { of: 1 })).rejects.toThrow(refused);
  await site.ask(checkToken, claimsOf(two.token));
  await expect(site.ask(logOut, { family: claimsOf(two.token).family }, { account: 1 })).rejects.toThrow();

  await site.ask(logOut, { family: null }, { account: site.alice._id });
  expect(site.published.at(-1)).toMatchObject({
    number: number + 2,
    change: { account: site.alice._id, generation: 1 },
  });
  await expect(site.refresh(two.refreshToken)).rejects.toThrow(refused);
  await expect(site.ask(checkToken, claimsOf(two.token))).rejects.toThrow(refused);
  await site.ask(checkToken, claimsOf(three.token));
  const state = await site.ask(readTokenState, { after: String(number) });
  expect(state).toMatchObject({
    number: number + 2,
    revoked: [{ kind: 'family' }, { kind: 'account' }],
    next: null,
  });
});

test('an operator ends all logins of an account', async () => {
  const { refreshToken } = await site.begin();
  expect(await site.ask(revokeTokens, { reference: site.alice.record.email })).toEqual({
    account: site.alice._id,
  });
  await expect(site.refresh(refreshToken)).rejects.toThrow(refused);
  await expect(site.ask(revokeTokens, { reference: 'nobody' })).rejects.toThrow();
});

test('after a rotation every replica signs with another key, and tokens of the old key stay valid', async () => {
  const before = await site.begin();
  const known = createLocalJWKSet({ keys: (await site.ask(readTokenState, {})).keys });
  const [, next] = (await site.ask(listSigningKeys, {})).keys;
  const { keys } = await site.ask(rotateSigningKeys, {});
  expect(keys.map(({ state }) => state)).toEqual(['old', 'signing', 'next']);
  expect(site.published.at(-1)?.change).toEqual({ kind: 'keys' });
  const after = await site.refresh(before.refreshToken);
  expect(decodeProtectedHeader(after.token).kid).toBe(next?.kid);
  await jwtVerify(after.token, known);
  await jwtVerify(before.token, createLocalJWKSet({ keys: (await site.ask(readTokenState, {})).keys }));
});

const mount = audienceOfMount('/wp-json/cocart');
const secondsOf = (token: string) => {
  const { exp = 0, iat = 0 } = decodeJwt(token);
  return exp - iat;
};

test('tokens of a CoCart mount have their own lifetime and are refreshed only there', async () => {
  const [everywhere, cocart] = [await site.begin(), await site.begin(mount)];
  expect([secondsOf(everywhere.token), secondsOf(cocart.token)]).toEqual([60, 600]);
  expect(claimsOf(cocart.token).audience).toBe(mount);
  for (const others of [undefined, ['cartwright:/other', 'cartwright']]) {
    await expect(site.refresh(cocart.refreshToken, 0, others)).rejects.toThrow(refused);
  }
  const audiences = [mount, 'cartwright'];
  const next = await site.refresh(cocart.refreshToken, 0, audiences);
  expect([claimsOf(next.token).audience, secondsOf(next.token)]).toEqual([mount, 600]);
  // Within the ten seconds of grace, a refresh at another mount is refused too.
  await expect(site.refresh(cocart.refreshToken)).rejects.toThrow(refused);
  // Tokens of a login at the mount `/` keep their short lifetime when a CoCart mount refreshes them.
  const same = await site.refresh(everywhere.refreshToken, 0, audiences);
  expect([claimsOf(same.token).audience, secondsOf(same.token)]).toEqual(['cartwright', 60]);
});

test('a token of a CoCart mount names its account like CoCart does, and nothing else of it', async () => {
  const { token } = await site.begin(mount);
  const { data, ...others } = decodeJwt(token);
  expect(data).toEqual({ user: { id: site.alice._id } });
  expect(Object.keys(decodeJwt((await site.begin()).token))).toEqual(Object.keys(others));
});

test('a login has an absolute end, after which neither its refresh tokens nor its access tokens are valid', async () => {
  let pair = await site.begin(mount);
  const begun = site.clock;
  const audiences = [mount];
  for (const seconds of [3_000, 6_000, 9_000, 9_990]) {
    site.clock = begun + seconds * 1_000;
    pair = await site.refresh(pair.refreshToken, 0, audiences);
  }
  site.clock = begun + 10_000 * 1_000;
  await expect(site.refresh(pair.refreshToken, 1, audiences)).rejects.toThrow(refused);
  // This login began 9,500 s ago and ends in 500 s, so its access token must not live for the normal 600 s.
  site.clock = Date.now() - 9_500 * 1_000;
  const { exp } = decodeJwt((await site.begin(mount)).token);
  expect(exp).toBe(Math.floor(site.clock / 1_000) + 10_000);
});
