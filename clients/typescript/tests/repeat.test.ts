import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { answers, json, refuse } from './answers.fixture.ts';

const quick = { firstWaitMs: 1 };
const keys = (requests: readonly { headers: Record<string, unknown> }[]) =>
  new Set(requests.map(({ headers }) => headers['idempotency-key']));

test('after a lost connection and after 503, a write to the cart is repeated with the same key', async () => {
  const { url, requests } = await answers((_, response, count) => {
    if (count === 1) response.destroy();
    else if (count === 2) refuse(response, 503, 'service_unavailable', { 'Retry-After': '0' });
    else json(response, { item_count: 1 }, 200, { 'Cart-Key': 't_1' });
  });
  const shop = createClient({ url, repeats: quick });
  expect(await shop.cart.addItem({ id: 7, quantity: 2 })).toEqual({ item_count: 1 });
  expect(requests.map(({ route }) => route)).toEqual(Array(3).fill('POST /v2/cart/add-item'));
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual(Array(3).fill({ id: '7', quantity: '2' }));
  expect(keys(requests).size).toBe(1);
  expect([...keys(requests)][0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('two writes have two keys, and a key of the caller is kept', async () => {
  const { url, requests } = await answers((_, response) => json(response, {}));
  const shop = createClient({ url });
  await shop.cart.clear();
  await shop.cart.clear();
  await shop.cart.clear({ idempotencyKey: 'mine' });
  expect(keys(requests).size).toBe(3);
  expect(requests[2]?.headers['idempotency-key']).toBe('mine');
});

test('a lasting failure is thrown after the last attempt', async () => {
  const { url, requests } = await answers((_, response) => {
    response.writeHead(502).end('<h1>Bad gateway</h1>');
  });
  const shop = createClient({ url, repeats: { ...quick, attempts: 3 } });
  await expect(shop.products.list()).rejects.toMatchObject({ status: 502, code: 'client_invalid_answer' });
  expect(requests).toHaveLength(3);
});

test('a refused request is not repeated', async () => {
  const { url, requests } = await answers((_, response) =>
    json(
      response,
      { code: 'service_not_enough_in_stock', message: 'No.', data: { status: 404, available: 3 } },
      404,
    ),
  );
  const shop = createClient({ url, repeats: quick });
  const failure = shop.cart.addItem({ id: 7 });
  await expect(failure).rejects.toMatchObject({
    name: 'CartwrightError',
    code: 'service_not_enough_in_stock',
    status: 404,
    message: 'No.',
    members: { available: 3 },
  });
  expect(requests).toHaveLength(1);
});

test('a write without a key is repeated after 429, but not after 503, since it may have been done', async () => {
  const { url, requests } = await answers((_, response, count) => {
    if (count === 1) refuse(response, 429, 'service_rate_limited', { 'Retry-After': '0' });
    else refuse(response, 503, 'service_unavailable');
  });
  const shop = createClient({ url, repeats: quick });
  const deletion = shop.request('DELETE /v2/sessions/{key}', { path: { key: 't_1' } });
  await expect(deletion).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(2);
});

test('an error with a Retry-After above the longest wait is thrown at once, with its seconds', async () => {
  const { url, requests } = await answers((_, response) =>
    refuse(response, 503, 'service_unavailable', { 'Retry-After': '60' }),
  );
  await expect(createClient({ url }).products.list()).rejects.toMatchObject({ retryAfter: 60 });
  expect(requests).toHaveLength(1);
});

test('a Retry-After may be a date, which is compared with the date of the answer', async () => {
  const headers = { 'Retry-After': 'Mon, 23 Nov 2026 10:00:40 GMT', Date: 'Mon, 23 Nov 2026 10:00:00 GMT' };
  const { url, requests } = await answers((_, response, count) => {
    if (count === 1) refuse(response, 503, 'service_unavailable', headers);
    else refuse(response, 503, 'service_unavailable', { ...headers, 'Retry-After': headers.Date });
  });
  const shop = createClient({ url, repeats: { ...quick, attempts: 2 } });
  await expect(shop.products.list()).rejects.toMatchObject({ retryAfter: 40 });
  expect(requests).toHaveLength(1);
  await expect(shop.products.list()).rejects.toMatchObject({ retryAfter: 0 });
  expect(requests).toHaveLength(3);
});

test.each(['', 'soon', '-1', '1.5'])('a Retry-After of "%s" is ignored', async (text) => {
  const { url } = await answers((_, response) =>
    refuse(response, 503, 'service_unavailable', { 'Retry-After': text }),
  );
  const shop = createClient({ url, repeats: { attempts: 1 } });
  await expect(shop.products.list()).rejects.toMatchObject({ status: 503, retryAfter: null });
});

test('an aborted signal ends the wait before a repetition with its own reason', async () => {
  const end = new AbortController();
  const { url, requests } = await answers((_, response) => {
    refuse(response, 503, 'service_unavailable');
    end.abort(new Error('enough'));
  });
  const shop = createClient({ url, repeats: { firstWaitMs: 3_600_000, longestWaitMs: 3_600_000 } });
  await expect(shop.products.list({}, { signal: end.signal })).rejects.toThrow('enough');
  expect(requests).toHaveLength(1);
});

test('a shop that does not answer in time is a failure without a status', async () => {
  const { url } = await answers(() => undefined);
  const shop = createClient({ url, timeoutMs: 20, repeats: { attempts: 1 } });
  await expect(shop.products.list()).rejects.toMatchObject({ code: 'client_timeout', status: 0 });
});
