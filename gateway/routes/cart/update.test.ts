import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart } from '#testing/gateway/samples.ts';

const updatePath = '/v2/cart/update';
const cocartPath = `/wp-json/cocart${updatePath}`;
/** Keys of two lines. */
const [a, b] = ['a'.repeat(32), 'b'.repeat(32)] as const;

/** The command of an update that changes no address. */
const noAddress = { kind: 'update-customer', billing: {}, shipping: {}, shipElsewhere: null };

/**
 * Returns the command that an update sends to the cart service. Returns null if the update sends no command.
 */
async function commandOf(site: GatewayFixture, body: unknown, path = updatePath): Promise<unknown> {
  site.fakes.heard.length = 0;
  const { status } = await site.post(path, body);
  if (status !== 200 && status !== 400) throw new Error(`an update was answered with ${status}`);
  const [heard] = site.fakes.heard;
  return heard ? (heard.request as { command: unknown }).command : null;
}

const site = new GatewayFixture(natsFixture());
const mounts = [updatePath, cocartPath];

describe('another namespace', () => {
  test('gets the members in data and those beside data', async () => {
    expect(
      await commandOf(site, {
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
    expect(await commandOf(site, { namespace: 'constructor', data: [] })).toEqual({
      kind: 'extend',
      namespace: 'constructor',
      data: {},
    });
  });

  test('has at most 1,000 members, like its data', async () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));
    const most = { namespace: 'gift', ...members(998), data: members(1_000) };
    expect(await commandOf(site, most)).toMatchObject({ kind: 'extend' });
    for (const path of mounts) {
      const beside = await site.post(path, { namespace: 'gift', ...members(1_000) });
      expect([beside.status, beside.body.code]).toEqual([
        400,
        expect.stringMatching(/_too_many_parameters$/),
      ]);
      const inside = await site.post(path, { namespace: 'gift', data: members(1_001) });
      expect([inside.status, Object.keys(inside.body.data.params)]).toEqual([400, ['data']]);
    }
  });

  test('accepts a form with any names, and no name reaches a prototype', async () => {
    const body = new URLSearchParams([
      ['namespace', 'gift'],
      ['message', 'Hi'],
      ['__proto__[]', 'x'],
      ['constructor', 'y'],
      ['list[]', '1'],
      ['list[]', '2'],
    ]);
    await site.send('POST', updatePath, { body });
    const { command } = site.fakes.last.request as { command: { data: object } };
    expect(JSON.stringify(command.data)).toBe(
      '{"message":"Hi","__proto__":["x"],"constructor":"y","list":["1","2"]}',
    );
    expect(Object.getPrototypeOf(command.data)).toBe(Object.prototype);
  });

  test('is found in the query, but its members are not', async () => {
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

  test('is refused when its data is invalid', async () => {
    const { status, body } = await site.post(updatePath, { namespace: 'gift', data: 'x' });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['data']]);
  });
});

describe('an update without a namespace', () => {
  const items = [{ item_key: a, quantity: '0' }];
  const address = { billing_first_name: 'Zoë', shipping_city: 'Leeds' };
  const none = { kind: 'extend', namespace: '', data: {} };

  test.each([
    [{ items }, { kind: 'set-quantities', quantities: [{ lineKey: a, quantity: '0' }] }],
    [address, { ...noAddress, billing: { firstName: 'Zoë' }, shipping: { city: 'Leeds' } }],
    [{}, none],
    [{ quantity: { [a]: '1' } }, none],
    [{ items: { [a]: '1' } }, none],
    [{ items: [a] }, none],
    [{ ...address, first_name: 'Zoë' }, none],
    [{ data: address }, none],
    [{ data: 'x' }, none],
  ])('%j gets a namespace on the CoCart mount only if the SDK sends such a shape', async (body, expected) => {
    expect(await commandOf(site, body, cocartPath)).toMatchObject(expected);
    expect(await commandOf(site, { ...body, namespace: ' ' }, cocartPath)).toMatchObject(expected);
    expect(await commandOf(site, body)).toMatchObject(none);
  });
});

const cart = { namespace: 'update-cart' };

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
  ])('are accepted as %j', async (shape) => {
    for (const path of mounts) {
      expect(await commandOf(site, { ...cart, ...shape }, path)).toEqual({
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
  ])('are refused as %j', async (shape) => {
    expect(await commandOf(site, { ...cart, ...shape })).toEqual({ kind: 'set-quantities', quantities: [] });
  });

  test('may be a list in a form', async () => {
    for (const [path, namespace] of [
      [updatePath, cart],
      [cocartPath, {}],
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

  test('are passed on unchanged', async () => {
    const items = { [a]: 'x', deadbeef: -1.5 };
    expect(await commandOf(site, { ...cart, items })).toEqual({
      kind: 'set-quantities',
      quantities: [
        { lineKey: a, quantity: 'x' },
        { lineKey: 'deadbeef', quantity: '-1.5' },
      ],
    });
  });

  test.each([
    [{ quantity: { [a]: true } }, 'quantity'],
    [{ quantity: '3' }, 'quantity'],
    [{ quantity: ['3'] }, 'quantity'],
    [{ quantity: { [a]: 'x'.repeat(33) } }, 'quantity'],
    [{ items: 'x' }, 'items'],
    [{ items: null }, 'items'],
    [{ items: { [a]: true } }, 'items'],
    [{ items: { [a]: { quantity: null } } }, 'items'],
    [{ items: { [a]: {} } }, 'items'],
    [{ items: [{ item_key: a }] }, 'items'],
    [{ items: [{ item_key: 5, quantity: '3' }] }, 'items'],
    [{ items: [{ item_key: a, quantity: [3] }] }, 'items'],
    [{ items: [a] }, 'items'],
    [{ data: 'x' }, 'data'],
    [{ data: [1] }, 'data'],
    [{ data: { items: 'x' } }, 'data'],
    [{ data: { quantity: { [a]: {} } } }, 'data'],
  ])('are refused as %j with the name of the parameter', async (shape, name) => {
    for (const path of mounts) {
      const { status, body } = await site.post(path, { ...cart, ...shape });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    }
    expect(site.fakes.heard).toEqual([]);
  });
});

test('more than two hundred lines are refused', async () => {
  const names = Array.from({ length: 201 }, (_, n) => `k${n}`);
  const all = Object.fromEntries(names.map((name) => [name, '1']));
  const list = names.map((name) => ({ item_key: name, quantity: '1' }));
  for (const shape of [{ quantity: all }, { items: all }, { items: list }, { data: { items: all } }]) {
    expect(await commandOf(site, { ...cart, ...shape })).toBe(null);
  }
});

const customer = { namespace: 'update-customer' };

describe('an address', () => {
  const given = {
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
    ['', 'billing', { ...given, ...contact }, { ...both, ...contact }],
    ['billing_', 'billing', { ...given, ...contact }, { ...both, ...contact }],
    ['s_', 'shipping', given, both],
    ['shipping_', 'shipping', given, both],
  ])(
    'with names that begin with “%s” is the address for %s, at the top level and in data',
    async (prefix, kind, given, said) => {
      const body = prefixed(prefix, given);
      for (const path of mounts) {
        const expected = { ...noAddress, [kind]: said };
        expect(await commandOf(site, { ...customer, ...body }, path)).toEqual(expected);
        expect(await commandOf(site, { ...customer, data: body }, path)).toEqual(expected);
      }
    },
  );

  test('may have a number as postcode or phone', async () => {
    for (const path of mounts) {
      const body = { ...customer, postcode: 10115, phone: 49301234, s_postcode: 1010 };
      expect(await commandOf(site, body, path)).toMatchObject({
        billing: { postcode: '10115', phone: '49301234' },
        shipping: { postcode: '1010' },
      });
    }
  });

  test('uses the longest name, and members beside data before those in data', async () => {
    expect(await commandOf(site, { ...customer, city: 'A', billing_city: 'B' })).toMatchObject({
      billing: { city: 'B' },
    });
    expect(await commandOf(site, { ...customer, city: 'A', data: { billing_city: 'B' } })).toMatchObject({
      billing: { city: 'A' },
    });
  });

  test.each([
    [{}, noAddress],
    [{ data: [] }, noAddress],
    [{ s_email: 'a@b.c', shipping_phone: '1', nickname: 5, constructors: 1 }, noAddress],
    [{ city: '' }, { ...noAddress, billing: { city: '' } }],
    [{ ship_to_different_address: true }, { ...noAddress, shipElsewhere: true }],
    [{ data: { ship_to_different_address: '0' } }, { ...noAddress, shipElsewhere: false }],
  ])('%j becomes the expected command', async (body, expected) => {
    expect(await commandOf(site, { ...customer, ...body })).toEqual(expected);
  });

  test.each([
    [{ first_name: 5 }, 'first_name'],
    [{ s_city: null }, 's_city'],
    [{ billing_email: ['a@b.c'] }, 'billing_email'],
    [{ ship_to_different_address: 'perhaps' }, 'ship_to_different_address'],
    [{ data: { city: 5 } }, 'data'],
    [{ data: 'x' }, 'data'],
  ])('%j is refused with the name of the parameter', async (shape, name) => {
    const { status, body } = await site.post(updatePath, { ...customer, ...shape });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('may be sent as a form or in the query', async () => {
    const body = new URLSearchParams({ ...customer, first_name: 'Zoë', ship_to_different_address: '1' });
    await site.send('POST', updatePath, { body });
    expect(site.fakes.last.request).toMatchObject({
      command: { ...noAddress, billing: { firstName: 'Zoë' }, shipElsewhere: true },
    });
    await site.send('POST', '/v2/cart/update?namespace=update-customer&city=York');
    expect(site.fakes.last.request).toMatchObject({ command: { ...noAddress, billing: { city: 'York' } } });
  });

  test('with a text of more than a thousand characters is refused', async () => {
    expect(await commandOf(site, { ...customer, city: 'x'.repeat(1_001) })).toBe(null);
  });
});

test.each(mounts)('%s takes the addresses of carts and orders as they were read', async (path) => {
  const home = {
    ...{ firstName: 'Ann', lastName: 'Lee', company: 'X', country: 'NL', address1: 'Singel 1', address2: '' },
    ...{ postcode: '1012 AB', city: 'Amsterdam', state: 'NH' },
  };
  const billing = { ...home, phone: '123', email: 'ann@example.com' };
  const inOrder = {
    ...{ first_name: 'Ann', last_name: 'Lee', company: 'X', country: 'NL', address_1: 'Singel 1' },
    ...{ address_2: '', postcode: '1012 AB', city: 'Amsterdam', state: 'NH', phone: '123' },
  };
  const order = {
    billing_address: { ...inOrder, email: 'ann@example.com' },
    shipping_address: inOrder,
  };
  site.fakes.cart = aCart({ customer: { billing, shipping: home } });
  const { customer } = (await site.get(path.replace('/update', ''))).body;
  for (const addresses of [customer, order]) {
    for (const body of [addresses, { data: addresses }]) {
      const { status } = await site.send('POST', path, {
        body: JSON.stringify({ namespace: 'update-customer', ...body }),
        headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' },
      });
      expect(status).toBe(200);
      expect(site.fakes.last.request).toMatchObject({
        command: { kind: 'update-customer', billing, shipping: home, shipElsewhere: null },
      });
    }
  }
});

test.each(mounts)(
  '%s accepts addresses as answers have them, and a name beside them takes precedence',
  async (path) => {
    const command = await commandOf(
      site,
      {
        namespace: 'update-customer',
        data: {
          billing_address: { billing_first_name: 'Ann', billing_city: 'Utrecht', billing_state: '' },
          shipping_address: { shipping_city: 'Gouda', country: 'NL' },
          city: 'Delft',
        },
      },
      path,
    );
    expect(command).toEqual({
      ...noAddress,
      billing: { firstName: 'Ann', city: 'Delft', state: '' },
      shipping: { city: 'Gouda', country: 'NL' },
    });
  },
);
