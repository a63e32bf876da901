import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';

const site = new GatewayFixture(natsFixture());
const openToAll = new GatewayFixture(natsFixture(), { PRICE_OVERRIDE: 'public' });

describe('add-item', () => {
  test('passes on the given members, with defaults for the others', async () => {
    await site.add({ id: ' 13 ' });
    expect(site.fakes.last.request).toEqual({
      command: {
        kind: 'add-item',
        item: { reference: '13', quantity: '1', variation: {}, itemData: {}, price: null },
        email: null,
        phone: null,
      },
      ifRevision: null,
      once: { key: expect.stringMatching(/^[0-9a-f-]{36}$/), origin: 'gateway', digest: '' },
    });
    await site.add({
      id: 'SKU',
      quantity: '1.5',
      variation: { attribute_pa_size: 's', attribute_pack: 6 },
      item_data: { engraving: 'Grüße 🎁', nested: { a: [1, null] } },
      email: 'no e-mail',
      phone: '+31 20',
      unknown: 1,
    });
    expect(site.fakes.last.request).toMatchObject({
      command: {
        item: {
          reference: 'SKU',
          quantity: '1.5',
          variation: { attribute_pa_size: 's', attribute_pack: '6' },
          itemData: { engraving: 'Grüße 🎁', nested: { a: [1, null] } },
        },
        email: 'no e-mail',
        phone: '+31 20',
      },
    });
  });

  test.each(['two', '', '0x10', '1,5', '.'])(
    'with the quantity %j is 400 on the CoCart mount; on others the cart service checks it',
    async (quantity) => {
      const { status, body } = await site.post('/wp-json/cocart/v2/cart/add-item', { id: '13', quantity });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        ['quantity'],
      ]);
      expect(site.fakes.heard).toEqual([]);
      await site.add({ id: '13', quantity });
      expect(site.fakes.last.request).toMatchObject({ command: { item: { quantity } } });
    },
  );

  test.each([
    [{ id: 1.5 }, 'id'],
    [{ id: true }, 'id'],
    [{ id: '13', quantity: true }, 'quantity'],
    [{ id: '13', quantity: null }, 'quantity'],
    [{ id: '13', email: 5 }, 'email'],
    [{ id: '13', phone: ['1'] }, 'phone'],
    [{ id: '13', price: true }, 'price'],
    [{ id: '13', price: -1 }, 'price'],
    [{ id: '13', price: 1e21 }, 'price'],
    [{ id: '13', price: '.' }, 'price'],
    [{ id: '13', price: '-1' }, 'price'],
    [{ id: '13', price: 'abc' }, 'price'],
    [{ id: '13', price: '1e3' }, 'price'],
    [{ id: '13', variation: 'red' }, 'variation'],
    [{ id: '13', variation: { a: { $ne: 1 } } }, 'variation'],
    [{ id: '13', item_data: 'x' }, 'item_data'],
    [{ id: '13', return_item: 'maybe' }, 'return_item'],
    [{ id: 'x'.repeat(101) }, 'id'],
  ])('refuses %j for its %s on both mounts, without a request to the cart service', async (body, name) => {
    for (const mount of ['', '/wp-json/cocart']) {
      const { status, body: answer } = await site.add(body, {}, `${mount}/v2/cart/add-item`);
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        [name],
      ]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('returns only the line on request', async () => {
    const { body, headers } = await site.add({ id: '13', return_item: true });
    expect([body.item_key, body.items, headers.get('Cart-Key')]).toEqual([
      'c51ce410c124a10e0db5e4b97fc2af39',
      undefined,
      expect.stringMatching(/^t_/),
    ]);
  });

  test('accepts a form, and reads members from the query that the body does not have', async () => {
    await fetch(`${site.gateway.url}/v2/cart/add-item?quantity=9&id=14`, {
      method: 'POST',
      body: new URLSearchParams({ id: '13' }),
    });
    expect(site.fakes.last.request).toMatchObject({ command: { item: { reference: '13', quantity: '9' } } });
  });
});

describe('a price given by a client', () => {
  test('is refused at the root, and ignored with a notice on the CoCart mount', async () => {
    const refused = await site.add({ id: '13', price: '3.50' });
    expect([refused.status, refused.body.code]).toEqual([403, 'service_price_override_not_allowed']);
    expect(site.fakes.heard).toEqual([]);
    const { status, body } = await site.add(
      { id: '13', price: '3.50' },
      {},
      '/wp-json/cocart/v2/cart/add-item',
    );
    expect([status, body.notices.error.length]).toEqual([200, 1]);
    expect(site.fakes.last.request).toMatchObject({ command: { item: { price: null } } });
  });

  test('is passed on if PRICE_OVERRIDE allows everybody to set prices', async () => {
    for (const [price, sent] of [
      [' 3.50 ', '3.50'],
      ['.99', '.99'],
      ['5.', '5.'],
      [0.99, '0.99'],
      [3, '3'],
    ]) {
      await openToAll.add({ id: '13', price });
      expect(openToAll.fakes.last.request).toMatchObject({ command: { item: { price: sent } } });
    }
    expect(openToAll.fakes.last.context.claim?.setsPrices).toBe(true);
  });
});

describe('a write', () => {
  test('passes on the client’s key with a digest of the request, whatever the order of members', async () => {
    const bodies = [
      { id: '13', quantity: '2', item_data: { a: 1, b: 2 } },
      { item_data: { b: 2, a: 1 }, quantity: '2', id: '13', unknown: true },
      { id: '13', quantity: '3', item_data: { a: 1, b: 2 } },
    ];
    for (const body of bodies) await site.add(body, { 'Idempotency-Key': 'k-1' });
    const all = site.fakes.heard.map(({ request: heard }) => (heard as { once: object }).once);
    expect(all[0]).toEqual({ key: 'k-1', origin: 'client', digest: expect.stringMatching(/^[\w-]{43}$/) });
    expect([all[1], all[2]]).toEqual([all[0], expect.not.objectContaining(all[0] as object)]);
  });

  test('marks a repeated answer', async () => {
    site.fakes.replayed = true;
    const { headers } = await site.add({ id: '13' }, { 'Idempotency-Key': 'k-1' });
    expect(headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each([
    ['"7"', 7],
    [' "0" ', 0],
    ['*', null],
  ])('with If-Match %s passes on the revision %s', async (ifMatch, revision) => {
    await site.add({ id: '13' }, { 'If-Match': ifMatch });
    expect(site.fakes.last.request).toMatchObject({ ifRevision: revision });
  });

  test.each([
    ['If-Match', '7'],
    ['If-Match', 'W/"7"'],
    ['If-Match', '"abc"'],
    ['If-Match', '"1", "2"'],
    ['Idempotency-Key', 'x'.repeat(256)],
  ])('with the invalid %s: %s is refused', async (name, value) => {
    const { status, body } = await site.add({ id: '13' }, { [name]: value });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('with an old revision is refused with the current revision', async () => {
    site.fakes.refuses = refusal('service_revision_mismatch', { revision: 12 });
    const { status, body, headers } = await site.add({ id: '13' }, { 'If-Match': '"7"' });
    expect([status, body.code, body.data, headers.get('ETag')]).toEqual([
      412,
      'service_revision_mismatch',
      { status: 412, revision: 12 },
      '"12"',
    ]);
  });
});

test('an internal error is returned without its cause', async () => {
  site.fakes.refuses = new Error('redis at 10.0.0.7 said no');
  const { status, body, headers } = await site.add({ id: '13' }, { 'X-Request-Id': 'r-1' });
  expect([status, body]).toEqual([
    500,
    {
      code: 'service_internal',
      message: 'Something went wrong. It has been logged.',
      data: { status: 500, request_id: 'r-1' },
    },
  ]);
  expect(headers.get('Cache-Control')).toMatch(/^no-store/);
});
