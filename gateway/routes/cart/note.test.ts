import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture());
const key = 'a'.repeat(32);
const path = '/v2/cart?cart_key=t_0123456789abcdef0123456789abcdef';

const change = (body: unknown) =>
  site.send('PATCH', path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

test('a note and attributes of the cart and of items become one command', async () => {
  const body = {
    note: 'Ring\ntwice',
    attributes: { Gift: 'yes' },
    items: { [key]: { attributes: { For: 'Ann' } } },
  };
  const { status } = await change(body);
  expect(status).toBe(200);
  const heard = site.fakes.heard.find(({ operation }) => operation === 'cart.change');
  expect(heard?.request).toMatchObject({
    command: {
      kind: 'annotate',
      note: 'Ring\ntwice',
      given: { Gift: 'yes' },
      lines: [{ lineKey: key, given: { For: 'Ann' } }],
    },
  });
});

test.each([
  ['note', { note: 'a'.repeat(1_001) }],
  ['attributes', { attributes: { a: 'b'.repeat(201) } }],
  ['attributes', { attributes: { ['a'.repeat(201)]: 'b' } }],
  ['attributes', { attributes: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, 'a'])) }],
  ['items', { items: { [key]: { attributes: { a: 'b'.repeat(201) } } } }],
  ['items', { items: { [key]: {} } }],
])('too much in %s is refused', async (name, body) => {
  const { status, body: answer } = await change(body);
  expect([status, answer.code, Object.keys(answer.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
});
