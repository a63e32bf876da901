import { createHmac } from 'node:crypto';
import { base64url, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audienceOfMount, tokenAudience } from '#contracts/token-audience.ts';
import { tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { natsFixture } from '#testing/engines.ts';
import { FakeServices } from '#testing/gateway/fake-services.ts';
import { startGateway } from '#testing/gateway/public-gateway.ts';

const nats = natsFixture();
let fakes: FakeServices;
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  fakes = await FakeServices.start(nats.url);
  gateway = await startGateway(nats.url);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await fakes[Symbol.asyncDispose]();
});

/** Returns the members of a JSON answer. */
const bodyOf = (answer: Response) => answer.json() as Promise<Record<string, unknown>>;

async function sendBearer(token: string, path = '/v2/cart', init: RequestInit = {}) {
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const answer = await fetch(gateway.url + path, { ...init, headers });
  return { status: answer.status, headers: answer.headers, body: await bodyOf(answer) };
}

const now = () => Math.floor(Date.now() / 1_000);
const encoded = (value: unknown) => base64url.encode(JSON.stringify(value));
const header = { alg: tokenAlgorithm, typ: tokenType, kid: 'a-key' };
const claims = () => ({
  ...{ role: 'administrator', gen: 0, fam: 'a-family-of-tokens', jti: 'a-token-of-its-own' },
  ...{ iss: tokenIssuer, aud: tokenAudience, sub: '7', iat: now(), nbf: now(), exp: now() + 60 },
});
/** Returns a valid token with a changed header or payload, so that its signature is wrong. */
const forged = async (change: { header?: unknown; payload?: unknown }) => {
  const [head, payload, signature] = (await fakes.auth.token(7)).split('.');
  return [
    'header' in change ? encoded(change.header) : head,
    'payload' in change ? encoded(change.payload) : payload,
    signature,
  ].join('.');
};
/** Returns a token that a foreign key signed. */
async function signedByOtherKey(more: Record<string, unknown>): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair(tokenAlgorithm);
  const jwk = await exportJWK(publicKey);
  const signer = new SignJWT(claims()).setProtectedHeader({ ...header, ...('jwk' in more ? { jwk } : more) });
  return signer.sign(privateKey);
}
const validToken = (change: Record<string, unknown>) => fakes.auth.token(7, change);

const attacks: Record<string, () => Promise<string> | string> = {
  nothing: () => '',
  garbage: () => 'garbage',
  'three empty parts': () => '..',
  'alg none': () => `${encoded({ ...header, alg: 'none' })}.${encoded(claims())}.`,
  'alg None, with the signature': () => forged({ header: { ...header, alg: 'None' } }),
  'HS256 by the public key': async () => {
    const { publicKey } = await fakes.auth.keys;
    const text = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims())}`;
    return `${text}.${createHmac('sha256', await exportSPKI(publicKey))
      .update(text)
      .digest('base64url')}`;
  },
  'a stranger’s key': () => signedByOtherKey({}),
  'a stranger’s key in the header': () => signedByOtherKey({ jwk: true }),
  'a key by jku': () => signedByOtherKey({ jku: 'https://evil.example/keys.json' }),
  'a key by x5u': () => signedByOtherKey({ x5u: 'https://evil.example/key.pem' }),
  'an unknown key': () => signedByOtherKey({ kid: 'another' }),
  'a path for a key': () => signedByOtherKey({ kid: '../../../../dev/null' }),
  'a query for a key': () => signedByOtherKey({ kid: "' OR 1=1 --" }),
  'a prototype for a key': () => signedByOtherKey({ kid: '__proto__' }),
  'no key': () => forged({ header: { alg: tokenAlgorithm, typ: tokenType } }),
  'a list of keys': () => forged({ header: { ...header, kid: ['a-key'] } }),
  'an unknown crit': () => fakes.auth.token(7, {}, { crit: ['exp'], exp: now() + 60 }),
  'another type': () => fakes.auth.token(7, {}, { typ: 'JWT' }),
  'a long type': () => fakes.auth.token(7, {}, { typ: 'application/at+jwt' }),
  'another’s payload': () => forged({ payload: { ...claims(), sub: '8' } }),
  'no exp': () => validToken({ exp: undefined }),
  'exp as text': () => validToken({ exp: String(now() + 60) }),
  'exp in the past': () => validToken({ exp: now() - 6 }),
  'nbf in the future': () => validToken({ nbf: now() + 60 }),
  'iat in the future': () => validToken({ iat: now() + 60 }),
  'no iat': () => validToken({ iat: undefined }),
  'no jti': () => validToken({ jti: undefined }),
  'no sub': () => validToken({ sub: undefined }),
  'sub 0': () => validToken({ sub: '0' }),
  'sub with a sign': () => validToken({ sub: '-1' }),
  'sub as a number': () => validToken({ sub: 7 }),
  'another issuer': () => validToken({ iss: 'evil' }),
  'another audience': () => validToken({ aud: 'evil' }),
  'no audience': () => validToken({ aud: undefined }),
  'the audience of a CoCart mount': () => validToken({ aud: audienceOfMount('/wp-json/cocart') }),
  'several audiences': () => validToken({ aud: [tokenAudience, 'evil'] }),
  'no generation': () => validToken({ gen: undefined }),
  'claims twice': async () => {
    const [head, payload, signature] = (await fakes.auth.token(7)).split('.');
    const text = Buffer.from(payload ?? '', 'base64url').toString();
    return [head, base64url.encode(text.replace('{', '{"sub":"1",')), signature].join('.');
  },
  truncated: async () => (await fakes.auth.token(7)).slice(0, -1),
  'another last digit for the same bits': async () => {
    const token = await fakes.auth.token(7);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return token.slice(0, -1) + digits[digits.indexOf(token.at(-1) ?? '') + 1];
  },
  'with a fourth part': async () => `${await fakes.auth.token(7)}.x`,
  'with blanks': async () => (await fakes.auth.token(7)).replace('.', '. '),
  'an empty signature': async () => (await fakes.auth.token(7)).replace(/[^.]*$/, ''),
  'a signature of zeros': async () =>
    (await fakes.auth.token(7)).replace(/[^.]*$/, Buffer.alloc(64).toString('base64url')),
  huge: () => validToken({ more: 'x'.repeat(5_000) }),
};

test.each(Object.entries(attacks))('%s is refused, and not treated as a guest', async (_name, attack) => {
  const { status, headers, body } = await sendBearer(await attack());
  expect([status, body.code]).toEqual([401, 'service_authentication_error']);
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  expect(body).not.toHaveProperty('cart_key');
});

test('a valid token is accepted, remembered or not, until it is revoked', async () => {
  const token = await validToken({ fam: 'a-family-to-revoke' });
  for (const _time of [1, 2]) expect((await sendBearer(token)).status).toBe(200);
  fakes.revoke({ kind: 'family', family: 'a-family-to-revoke' });
  await expect.poll(async () => (await sendBearer(token)).status).toBe(401);
  const old = await validToken({ sub: '9' });
  expect((await sendBearer(old)).status).toBe(200);
  fakes.revoke({ kind: 'account', account: 9, generation: 1 });
  await expect.poll(async () => (await sendBearer(old)).status).toBe(401);
  expect((await sendBearer(await validToken({ sub: '9', gen: 1 }))).status).toBe(200);
});

test('a token of a CoCart mount is accepted on that mount only, remembered or not', async () => {
  const token = await validToken({ aud: audienceOfMount('/wp-json/cocart') });
  const there = () => sendBearer(token, '/wp-json/cocart/v2/cart');
  for (const _time of [1, 2]) {
    const { status, body } = await sendBearer(token);
    expect([status, body.code]).toEqual([401, 'service_authentication_error']);
    expect((await there()).status).toBe(200);
  }
  expect(
    (await sendBearer(await validToken({ aud: audienceOfMount('/other') }), '/wp-json/cocart/v2/cart'))
      .status,
  ).toBe(401);
});

test('a login on a mount requests tokens for its audience; a refresh accepts every audience of the mount', async () => {
  const own = audienceOfMount('/wp-json/cocart');
  for (const [prefix, audience, audiences] of [
    ['', tokenAudience, [tokenAudience]],
    ['/wp-json/cocart', own, [own, tokenAudience]],
  ] as const) {
    const answer = await sendBearer(await validToken({}), `${prefix}/v2/login`, { method: 'POST' });
    expect(answer.body).toMatchObject({ data: { refresh_token: '' }, extras: { jwt_refresh: '' } });
    expect(fakes.last).toMatchObject({ operation: 'auth.log-in', request: { audience } });
    const body = JSON.stringify({ refresh_token: 'a-refresh-token' });
    const headers = { 'Content-Type': 'application/json' };
    await sendBearer('dead', `${prefix}/jwt/refresh-token`, { method: 'POST', headers, body });
    expect(fakes.last).toMatchObject({ operation: 'auth.refresh-tokens', request: { audiences } });
  }
});

test('tokens are accepted for a few seconds after they expire, because clocks differ', async () => {
  expect((await sendBearer(await validToken({ exp: now() - 2 }))).status).toBe(200);
});

test('a token is refused even if the message about its revocation is lost', async () => {
  const token = await validToken({ fam: 'a-family-nobody-hears-of' });
  await sendBearer(token);
  fakes.auth.revoked.push({ kind: 'family', family: 'a-family-nobody-hears-of' });
  await expect.poll(async () => (await sendBearer(token)).status).toBe(401);
});

test('validate-token accepts bearer tokens only', async () => {
  for (const [path, code] of [
    ['/jwt/validate-token', 'service_authentication_error'],
    ['/wp-json/cocart/jwt/validate-token', 'cocart_authentication_error'],
  ] as const) {
    const valid = await sendBearer(await validToken({}), path, { method: 'POST' });
    expect([valid.status, valid.body]).toEqual([200, { message: 'Token is valid.' }]);
    const none = await fetch(gateway.url + path, { method: 'POST' });
    expect([none.status, (await bodyOf(none)).code]).toEqual([401, code]);
    expect(none.headers.get('www-authenticate')).toMatch(/^Basic realm=".+", charset="UTF-8"$/);
  }
});

test.each(['', '{}', '[]', '{"refresh_token":""}'])('refresh-token requires a token in %j', async (body) => {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer dead' };
  const answer = await fetch(`${gateway.url}/jwt/refresh-token`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect((await bodyOf(answer)).code).toBe('service_jwt_auth_missing_refresh_token');
});

test('refresh-token returns the next pair and ignores Authorization', async () => {
  for (const authorization of ['Bearer dead', 'Bearer', '']) {
    const headers = { 'Content-Type': 'application/json', Authorization: authorization };
    const body = JSON.stringify({ refresh_token: 'a-refresh-token' });
    const answer = await fetch(`${gateway.url}/wp-json/cocart/jwt/refresh-token`, {
      ...{ method: 'POST', headers, body },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ token: 'the-next-token', refresh_token: 'the-next-refresh-token' });
    expect(answer.headers.get('cache-control')).toContain('no-store');
  }
});

const family = 'a-family-that-logs-out';
test.each([
  ['/v2/logout', family],
  ['/v1/logout', family],
  ['/v2/logout?everywhere=false', family],
  ['/v2/logout?everywhere=true', null],
  ['/v1/logout?everywhere=true', null],
  ['/wp-json/cocart/v2/logout', null],
  ['/wp-json/cocart/v1/logout', null],
])('%s ends the login of the token, or all logins', async (path, ended) => {
  const token = await validToken({ fam: family });
  const { status, body } = await sendBearer(token, path, {
    ...{ method: 'POST', body: '[]', headers: { 'Content-Type': 'application/json' } },
  });
  expect([status, body]).toEqual([200, true]);
  expect(fakes.last).toMatchObject({
    operation: 'auth.log-out',
    request: { family: ended },
    context: { claim: { account: 7 } },
  });
});

test.each([
  ['', 401],
  ['/wp-json/cocart', 200],
])('an anonymous logout on the mount %j is %i, without a request to auth', async (mount, status) => {
  for (const version of ['v1', 'v2']) {
    const before = fakes.count('auth.log-out');
    expect((await fetch(`${gateway.url}${mount}/${version}/logout`, { method: 'POST' })).status).toBe(status);
    expect(fakes.count('auth.log-out')).toBe(before);
  }
});

test('the key set is served at the root of the host and may be cached for a minute', async () => {
  const answer = await fetch(`${gateway.url}/.well-known/jwks.json`);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  const { keys } = (await answer.json()) as { keys: Record<string, string>[] };
  expect(keys).toEqual([expect.objectContaining({ kid: 'a-key', kty: 'EC', use: 'sig' })]);
  expect(keys[0]).not.toHaveProperty('d');
});

test('while revocations may be missing, auth checks each token; without auth, requests with a token get 503', async () => {
  const token = await validToken({ fam: 'a-family-that-stays' });
  const revoked = await validToken({ fam: 'a-family-in-silence' });
  expect((await sendBearer(revoked)).status).toBe(200);
  const checks = () => fakes.count('auth.check-token');
  const before = checks();
  expect((await sendBearer(token)).status).toBe(200);
  expect(checks()).toBe(before);
  fakes.auth.lost = 'number';
  await expect.poll(async () => [(await sendBearer(token)).status, checks() > before]).toEqual([200, true]);
  fakes.auth.revoked.push({ kind: 'family', family: 'a-family-in-silence' });
  expect((await sendBearer(revoked)).status).toBe(401);
  fakes.auth.lost = 'everything';
  expect((await sendBearer(token)).status).toBe(503);
  expect((await fetch(`${gateway.url}/v2/cart`)).status).toBe(200);
  fakes.auth.lost = null;
  const revokedStatuses = async () => {
    const count = checks();
    return [(await sendBearer(token)).status, (await sendBearer(revoked)).status, checks() - count];
  };
  await expect.poll(revokedStatuses).toEqual([200, 401, 0]);
});
