import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { memoryStorage } from '../src/storage.ts';
import { answers, json, refuse } from './answers.fixture.ts';

const loggedIn = () => {
  const storage = memoryStorage();
  storage.set('access-token', 'old');
  storage.set('refresh-token', 'r1');
  return storage;
};
const unauthorized = 'service_authentication_error';

test('many calls with an expired token share one refresh, and all succeed', async () => {
  const { url, requests } = await answers(({ route, headers }, response) => {
    if (route === 'POST /jwt/refresh-token') json(response, { token: 'new', refresh_token: 'r2' });
    else if (headers.authorization !== 'Bearer new') refuse(response, 401, unauthorized);
    else json(response, { products: [] });
  });
  const tokenStorage = loggedIn();
  const shop = createClient({ url, tokenStorage });
  await Promise.all(Array.from({ length: 20 }, (_, page) => shop.products.list({ page: page + 1 })));
  const refreshes = requests.filter(({ route }) => route === 'POST /jwt/refresh-token');
  expect(refreshes.map(({ body }) => JSON.parse(body))).toEqual([{ refresh_token: 'r1' }]);
  expect([tokenStorage.get('access-token'), tokenStorage.get('refresh-token')]).toEqual(['new', 'r2']);
});

test('a token that another tab has refreshed is used without a refresh', async () => {
  const tokenStorage = loggedIn();
  const { url, requests } = await answers(({ headers }, response) => {
    tokenStorage.set('access-token', 'of the other tab');
    if (headers.authorization === 'Bearer old') refuse(response, 401, unauthorized);
    else json(response, {});
  });
  await createClient({ url, tokenStorage }).products.list();
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer old',
    'Bearer of the other tab',
  ]);
});

test('the tokens of an ended login are removed, and the next request is a guest', async () => {
  const { url, requests } = await answers(({ headers }, response) => {
    if (headers.authorization || requests.length === 2) refuse(response, 401, unauthorized);
    else json(response, {});
  });
  const shop = createClient({ url, tokenStorage: loggedIn() });
  let changes = 0;
  shop.account.onChange(() => {
    changes += 1;
  });
  await expect(shop.products.list()).rejects.toMatchObject({ status: 401 });
  expect([changes, await shop.account.isLoggedIn()]).toEqual([1, false]);
  await shop.products.list();
  expect(requests.at(-1)?.headers.authorization).toBeUndefined();
});

test('a temporary failure of a refresh does not end the login', async () => {
  const { url } = await answers(({ route }, response) => {
    if (route === 'POST /jwt/refresh-token')
      refuse(response, 503, 'service_unavailable', { 'Retry-After': '60' });
    else refuse(response, 401, unauthorized);
  });
  const shop = createClient({ url, tokenStorage: loggedIn() });
  await expect(shop.products.list()).rejects.toMatchObject({ status: 503 });
  expect(await shop.account.isLoggedIn()).toBe(true);
});

test('requests without a key wait for the first answer, so that a guest has only one cart', async () => {
  const { url, requests } = await answers(({ headers }, response) =>
    json(response, {}, 200, { 'Cart-Key': headers['cart-key']?.toString() ?? `t_${requests.length}` }),
  );
  const shop = createClient({ url });
  await Promise.all(Array.from({ length: 5 }, () => shop.cart.addItem({ id: 1 })));
  expect(requests.map(({ headers }) => headers['cart-key'])).toEqual([undefined, ...Array(4).fill('t_1')]);
  expect(await shop.cart.key()).toBe('t_1');
});

test('a customer sends the key of a guest until a request about the cart has succeeded', async () => {
  const storage = memoryStorage();
  storage.set('cart-key', 't_guest');
  const { url, requests } = await answers(({ route }, response, count) => {
    const data = { jwt_token: 'a', refresh_token: 'r' };
    if (route === 'POST /v2/login') json(response, { data });
    else if (count === 2) refuse(response, 503, 'service_unavailable', { 'Retry-After': '60' });
    else json(response, {}, 200, { 'Cart-Key': '1000', ETag: '"4"' });
  });
  const shop = createClient({ url, storage });
  await shop.login({ username: 'ann', password: 'a long password' });
  await expect(shop.cart.get()).rejects.toMatchObject({ status: 503 });
  await shop.cart.get();
  await shop.cart.get();
  expect(requests.slice(1).map(({ headers }) => headers['cart-key'])).toEqual([
    't_guest',
    't_guest',
    undefined,
  ]);
  expect([storage.get('cart-key'), shop.cart.revision]).toEqual([null, 4]);
});

test('a revision of the caller is sent as If-Match', async () => {
  const { url, requests } = await answers((_, response) => json(response, {}));
  const shop = createClient({ url });
  await shop.cart.clear({ ifMatch: 7 });
  await shop.cart.clear({ ifMatch: shop.cart.revision });
  expect(requests.map(({ headers }) => headers['if-match'])).toEqual(['"7"', undefined]);
});

test('each answered cart has its own revision', async () => {
  const { url } = await answers((_, response, count) => json(response, {}, 200, { ETag: `"${count}"` }));
  const shop = createClient({ url });
  const [one, two] = [await shop.cart.get(), await shop.cart.clear()];
  expect([one, two, {}].map(shop.cart.revisionOf)).toEqual([1, 2, null]);
});

test('after a change of the password the tokens of the new login are kept', async () => {
  const tokenStorage = loggedIn();
  const { url, requests } = await answers((_seen, response) => {
    json(response, { extras: { jwt_token: 'new', jwt_refresh: 'r2' } });
  });
  await createClient({ url, tokenStorage }).account.changePassword('first', 'second');
  expect([tokenStorage.get('access-token'), tokenStorage.get('refresh-token')]).toEqual(['new', 'r2']);
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
    { password_current: 'first', password_1: 'second', password_2: 'second' },
  ]);
});

test('a change of the account that ends no login keeps the tokens', async () => {
  const tokenStorage = loggedIn();
  const { url } = await answers((_seen, response) => {
    json(response, { extras: { jwt_token: '', jwt_refresh: '' } });
  });
  await createClient({ url, tokenStorage }).account.update({ account_first_name: 'Ann' });
  expect([tokenStorage.get('access-token'), tokenStorage.get('refresh-token')]).toEqual(['old', 'r1']);
});

test('a registration also logs in', async () => {
  const tokenStorage = memoryStorage();
  const { url } = await answers((_seen, response) => {
    json(response, { data: { jwt_token: 'new', refresh_token: 'r1' } }, 201);
  });
  const shop = createClient({ url, tokenStorage });
  await shop.register({ email: 'ann@example.com', requested_password: 'a long password' });
  expect([await shop.account.isLoggedIn(), tokenStorage.get('refresh-token')]).toEqual([true, 'r1']);
});

test('a registration in a shop that hides which accounts exist logs nobody in', async () => {
  const { url } = await answers((_seen, response) => json(response, { message: 'A message is sent.' }, 201));
  const shop = createClient({ url, tokenStorage: memoryStorage() });
  const body = { email: 'ann@example.com', requested_password: 'a long password' };
  expect([await shop.register(body), await shop.account.isLoggedIn()]).toEqual([null, false]);
});

/**
 * Runs a registration. The server answers the first attempt with 503 and the second attempt with 409. The
 * server answers a login with the status `login`.
 */
async function afterLostRegistration(login: 200 | 401) {
  const { url, requests } = await answers(({ route }, response) => {
    const isFirst = requests.length === 1;
    if (route === 'POST /v2/register' && isFirst)
      refuse(response, 503, 'service_unavailable', { 'Retry-After': '0' });
    else if (route === 'POST /v2/register') refuse(response, 409, 'service_account_exists');
    else if (login === 401) refuse(response, 401, unauthorized);
    else json(response, { data: { jwt_token: 'new', refresh_token: 'r2' } });
  });
  const tokenStorage = memoryStorage();
  const shop = createClient({ url, tokenStorage, repeats: { firstWaitMs: 1 } });
  const body = { email: 'ann@example.com', requested_password: 'a long password', device_id: 'a phone' };
  const registration = shop.register(body).catch((error) => error);
  return { requests, tokenStorage, registration: await registration };
}

test('a registration that was done although its answer was 503 is repeated, and then logs in', async () => {
  const { requests, tokenStorage } = await afterLostRegistration(200);
  const routes = ['POST /v2/register', 'POST /v2/register', 'POST /v2/login'];
  expect(requests.map(({ route }) => route)).toEqual(routes);
  expect(JSON.parse(requests[2]?.body ?? '')).toEqual({
    username: 'ann@example.com',
    password: 'a long password',
    device_id: 'a phone',
  });
  expect(tokenStorage.get('access-token')).toBe('new');
});

test("after 503, an account of somebody else is still refused with the registration's error", async () => {
  const { tokenStorage, registration } = await afterLostRegistration(401);
  expect(registration).toMatchObject({ code: 'service_account_exists', status: 409, attempts: 2 });
  expect(tokenStorage.get('access-token') ?? null).toBeNull();
});

test('a redirect gets neither the cart key, nor the token, nor a body', async () => {
  const other = await answers((_seen, response) => json(response, {}));
  const { url } = await answers((_seen, response) => {
    response.writeHead(307, { Location: `${other.url}/v2/cart` }).end();
  });
  const storage = memoryStorage();
  storage.set('cart-key', 't_secret');
  const shop = createClient({ url, storage });
  const code = 'client_redirected';
  await expect(shop.request('GET /v2/cart')).rejects.toMatchObject({ code, status: 307 });
  const body = { username: 'ann', password: 'secret' };
  await expect(createClient({ url }).request('POST /v2/login', { body })).rejects.toMatchObject({ code });
  await expect(createClient({ url, tokenStorage: loggedIn() }).products.list()).rejects.toMatchObject({
    code,
  });
  expect(other.requests).toEqual([]);
});
