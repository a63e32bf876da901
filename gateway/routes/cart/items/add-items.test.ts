import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';
import { aCart, aLine } from '../../../testing/samples.ts';

const site = new GatewayFixture(natsFixture());
const openToAll = new GatewayFixture(natsFixture(), { PRICE_OVERRIDE: 'public' });

const path = '/v2/cart/add-items';
const mounts = ['', '/wp-json/cocart'];
const keys = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'] as const;

describe('add-items', () => {
  test('passes on a list of items in the form of add-item', async () => {
    const items = [
      { id: ' 13 ' },
      { id: 'SKU', quantity: '2', variation: { Colour: 'Red' }, item_data: { a: [1] }, unknown: 1 },
    ];
    await site.post(path, { items, email: 'ann@shop.example', phone: '+31 20', id: '50' });
    const plain = { variation: {}, itemData: {}, price: null };
    expect(site.fakes.last.request).toMatchObject({
      command: {
        kind: 'add-items',
        items: [
          { ...plain, reference: '13', quantity: '1' },
          { ...plain, reference: 'SKU', quantity: '2', variation: { Colour: 'Red' }, itemData: { a: [1] } },
        ],
        email: 'ann@shop.example',
        phone: '+31 20',
      },
    });
    expect(site.fakes.heard).toHaveLength(1);
  });

  test('passes on a group with the quantities of its products', async () => {
    await site.post(path, { id: '50', quantity: { 13: '2', mug: '', 35: ' 0 ' } });
    expect(site.fakes.last.request).toMatchObject({
      command: {
        kind: 'add-group',
        reference: '50',
        quantities: { 13: '2', mug: '', 35: '0' },
        email: null,
        phone: null,
      },
    });
    expect(site.fakes.last.request).not.toHaveProperty('command.anyProduct');
    await site.post(`/wp-json/cocart${path}`, { id: '50', quantity: { 13: '2' } });
    expect(site.fakes.last.request).toMatchObject({ command: { quantities: { 13: '2' }, anyProduct: true } });
    await site.post(path, { id: '50', quantity: [] });
    expect(site.fakes.last.request).toMatchObject({ command: { kind: 'add-group', quantities: {} } });
  });

  test('accepts a list in a form', async () => {
    const body = new URLSearchParams({
      'items[0][id]': '13',
      'items[1][id]': '14',
      'items[1][quantity]': '2',
    });
    await site.send('POST', path, { body });
    expect(site.fakes.last.request).toMatchObject({
      command: {
        items: [
          { reference: '13', quantity: '1' },
          { reference: '14', quantity: '2' },
        ],
      },
    });
  });

  test.each([
    [{}, ['id', 'quantity']],
    [{ id: '50' }, ['quantity']],
    [{ quantity: { 13: '1' } }, ['id']],
    [{ email: 'ann@shop.example' }, ['id', 'quantity']],
  ])(
    'refuses %j for its missing member on both mounts, without a request to the cart service',
    async (body, missing) => {
      for (const mount of mounts) {
        const { status, body: answer } = await site.post(mount + path, body);
        expect([status, answer.code, answer.data.params]).toEqual([
          400,
          'rest_missing_callback_param',
          missing,
        ]);
      }
      expect(site.fakes.heard).toEqual([]);
    },
  );

  test.each([
    [{ items: [] }, 'items'],
    [{ items: '13' }, 'items'],
    [{ items: ['13'] }, 'items'],
    [{ items: [{}] }, 'items'],
    [{ items: [{ id: '14' }, { id: 1.5 }] }, 'items'],
    [{ items: [{ id: '13', quantity: true }] }, 'items'],
    [{ items: [{ id: '13', variation: 'red' }] }, 'items'],
    [{ items: [{ id: '13', price: '-1' }] }, 'items'],
    [{ items: Array.from({ length: 201 }, () => ({ id: '13' })) }, 'items'],
    [{ id: 5.5, quantity: {} }, 'id'],
    [{ id: '50', quantity: '2' }, 'quantity'],
    [{ id: '50', quantity: { 13: null } }, 'quantity'],
    [{ id: '50', quantity: { ['x'.repeat(101)]: '1' } }, 'quantity'],
    [{ items: [{ id: '13' }], email: 5 }, 'email'],
    [{ items: [{ id: '13' }], return_items: 'maybe' }, 'return_items'],
  ])('refuses %j for its %s on both mounts, without a request to the cart service', async (body, name) => {
    for (const mount of mounts) {
      const { status, body: answer } = await site.post(mount + path, body);
      expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        [name],
      ]);
    }
    expect(site.fakes.heard).toEqual([]);
  });

  test('returns only the lines on request, in the order of the request', async () => {
    const [one, other] = keys;
    const lines = [aLine({ key: one }), aLine({ key: other, productId: 14 }), aLine()];
    site.fakes.cart = aCart({ lines });
    site.fakes.lineKeys = [other, 'f'.repeat(32), one];
    for (const mount of mounts) {
      const { body } = await site.post(mount + path, { items: [{ id: '13' }], return_items: true });
      expect(body.map((item: { item_key: string; id: number }) => [item.item_key, item.id])).toEqual([
        [other, 14],
        [one, 13],
      ]);
    }
  });
});

describe('a price given by a client for one of several items', () => {
  const body = { items: [{ id: '13' }, { id: '14', price: '3.50' }] };

  test('is refused at the root, and ignored with one notice on the CoCart mount', async () => {
    const refused = await site.post(path, body);
    expect([refused.status, refused.body.code]).toEqual([403, 'service_price_override_not_allowed']);
    expect(site.fakes.heard).toEqual([]);
    const { status, body: answer } = await site.post(`/wp-json/cocart${path}`, body);
    expect([status, answer.notices.error.length]).toEqual([200, 1]);
    expect(site.fakes.last.request).toMatchObject({ command: { items: [{ price: null }, { price: null }] } });
  });

  test('is passed on if PRICE_OVERRIDE allows everybody to set prices', async () => {
    await openToAll.post(path, body);
    const items = [{ price: null }, { price: '3.50' }];
    expect(openToAll.fakes.last.request).toMatchObject({ command: { items } });
  });
});
