import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { isStrict } from './check.ts';

const shop = new GatewayFixture(natsFixture());
const strict = { prefer: 'handling=strict' };

test.each([
  ['handling=strict', true],
  ['respond-async, handling="strict"', true],
  ['Handling = Strict; wait=5', true],
  ['handling=lenient', false],
  ['return=minimal', false],
  [undefined, false],
])('Prefer: %s requests strict handling: %s', (header, wanted) => {
  expect(isStrict(header)).toBe(wanted);
});

test('an unknown parameter is ignored; a strict request is refused with the most similar name', async () => {
  const path = '/v2/products/13?contxt=view&zzzzzz=1&_fields=id';
  expect(await shop.get(path)).toMatchObject({ status: 200, body: { id: 13 } });
  const { status, body } = await shop.get(path, strict);
  expect([status, body]).toEqual([
    400,
    {
      code: 'rest_invalid_param',
      message: 'contxt is not known. Did you mean context? zzzzzz is not known.',
      data: {
        status: 400,
        params: {
          contxt: 'contxt is not known. Did you mean context?',
          zzzzzz: 'zzzzzz is not known.',
        },
        details: {
          contxt: {
            code: 'rest_unknown_param',
            message: 'contxt is not known. Did you mean context?',
            data: null,
          },
          zzzzzz: { code: 'rest_unknown_param', message: 'zzzzzz is not known.', data: null },
        },
      },
    },
  ]);
});

test('a strict request is checked even if its answer is cached, and the answer has Preference-Applied', async () => {
  await shop.get('/v2/products/13?zzzzzz=2');
  for (const [path, wanted] of [
    ['/v2/products/13?zzzzzz=2', 400],
    ['/v2/products/13', 200],
  ] as const) {
    const { status, headers } = await shop.get(path, strict);
    expect([status, headers.get('preference-applied')]).toEqual([wanted, 'handling=strict']);
  }
});

test('a strict request with an unknown member in the body is refused and changes nothing', async () => {
  const body = { id: '13', quantty: '2' };
  expect((await shop.add(body)).status).toBe(200);
  const heard = shop.fakes.heard.length;
  const refused = await shop.add(body, strict);
  expect([refused.status, refused.body.data.params]).toEqual([
    400,
    { quantty: 'quantty is not known. Did you mean quantity?' },
  ]);
  expect(shop.fakes.heard.length).toBe(heard);
});

test.each([
  [{ namespace: 'update-customer', data: { postcod: 'x' } }, 'data[postcod]', 'postcode'],
  [{ namespace: 'update-customer', frist_name: 'x' }, 'frist_name', 'first_name'],
  [{ namespace: 'update-cart', data: { quantitis: { a: 1 } } }, 'data[quantitis]', 'quantity'],
])('a strict update of the cart may have the members of its namespace only: %j', async (body, path, near) => {
  const refused = await shop.send('POST', '/v2/cart/update', {
    headers: { ...strict, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([refused.status, refused.body.data.params]).toEqual([
    400,
    { [path]: `${path} is not known. Did you mean ${near}?` },
  ]);
});

test('names that every route accepts and members for extensions are not refused', async () => {
  const known = await shop.get('/v2/cart?cart_key=&_envelope=1&_skip_cache=true', strict);
  expect(known.status).toBe(200);
  const extended = await shop.send('POST', '/v2/cart/update', {
    headers: { ...strict, 'content-type': 'application/json' },
    body: JSON.stringify({ namespace: 'of-an-extension', of_an_extension: 1 }),
  });
  expect(extended.body.code).not.toBe('rest_invalid_param');
});
