import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';
import { cocartPath, commandOf, noAddress, updatePath } from './update.fixture.ts';

const site = new GatewayFixture(natsFixture());
const mounts = [updatePath, cocartPath];
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
