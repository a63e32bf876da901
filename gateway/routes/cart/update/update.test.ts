import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';
import { a, cocartPath, commandOf, noAddress, updatePath } from './update.fixture.ts';

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
