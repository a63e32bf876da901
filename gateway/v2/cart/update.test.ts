import { describe, expect, test } from 'vitest';
import { natsFixture } from '#platform/testing/engines.ts';
import { GatewayFixture } from '../../testing/fixture.ts';

const site = new GatewayFixture(natsFixture());
const cocart = '/wp-json/cocart/v2/cart/update';
const mounts = ['/v2/cart/update', cocart];
const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];
const cart = { namespace: 'update-cart' };
const customer = { namespace: 'update-customer' };

/** What the cart was asked; null when nobody was. */
async function commandOf(body: unknown, path = '/v2/cart/update'): Promise<unknown> {
  site.fakes.heard.length = 0;
  const { status } = await site.post(path, body);
  expect([200, 400]).toContain(status);
  const [heard] = site.fakes.heard;
  return heard ? (heard.request as { command: unknown }).command : null;
}

describe('quantities', () => {
  test.each([
    [{ quantity: { [a]: '3', [b]: ' 0 ' } }],
    [{ items: { [a]: { quantity: '3' }, [b]: { quantity: '0' } } }],
    [{ items: { [a]: '3', [b]: 0 } }],
    [{ items: { [a]: 3, [b]: { quantity: '0', more: 1 } } }],
    [
      {
        items: [
          { item_key: a, quantity: '3' },
          { item_key: b, quantity: '0' },
        ],
      },
    ],
    [{ data: { quantity: { [a]: '3', [b]: '0' } } }],
    [{ data: { items: { [a]: { quantity: '3' }, [b]: 0 } } }],
    [
      {
        data: {
          items: [
            { item_key: a, quantity: '3' },
            { item_key: b, quantity: '0' },
          ],
        },
      },
    ],
    [{ data: { items: { [a]: '3' } }, quantity: { [b]: '0' } }],
    [{ data: { quantity: { [a]: '7' } }, items: { [a]: '3', [b]: '0' } }],
  ])('%j are understood', async (shape) => {
    for (const path of mounts) {
      expect(await commandOf({ ...cart, ...shape }, path)).toEqual({
        kind: 'set-quantities',
        quantities: [
          { lineKey: a, quantity: '3' },
          { lineKey: b, quantity: '0' },
        ],
      });
    }
  });

  test.each([
    [{}],
    [{ items: {}, data: {} }],
    [{ items: [], data: [], quantity: [] }],
    [{ unknown: 1 }],
    [{ quantity: { ['x'.repeat(65)]: '1' } }],
  ])('%j are none', async (shape) => {
    expect(await commandOf({ ...cart, ...shape })).toEqual({ kind: 'set-quantities', quantities: [] });
  });

  test('may come as a list in a form', async () => {
    for (const [path, namespace] of [
      ['/v2/cart/update', cart],
      [cocart, {}],
    ] as const) {
      const body = new URLSearchParams(namespace);
      for (const [index, line] of [a, b].entries()) {
        body.set(`items[${index}][item_key]`, line);
        body.set(`items[${index}][quantity]`, '2');
      }
      await site.send('POST', path, { body });
      expect(site.fakes.last.request).toMatchObject({
        command: {
          quantities: [
            { lineKey: a, quantity: '2' },
            { lineKey: b, quantity: '2' },
          ],
        },
      });
    }
  });

  test('go on as they were written, whatever they say', async () => {
    const items = { [a]: 'x', deadbeef: -1.5 };
    expect(await commandOf({ ...cart, items })).toEqual({
      kind: 'set-quantities',
      quantities: [
        { lineKey: a, quantity: 'x' },
        { lineKey: 'deadbeef', quantity: '-1.5' },
      ],
    });
  });

  test.each([
    [{ quantity: { [a]: 3 } }, 'quantity'],
    [{ quantity: '3' }, 'quantity'],
    [{ quantity: ['3'] }, 'quantity'],
    [{ quantity: { [a]: 'x'.repeat(33) } }, 'quantity'],
    [{ items: 'x' }, 'items'],
    [{ items: null }, 'items'],
    [{ items: { [a]: true } }, 'items'],
    [{ items: { [a]: { quantity: 3 } } }, 'items'],
    [{ items: { [a]: {} } }, 'items'],
    [{ items: [{ item_key: a }] }, 'items'],
    [{ items: [{ item_key: 5, quantity: '3' }] }, 'items'],
    [{ items: [{ item_key: a, quantity: 3 }] }, 'items'],
    [{ items: [a] }, 'items'],
    [{ data: 'x' }, 'data'],
    [{ data: [1] }, 'data'],
    [{ data: { items: 'x' } }, 'data'],
    [{ data: { quantity: { [a]: 3 } } }, 'data'],
  ])('%j are refused by their name', async (shape, name) => {
    for (const path of mounts) {
      const { status, body } = await site.post(path, { ...cart, ...shape });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    }
    expect(site.fakes.heard).toEqual([]);
  });
});

const nothing = { kind: 'update-customer', billing: {}, shipping: {}, shipElsewhere: null };

test('more than two hundred lines, and a text of more than a thousand letters, are refused', async () => {
  const names = Array.from({ length: 201 }, (_, n) => `k${n}`);
  const all = Object.fromEntries(names.map((name) => [name, '1']));
  const list = names.map((name) => ({ item_key: name, quantity: '1' }));
  for (const shape of [{ quantity: all }, { items: all }, { items: list }, { data: { items: all } }]) {
    expect(await commandOf({ ...cart, ...shape })).toBe(null);
  }
  expect(await commandOf({ ...customer, city: 'x'.repeat(1_001) })).toBe(null);
});

describe('an address', () => {
  const told = {
    first_name: 'Zoë',
    last_name: 'Ång',
    company: 'C',
    address_1: 'One 1',
    address_2: 'Two 2',
    city: 'Kraków',
    state: 'S',
    postcode: ' sw1a1aa ',
    country: 'GB',
  };
  const both = {
    firstName: 'Zoë',
    lastName: 'Ång',
    company: 'C',
    address1: 'One 1',
    address2: 'Two 2',
    city: 'Kraków',
    state: 'S',
    postcode: 'sw1a1aa',
    country: 'GB',
  };
  const contact = { email: 'zoe@example.org', phone: '+44' };
  const prefixed = (prefix: string, names: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([name, value]) => [prefix + name, value]));

  test.each([
    ['', 'billing', { ...told, ...contact }, { ...both, ...contact }],
    ['billing_', 'billing', { ...told, ...contact }, { ...both, ...contact }],
    ['s_', 'shipping', told, both],
    ['shipping_', 'shipping', told, both],
  ])(
    'with names that begin with “%s” is that for %s, at the top and in data',
    async (prefix, kind, given, said) => {
      const body = prefixed(prefix, given);
      for (const path of mounts) {
        const expected = { ...nothing, [kind]: said };
        expect(await commandOf({ ...customer, ...body }, path)).toEqual(expected);
        expect(await commandOf({ ...customer, data: body }, path)).toEqual(expected);
      }
    },
  );

  test('counts most where it is named longest, and at the top', async () => {
    expect(await commandOf({ ...customer, city: 'A', billing_city: 'B' })).toMatchObject({
      billing: { city: 'B' },
    });
    expect(await commandOf({ ...customer, city: 'A', data: { billing_city: 'B' } })).toMatchObject({
      billing: { city: 'A' },
    });
  });

  test.each([
    [{}, nothing],
    [{ data: [] }, nothing],
    [{ s_email: 'a@b.c', shipping_phone: '1', nickname: 5, constructors: 1 }, nothing],
    [{ city: '' }, { ...nothing, billing: { city: '' } }],
    [{ ship_to_different_address: true }, { ...nothing, shipElsewhere: true }],
    [{ data: { ship_to_different_address: '0' } }, { ...nothing, shipElsewhere: false }],
  ])('%j asks for what it says', async (body, expected) => {
    expect(await commandOf({ ...customer, ...body })).toEqual(expected);
  });

  test.each([
    [{ first_name: 5 }, 'first_name'],
    [{ s_city: null }, 's_city'],
    [{ billing_email: ['a@b.c'] }, 'billing_email'],
    [{ ship_to_different_address: 'perhaps' }, 'ship_to_different_address'],
    [{ data: { city: 5 } }, 'data'],
    [{ data: 'x' }, 'data'],
  ])('%j is refused by its name', async (shape, name) => {
    const { status, body } = await site.post('/v2/cart/update', { ...customer, ...shape });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('may come as a form, and in the query', async () => {
    const body = new URLSearchParams({ ...customer, first_name: 'Zoë', ship_to_different_address: '1' });
    await site.send('POST', '/v2/cart/update', { body });
    expect(site.fakes.last.request).toMatchObject({
      command: { ...nothing, billing: { firstName: 'Zoë' }, shipElsewhere: true },
    });
    await site.send('POST', '/v2/cart/update?namespace=update-customer&city=York');
    expect(site.fakes.last.request).toMatchObject({ command: { ...nothing, billing: { city: 'York' } } });
  });
});

describe('another namespace', () => {
  test('is handed what is in data and beside it', async () => {
    expect(
      await commandOf({
        namespace: 'gift',
        message: 'Hi 🎁',
        city: 5,
        nested: { a: [1, null] },
        cart_key: 'k',
        fields: 'items',
        data: { message: 'Ho', wrap: true },
      }),
    ).toEqual({
      kind: 'extend',
      namespace: 'gift',
      data: { message: 'Ho', city: 5, nested: { a: [1, null] }, wrap: true },
    });
    expect(await commandOf({ namespace: 'constructor', data: [] })).toEqual({
      kind: 'extend',
      namespace: 'constructor',
      data: {},
    });
  });

  test('takes a form, without names that reach a prototype', async () => {
    const body = new URLSearchParams([
      ['namespace', 'gift'],
      ['message', 'Hi'],
      ['__proto__[]', 'x'],
      ['constructor', 'y'],
      ['list[]', '1'],
      ['list[]', '2'],
    ]);
    await site.send('POST', '/v2/cart/update', { body });
    const { command } = site.fakes.last.request as { command: { data: object } };
    expect(command.data).toEqual({ message: 'Hi', list: ['1', '2'] });
  });

  test('takes nothing from the query but its name', async () => {
    await site.send('POST', '/v2/cart/update?namespace=gift&message=Hi&nonce=5&_skip_cache=1&cart_key=x');
    expect(site.fakes.last.request).toMatchObject({
      command: { kind: 'extend', namespace: 'gift', data: {} },
    });
  });

  test.each([[5], [null], [['gift']], [true], ['x'.repeat(101)]])(
    'is refused when it is %j',
    async (namespace) => {
      for (const path of mounts) {
        const { status, body } = await site.post(path, { namespace });
        expect([status, Object.keys(body.data.params)]).toEqual([400, ['namespace']]);
      }
    },
  );

  test('is refused when its data is none', async () => {
    const { status, body } = await site.post('/v2/cart/update', { namespace: 'gift', data: 'x' });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['data']]);
  });
});

describe('an update without a namespace', () => {
  const items = [{ item_key: a, quantity: '0' }];
  const address = { billing_first_name: 'Zoë', shipping_city: 'Leeds' };
  const none = { kind: 'extend', namespace: '', data: {} };

  test.each([
    [{ items }, { kind: 'set-quantities', quantities: [{ lineKey: a, quantity: '0' }] }],
    [address, { ...nothing, billing: { firstName: 'Zoë' }, shipping: { city: 'Leeds' } }],
    [{}, none],
    [{ quantity: { [a]: '1' } }, none],
    [{ items: { [a]: '1' } }, none],
    [{ items: [a] }, none],
    [{ ...address, first_name: 'Zoë' }, none],
    [{ data: address }, none],
    [{ data: 'x' }, none],
  ])('%j is inferred on the CoCart mount from the shapes of the SDK alone', async (body, expected) => {
    expect(await commandOf(body, cocart)).toMatchObject(expected);
    expect(await commandOf({ ...body, namespace: ' ' }, cocart)).toMatchObject(expected);
    expect(await commandOf(body)).toMatchObject(none);
  });
});
