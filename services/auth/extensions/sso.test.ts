import { createServer, type Server } from 'node:http';
import Provider, { type Client } from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idTokens } from '#testing/id-tokens.ts';
import { freePort } from '../../../dev/base/ports.ts';
import sso from './sso.ts';

let issuer = '';
let provider: Provider;
let client: Client;
let server: Server;

beforeAll(async () => {
  const port = await freePort(undefined);
  issuer = `http://127.0.0.1:${port}`;
  provider = new Provider(issuer, {
    clients: ['shop', 'other'].map((id) => ({
      client_id: id,
      client_secret: 'a secret of the client',
      redirect_uris: ['https://shop.example/back'],
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
  });
  client = (await provider.Client.find('shop')) as Client;
  const answer = provider.callback();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
});

/** Returns an ID token that the provider signed. */
async function idToken(claims: object, by: Client = client, nonce?: string): Promise<string> {
  const token = new provider.IdToken({ sub: 'somebody', ...claims }, { client: by } as never);
  Object.assign(token, { scope: 'openid email' });
  if (nonce !== undefined) token.set('nonce', nonce);
  const lasting = { use: 'idtoken', expiresAt: Math.floor(Date.now() / 1_000) + 60 };
  return token.issue(lasting as never);
}

const spent = new Set<string>();
// Tokens of two tests can differ in nothing but the signature.
beforeEach(() => spent.clear());
const spendIdToken = async (digest: string) => spent.size < spent.add(digest).size;

async function answerTo(params: Record<string, string>, more: object = {}) {
  const given = { issuer, audience: 'shop', keys_url: `${issuer}/jwks`, ...more };
  const read = sso.settings?.safeParse(given);
  if (!read?.success) throw new Error('bad settings');
  const deps = { logger: { info() {}, warn() {}, error() {} }, now: () => 0, spendIdToken };
  const { service_login_permission_callback: permit } = await sso.create(read.data, deps);
  const names = { username: 'ana', firstName: '', lastName: '', displayName: '' };
  const user = { id: 7, email: 'ana@example.com', phone: '', role: 'customer', ...names };
  const request = {
    method: 'basic_auth',
    isLogin: true,
    params,
    body: params,
    headers: {},
    address: '',
  } as const;
  const said = await permit?.(true, user, request, 'login');
  return typeof said === 'object' ? said.code : said;
}

test("an ID token of a real provider is accepted only with the account's email address, the right client and nonce", async () => {
  const token = await idToken({ email: 'ana@example.com', email_verified: true });
  expect(await answerTo({ sso_token: token })).toBe(true);
  expect(await answerTo({ sso_token: token }, { audience: 'another' })).toBe('service_sso_invalid');
  expect(await answerTo({ sso_token: token }, { nonce_required: true })).toBe('service_sso_invalid');
  const bobs = await idToken({ email: 'bob@example.com', email_verified: true });
  expect(await answerTo({ sso_token: bobs })).toBe('service_sso_invalid');
  const unverified = await idToken({ email: 'ana@example.com', email_verified: false });
  expect(await answerTo({ sso_token: unverified })).toBe('service_sso_invalid');
  const others = await idToken({ email: 'ana@example.com' }, (await provider.Client.find('other')) as Client);
  expect(await answerTo({ sso_token: others })).toBe('service_sso_invalid');
  const fresh = await idToken({ email: 'ana@example.com' }, client, 'a-nonce');
  expect(await answerTo({ sso_token: fresh, sso_nonce: 'a-nonce' }, { nonce_required: true })).toBe(true);
  expect(await answerTo({ sso_token: fresh, sso_nonce: 'another' })).toBe('service_sso_invalid');
});

test('an email address counts as verified if the flag is true (also as text) or missing', async () => {
  await using signer = await idTokens();
  const by = async (claims: object) => {
    const token = await signer.token({ email: 'ana@example.com', ...claims });
    return answerTo({ sso_token: token }, { issuer: signer.issuer, keys_url: signer.keysUrl });
  };
  for (const said of [{}, { email_verified: true }, { email_verified: 'true' }])
    expect(await by(said)).toBe(true);
  for (const email_verified of [false, 'false', null, 0, 1, '', 'yes'])
    expect(await by({ email_verified })).toBe('service_sso_invalid');
});

test('a token with an authorised party (azp) is accepted only if that is a client of the settings', async () => {
  await using signer = await idTokens();
  const by = async (azp: unknown, audience: string | string[] = 'shop') => {
    const token = await signer.token({ email: 'ana@example.com', azp });
    return answerTo({ sso_token: token }, { issuer: signer.issuer, keys_url: signer.keysUrl, audience });
  };
  expect(await by('shop')).toBe(true);
  expect(await by('app', ['shop', 'app'])).toBe(true);
  for (const azp of ['other', '', null, ['shop']]) expect(await by(azp)).toBe('service_sso_invalid');
});

test('a token is accepted once, also with another signature, and only in the minutes after its issue', async () => {
  await using signer = await idTokens();
  const by = (token: string, more: object = {}) =>
    answerTo({ sso_token: token }, { issuer: signer.issuer, keys_url: signer.keysUrl, ...more });
  const claims = { email: 'ana@example.com', email_verified: true };
  const token = await signer.token(claims);
  expect(await by(token, { audience: 'another' })).toBe('service_sso_invalid');
  const atOnce = await Promise.all([by(token), by(token)]);
  expect(new Set(atOnce), 'either may be first').toEqual(new Set([true, 'service_sso_invalid']));
  expect(await by(token)).toBe('service_sso_invalid');
  expect(spent.has(token)).toBe(false);
  const issuedBefore = (seconds: number) =>
    signer.token({ ...claims, iat: Math.floor(Date.now() / 1_000) - seconds });
  expect(await by(await issuedBefore(240))).toBe(true);
  expect(await by(await issuedBefore(360))).toBe('service_sso_invalid');
  expect(await by(await issuedBefore(30 * 86_400))).toBe('service_sso_invalid');
  expect(await by(await issuedBefore(360), { max_age: 600 })).toBe(true);
  expect(await by(await issuedBefore(-60))).toBe('service_sso_invalid');
});

test('an email address that is not a text is no address', async () => {
  await using signer = await idTokens();
  for (const email of [['ana@example.com'], { toString: 'ana@example.com' }, null, 7])
    expect(
      await answerTo(
        { sso_token: await signer.token({ email }) },
        { issuer: signer.issuer, keys_url: signer.keysUrl },
      ),
    ).toBe('service_sso_invalid');
});

test('while the keys cannot be loaded, logins are refused as unavailable, not as invalid', async () => {
  const token = await idToken({ email: 'ana@example.com' });
  expect(await answerTo({ sso_token: token }, { keys_url: 'http://127.0.0.1:1/jwks' })).toBe(
    'service_unavailable',
  );
});
