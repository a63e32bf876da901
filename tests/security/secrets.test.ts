import { expect, test } from 'vitest';
import { basic, each } from '#testing/client.ts';
import { startShop } from '#testing/import-shop.ts';
import { shareOf } from '#testing/length.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import { checkAudit } from './audit.fixture.ts';
import { newPerson, unique } from './people.ts';
import { requestOf } from './requests.ts';
import { openSystemWithCallers } from './system-with-callers.ts';

const fixture = openSystemWithCallers(() =>
  startShop(2, { CART_RATE_LIMIT: 'off', LOGIN_RATE_LIMIT: 'off', LOG_LEVEL: 'trace' }),
);

/** Returns a unique secret text. `place` names the part of the request that contains the text. */
function canary(place: string): string {
  const text = `${place}-${unique()}`;
  fixture.system.secret(text);
  return text;
}

/** Sends requests of a route. Every part of the request that can contain text contains a secret. */
async function sendSecrets([turn, route]: [number, (typeof routes)[number]]): Promise<void> {
  const { method, path, body } = requestOf(route, canary('key'), fixture.products[0] ?? 0);
  const linkHeaders = Object.keys(route.schemas.body.shape).map((name): [string, string] => [
    name,
    canary(name),
  ]);
  const sent = { ...(body as object), ...Object.fromEntries(linkHeaders), refresh_token: canary('refresh') };
  const query = new URLSearchParams(
    ['search', 'email', 'code', 'cart_key', ...Object.keys(route.schemas.query.shape)].map(
      (name): [string, string] => [name, canary(name)],
    ),
  );
  const headers = {
    'cart-key': canary('header'),
    'idempotency-key': canary('once'),
    'if-match': `"${canary('match')}"`,
    cookie: `a=${canary('cookie')}`,
    referer: `https://shop.example/${canary('referer')}`,
    'user-agent': canary('agent'),
  };
  const withBody = method === 'GET' ? {} : { body: sent };
  const ways: { headers: Record<string, string>; query?: string; plain?: boolean }[] = [
    { headers },
    { headers: { ...headers, authorization: basic(canary('name'), canary('word')) } },
    { headers: { ...headers, authorization: `Bearer ${canary('token')}.${canary('claims')}.x` } },
    { headers: { ...headers, authorization: `Bearer ${fixture.customer.token}` } },
    { headers: { authorization: basic(canary('plain'), canary('word')) }, plain: true },
    { headers: {}, query: `username=${canary('name')}&password=${canary('word')}` },
    { headers: {}, query: `consumer_key=ck_${canary('key')}&consumer_secret=cs_${canary('secret')}` },
  ];
  const hidden = path.replace(/:\w+/g, () => canary('path'));
  for (const way of shareOf(ways, turn, 3)) {
    const target = `${hidden}&${way.query ?? query}`;
    const { headers: own, plain = false } = way;
    await fixture.client.send(method, target, { headers: own, plain, ...withBody });
  }
  // The path and the invalid JSON body contain secrets.
  const inPath = route.path.replaceAll(/:\w+/g, () => canary('path'));
  await fixture.client.send(method, inPath, {
    headers: { authorization: `Bearer ${fixture.administrator.token}` },
    ...withBody,
  });
  if (method !== 'GET')
    await fixture.client.send(method, path, { body: `{"password":"${canary('broken')}"` });
}

test('cartwright audit lists failed logins, refusals, and reads of other people’s carts, with request ids', async () => {
  await checkAudit(fixture);
});

// When the system stops after the tests, `stop` fails if the output of a process contains one of the secrets.
test('no process logs a secret from any place of a request, on any route', async () => {
  await each([...routes.entries()], sendSecrets, 6);
  // Logs in with each kind of name, with a wrong and with the right password.
  const { client, system, operator } = fixture;
  const person = await newPerson(system, operator);
  const { token, refreshToken } = await fixture.signIn(person);
  for (const name of [person.email, person.phone, person.username.toUpperCase()]) {
    await client.send('POST', '/v2/login', { headers: { authorization: basic(name, canary('wrong')) } });
    await client.send('POST', '/v2/login', { body: { username: name, password: person.password } });
  }
  await client.send('POST', '/jwt/refresh-token', { body: { refresh_token: refreshToken } });
  await client.send('POST', '/v2/logout', { headers: { authorization: `Bearer ${token}` } });
  // This user name already exists, so that MongoDB reports an error that contains the name.
  await newPersonAgain(person.username);
  expect((await system.logs('gateway-1')).length).toBeGreaterThan(1_000);
}, 600_000);

/** Returns every URL and path in a value. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /:\/\/|^\//.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}

// When the system stops after the tests, `stop` also fails if the output of a process contains this key.
test('no URL in an answer contains a guest’s cart key', async () => {
  const key = await fixture.guestCart();
  const manager = { authorization: `Bearer ${fixture.administrator.token}` };
  // Event streams are left out because they stay open, and DELETE because it removes data that later requests
  // read.
  const asked = routes.filter(({ kind, method }) => kind !== 'live' && method !== 'DELETE');
  const found: string[] = [];
  const ask = async (mount: string, route: (typeof routes)[number]) => {
    const { method, path, body } = requestOf(route, key, fixture.products[0] ?? 0);
    const headers = { 'cart-key': key, ...(route.kind === 'manager' && manager) };
    const sent = { headers, ...(body === undefined ? {} : { body }) };
    const answer = await fixture.client.send(method, mount + path, sent);
    const linkHeaders = ['link', 'location', 'content-location'].map((name) => answer.headers[name]);
    if ([...linkHeaders, ...addressesIn(answer.body)].some((text) => String(text).includes(key)))
      found.push(`${method} ${mount}${route.path}`);
  };
  for (const mount of ['', '/wp-json/cocart']) await each(asked, (route) => ask(mount, route), 6);
  expect(found).toEqual([]);
}, 600_000);

async function newPersonAgain(username: string): Promise<void> {
  const { createAccount } = await import('#contracts/accounts.ts');
  const again = { username, email: `${canary('mail')}@example.com`, password: canary('word') };
  await expect(fixture.operator.ask(createAccount, again)).rejects.toMatchObject({
    code: 'service_account_exists',
  });
}

test('an answer about an account is not cacheable, and a refusal says how to log in', async () => {
  const { client, customer } = fixture;
  const headers = { authorization: basic(customer.username, customer.password) };
  const wrong = { authorization: basic(customer.username, 'not this one') };
  const [good, bad, plain, none] = await Promise.all([
    retryWhileBusy(() => client.send('POST', '/v2/login', { headers })),
    retryWhileBusy(() => client.send('POST', '/v2/login', { headers: wrong })),
    client.send('POST', '/v2/login', { headers, plain: true }),
    client.send('POST', '/v2/login'),
  ]);
  expect([good, bad, plain, none].map(({ status }) => status)).toEqual([200, 401, 403, 401]);
  for (const { headers: received } of [good, bad, plain, none]) {
    expect(received).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(received['cache-control']).toContain('no-store');
    expect(received['set-cookie']).toBeUndefined();
    expect(received['access-control-allow-origin']).toBeUndefined();
  }
  const isStrict = [good, bad, plain, none].map(
    (one) => one.headers['strict-transport-security'] !== undefined,
  );
  expect(isStrict).toEqual([true, true, false, true]);
  const statesMethod = [good, bad, plain, none].map((one) => one.headers['www-authenticate'] !== undefined);
  expect(statesMethod).toEqual([false, true, false, true]);
  expect(bad.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+", charset="UTF-8"/);
});
