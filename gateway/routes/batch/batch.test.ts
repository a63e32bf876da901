import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { add, Batches, done, guestsKey, mounts, read } from './batch.fixture.ts';

const site = new GatewayFixture(natsFixture());
const batches = new Batches(site);
const batch: Batches['send'] = (...given) => batches.send(...given);
const willAnswer: Batches['setResults'] = (...given) => batches.setResults(...given);

describe('the batch itself', () => {
  test.each([
    [undefined, 'rest_missing_callback_param'],
    [[], 'rest_invalid_param'],
    [Array.from({ length: 26 }, () => add('13')), 'rest_invalid_param'],
    [[{ method: 'POST' }], 'rest_invalid_param'],
    [[{ path: '' }], 'rest_invalid_param'],
    [[{ path: 5 }], 'rest_invalid_param'],
    [[{ method: 'BREW', path: '/v2/cart' }], 'rest_invalid_param'],
    [[{ method: 'post', path: '/v2/cart' }], 'rest_invalid_param'],
    [[{ path: '/v2/cart', body: 'x' }], 'rest_invalid_param'],
    [[{ path: '/v2/cart', body: [1] }], 'rest_invalid_param'],
    [[{ path: '/v2/cart', headers: 5 }], 'rest_invalid_param'],
    [['/v2/cart'], 'rest_invalid_param'],
    ['/v2/cart', 'rest_invalid_param'],
    [{ first: add('13') }, 'rest_invalid_param'],
  ])('is refused with the requests %j', async (requests, code) => {
    for (const mount of mounts) {
      const { status, body } = await batch(requests, { mount });
      expect([status, body.code]).toEqual([400, code]);
      const { params } = body.data;
      expect(Array.isArray(params) ? params : Object.keys(params)).toEqual(['requests']);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('is refused with an unknown validation', async () => {
    const { status, body } = await batch([add('13')], { validation: 'none' });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['validation']]);
  });

  test('accepts 25 requests', async () => {
    willAnswer(Array.from({ length: 25 }, () => done()));
    const { status, body } = await batch(Array.from({ length: 25 }, () => add('13')));
    expect([status, body.item_count]).toEqual([200, 2]);
  });

  test('accepts POST only', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await site.send(method, '/batch')).body.code).toBe('rest_no_route');
    }
  });

  test('passes on its idempotency key and revision, and marks a repeated answer', async () => {
    willAnswer([done()]);
    site.fakes.replayed = true;
    const conditions = { 'Idempotency-Key': 'k-1', 'If-Match': '"7"' };
    const request = { ...add('13'), headers: { 'Idempotency-Key': 'another', 'If-Match': '"1"' } };
    const { headers } = await batch([request], { headers: conditions });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
    expect(site.fakes.last.request).toMatchObject({
      ifRevision: 7,
      once: { key: 'k-1', origin: 'client', digest: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const digestOf = async (requests: unknown, validation?: string) => {
      await batch(requests, { headers: conditions, ...(validation && { validation }) });
      return (site.fakes.last.request as { once: { digest: string } }).once.digest;
    };
    const first = await digestOf([add('13')]);
    expect(
      await digestOf([{ body: { quantity: '1', id: '13' }, path: '/v2/cart/add-item', method: 'POST' }]),
    ).toBe(first);
    expect(await digestOf([add('14')])).not.toBe(first);
    expect(await digestOf([add('13')], 'require-all-validate')).not.toBe(first);
  });

  test.each([
    [refusal('service_revision_mismatch', { revision: 12 }), 412],
    [refusal('service_idempotency_key_reused', {}), 422],
    [refusal('service_rate_limit_exceeded', { retry_after: 3, limit: 25, window: 10 }), 429],
    [refusal('service_unavailable', { retry_after: 1 }), 503],
  ])('is answered with %s as a whole', async (error, status) => {
    willAnswer([done()]);
    site.fakes.refuses = error;
    const answer = await batch([add('13'), read('/v2/products/13')]);
    expect([answer.status, answer.body.code, answer.body.data.status]).toEqual([status, error.code, status]);
  });

  test('is counted in metrics with its own path', async () => {
    willAnswer([done()]);
    await batch([add('13')], { mount: '/wp-json/cocart' });
    expect(await site.gateway.metrics.registry.metrics()).toMatch(
      /http_request_duration_seconds_count\{.*route="\/batch".*\} [1-9]/,
    );
  });
});

describe('the cart of a batch', () => {
  const keyOf = () => site.fakes.last.context.claim?.cart;
  const other = 'another_key_of_someone';

  test.each([
    [`?cart_key=${guestsKey}`, {}],
    ['', { 'Cart-Key': guestsKey }],
    ['', { 'CoCart-API-Cart-Key': guestsKey }],
  ])('is that of the batch, %j %j, not that of its requests', async (query, headers) => {
    willAnswer([done(), done()]);
    const requests = [
      { ...add('13'), headers: { 'Cart-Key': other } },
      add('14', `/v2/cart/add-item?cart_key=${other}x`),
    ];
    const { body } = await batch(requests, { query, headers });
    expect([keyOf(), body.cart_key]).toEqual([guestsKey, guestsKey]);
  });

  test('is that of its requests if the batch has no cart key', async () => {
    willAnswer([done(), done()]);
    await batch([add('13'), add('14', `/v2/cart/add-item?cart_key=${other}`)]);
    expect(keyOf()).toBe(other);
    await batch([{ ...add('13'), headers: { 'cart-KEY': guestsKey } }, add('14')]);
    expect(keyOf()).toBe(guestsKey);
    await batch([add('13'), add('14')]);
    expect(keyOf()).toMatch(/^t_[0-9a-v]{40}$/);
  });

  test.each([add('13', '/v2/cart/add-item?cart_key=7'), { ...add('13'), headers: { 'cart-KEY': ' 7 ' } }])(
    'is not found by the id of a customer: %j',
    async (request) => {
      site.fakes.auth.ids.add('7');
      for (const query of ['', `?cart_key=${guestsKey}`]) {
        const { status, body } = await batch([add('14'), request], { query });
        expect([status, body.code]).toEqual([403, 'service_must_authenticate_user']);
      }
      const asked = site.fakes.heard.map(({ operation }) => operation);
      // `cart-exists` is the only request that the cart service gets before the refusal.
      expect(asked.filter((name) => /^cart\.(?!cart-exists)/.test(name))).toEqual([]);
    },
  );

  test('must have the same key in all requests', async () => {
    const requests = [guestsKey, other].map((key) => add('13', `/v2/cart/add-item?cart_key=${key}`));
    const { status, body } = await batch(requests);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['requests'],
    ]);
    expect(site.fakes.heard).toEqual([]);
  });
});
