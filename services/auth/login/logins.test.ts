import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Permissions } from '#contracts/api-keys.ts';
import { logIn } from '#contracts/login.ts';
import { checkToken, logOut } from '#contracts/tokens.ts';
import { mongodFixture } from '#testing/engines.ts';
import { claimsOf, TokenReplicas } from '../tokens/replicas.fixture.ts';

const mongod = mongodFixture();
const site = new TokenReplicas();
beforeAll(() => site.open(mongod));
beforeEach(() => site.renew());
afterAll(() => site.close());

const refused = expect.objectContaining({ code: 'service_authentication_error' });

const request = { body: {}, headers: {}, address: '127.0.0.1' };
/** Logs in with a token, as the gateway requests it. */
const logInWith = async (token: string, of = 0) => {
  const { account, generation, family } = claimsOf(token);
  const asked = { method: 'jwt', account, proof: { generation, family, token }, request } as const;
  return (await site.ask(logIn, asked, { account, of })).tokens;
};

test('a login with an access token returns only that token, until its login ends', async () => {
  const first = await site.begin();
  expect(await logInWith(first.token, 1)).toEqual({ token: first.token, refreshToken: '' });
  const second = await site.refresh(first.refreshToken);
  // An older access token of the login is as valid as the latest access token.
  for (const token of [first.token, second.token]) {
    expect(await logInWith(token)).toEqual({ token, refreshToken: '' });
  }
  const third = await site.refresh(second.refreshToken, 1);
  await site.ask(logOut, { family: claimsOf(first.token).family }, { account: site.alice._id });
  for (const { token, refreshToken } of [first, second, third]) {
    await expect(site.ask(checkToken, claimsOf(token))).rejects.toThrow(refused);
    await expect(site.refresh(refreshToken)).rejects.toThrow(refused);
    await expect(logInWith(token, 1)).rejects.toThrow(refused);
  }
});

test('logins with an access token end no older login', async () => {
  const oldest = await site.begin();
  site.clock += 1;
  const { token } = await site.begin();
  for (let login = 0; login < 60; login += 1) await logInWith(token, login % 2);
  await site.refresh(oldest.refreshToken);
});

test('an access token is refused after its login has expired, and for another account', async () => {
  const { token } = await site.begin();
  const { family } = claimsOf(token);
  const another = { ...site.alice, _id: site.alice._id + 1_000_000 };
  const { tokens } = site.at(0);
  await tokens.activeFamily(family, site.alice);
  await expect(tokens.activeFamily(family, another)).rejects.toThrow(refused);
  site.clock += 3_600_001;
  await expect(logInWith(token)).rejects.toThrow(refused);
});

test('a login of an earlier release, without refresh numbers and audiences, can be refreshed', async () => {
  const { token } = await site.begin();
  const old = 'a refresh token that was drawn by lot';
  const change = {
    $set: { refreshDigest: hash('sha256', old, 'base64url') },
    $unset: { refreshNumber: '', audience: '' },
  } as const;
  const families = site.engine.connection.collection<{ _id: string }>('token_families');
  await families.updateOne({ _id: claimsOf(token).family }, change);
  expect(await logInWith(token)).toEqual({ token, refreshToken: '' });
  const next = await site.refresh(old);
  expect((await site.refresh(old, 1)).refreshToken).toBe(next.refreshToken);
  expect(claimsOf(next.token).audience).toBe('cartwright');
  await site.refresh(next.refreshToken);
});

test('a key pair can log in only if it has all rights of its account', async () => {
  const account = site.alice._id;
  const by = (permissions: Permissions) =>
    site.ask(logIn, { method: 'api_key', account, permissions, request }, { account });
  const notAuthorized = expect.objectContaining({ code: 'service_rest_not_authorized' });
  for (const permissions of ['read', 'write'] as const)
    await expect(by(permissions)).rejects.toThrow(notAuthorized);
  expect(claimsOf((await by('read_write')).tokens.token)).toMatchObject({ account });
});

test('a revoked token or pair cannot log in, even if the gateway has not received the revocation yet', async () => {
  const account = site.alice._id;
  const again = (proof: { generation: number; family: string | null; token?: string | undefined }) =>
    site.ask(logIn, { method: 'jwt', account, proof, request }, { account });
  const [ended, open] = [await site.begin(), await site.begin()];
  const by = ({ token }: { token: string }) => {
    const { generation, family } = claimsOf(token);
    return { generation, family, token };
  };
  const [endedBy, openBy] = [by(ended), by(open)];
  await site.ask(logOut, { family: endedBy.family }, { account });
  await expect(again(endedBy)).rejects.toThrow(refused);
  await again(openBy);
  // A gateway of an earlier release may omit the token. Such a request is refused.
  await expect(again({ ...openBy, token: undefined })).rejects.toThrow(refused);
  // The proof of a password has no token family. The proof is valid until the account's generation grows.
  await again({ generation: 0, family: null });
  await site.ask(logOut, { family: null }, { account });
  for (const before of [openBy, { generation: 0, family: null }]) {
    await expect(again(before)).rejects.toThrow(refused);
  }
  await again({ generation: 1, family: null });
});
