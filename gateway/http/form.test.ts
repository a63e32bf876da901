import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';

const site = new GatewayFixture(natsFixture());
/** Both mounts, and the URL of the CoCart mount in a shop without permalinks. */
const mounts = ['', '/wp-json/cocart', '/?rest_route=/cocart'];
const key = issuedKey('form');

/** The three encodings of a form. PHP's `http_build_query` escapes the brackets. */
const encodings = {
  plain: (pairs: readonly string[][]) => ({
    body: pairs.map(([name, value]) => `${name}=${value}`).join('&'),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
  escaped: (pairs: readonly string[][]) => ({ body: new URLSearchParams(pairs as [string, string][]) }),
  multipart: (pairs: readonly string[][]) => ({
    body: `${pairs.map(([name, value]) => `--x1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x1--\r\n`,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x1' },
  }),
};
const multipart = (body: string | Uint8Array<ArrayBuffer>) => ({
  body,
  headers: { 'Content-Type': 'multipart/form-data; boundary=x1' },
});

describe.each(mounts)('a form on the mount %j', (mount) => {
  test.each(Object.entries(encodings))('adds a variation with its data, %s', async (_encoding, write) => {
    const { status } = await site.send(
      'POST',
      `${mount}/v2/cart/add-item`,
      write([
        ['id', '52'],
        ['quantity', '2'],
        ['variation[attribute_pa_colour]', 'red'],
        ['item_data[gift][to]', 'Änne'],
        ['return_item', '0'],
      ]),
    );
    expect(status).toBe(200);
    expect(site.fakes.last.request).toMatchObject({
      command: {
        item: {
          reference: '52',
          quantity: '2',
          variation: { attribute_pa_colour: 'red' },
          itemData: { gift: { to: 'Änne' } },
        },
      },
    });
  });

  test.each(Object.entries(encodings))('adds a group, and a list of items, %s', async (_encoding, write) => {
    const path = `${mount}/v2/cart/add-items`;
    await site.send(
      'POST',
      path,
      write([
        ['id', '50'],
        ['quantity[30]', '1'],
        ['quantity[7]', '2'],
      ]),
    );
    expect(site.fakes.last.request).toMatchObject({ command: { quantities: { 30: '1', 7: '2' } } });
    await site.send(
      'POST',
      path,
      write([
        ['items[2][id]', '13'],
        ['items[5][id]', '14'],
        ['items[5][quantity]', '3'],
      ]),
    );
    expect(site.fakes.last.request).toMatchObject({
      command: { items: [{ reference: '13' }, { reference: '14', quantity: '3' }] },
    });
  });

  test('sets quantities by the keys of the lines', async () => {
    const line = 'a'.repeat(32);
    const pairs = [
      ['namespace', 'update-cart'],
      [`quantity[${line}]`, '4'],
    ];
    await site.send('POST', `${mount}/v2/cart/update`, encodings.plain(pairs));
    expect(site.fakes.last.request).toMatchObject({
      command: { kind: 'set-quantities', quantities: [{ lineKey: line, quantity: '4' }] },
    });
  });

  test('may be sent as the query of a POST request', async () => {
    const query = `${mount.includes('?') ? '&' : '?'}id=52&variation[attribute_pa_colour]=red`;
    await site.send('POST', `${mount}/v2/cart/add-item${query}`);
    expect(site.fakes.last.request).toMatchObject({
      command: { item: { reference: '52', variation: { attribute_pa_colour: 'red' } } },
    });
  });

  test.each([...Object.entries(encodings)])(
    'may contain the cart key, as a query may, %s',
    async (_encoding, write) => {
      const pairs = [
        ['id', '13'],
        ['cart_key', key],
      ];
      const { headers } = await site.send('POST', `${mount}/v2/cart/add-item`, write(pairs));
      expect(headers.get('Cart-Key')).toBe(key);
    },
  );

  test('JSON may contain the cart key; a header has precedence', async () => {
    const other = issuedKey('other');
    const path = `${mount}/v2/cart/add-item`;
    const inBody = await site.post(path, { id: '13', cart_key: key });
    const inHeader = await site.post(path, { id: '13', cart_key: key }, { 'Cart-Key': other });
    expect([inBody, inHeader].map(({ headers }) => headers.get('Cart-Key'))).toEqual([key, other]);
  });

  test('the id of a customer as cart key in a body is refused without credentials', async () => {
    site.fakes.auth.ids.add('7');
    const { status, body } = await site.post(`${mount}/v2/cart/add-item`, { id: '13', cart_key: '7' });
    expect([status, body.code]).toEqual([403, expect.stringMatching(/_must_authenticate_user$/)]);
  });

  test.each([13, 0, 52])('the id %i and a quantity may be JSON numbers', async (id) => {
    const { status } = await site.post(`${mount}/v2/cart/add-item`, { id, quantity: 2 });
    expect(status).toBe(200);
    expect(site.fakes.last.request).toMatchObject({
      command: { item: { reference: String(id), quantity: '2' } },
    });
  });
});

describe('a multipart form is refused', () => {
  const file = '--x1\r\nContent-Disposition: form-data; name="id"; filename="a.txt"\r\n\r\n13\r\n--x1--\r\n';
  const field = (name: string) => `--x1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;

  test.each([
    ['with a file', multipart(file), 415, 'service_unsupported_media_type'],
    ['that breaks off', multipart(field('id')), 400, 'service_invalid_form'],
    [
      'with a field without a name',
      multipart('--x1\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x1--'),
      400,
      'service_invalid_form',
    ],
    ['whose body is not multipart', multipart('id=13'), 400, 'service_invalid_form'],
    [
      'with too many fields',
      multipart(`${field('a[]').repeat(1_001)}--x1--`),
      400,
      'service_too_many_parameters',
    ],
    [
      'with too many brackets',
      multipart(`${field(`a${'[b]'.repeat(21)}`)}--x1--`),
      400,
      'rest_invalid_param',
    ],
    [
      'without a boundary',
      { ...multipart('--x1--'), headers: { 'Content-Type': 'multipart/form-data' } },
      400,
      'service_invalid_form',
    ],
  ] as const)('%s', async (_what, sent, status, code) => {
    const answer = await site.send('POST', '/v2/cart/add-item', sent);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('or accepted, but never hangs, when a byte is damaged', async () => {
    const whole = Buffer.from(`${field('id')}${field('variation[attribute_pa_colour]')}--x1--\r\n`);
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = Uint8Array.from(whole);
      damaged[at] = [13, 10, 45, 0, 255][at % 5] as number;
      const { status } = await site.send('POST', '/v2/cart/add-item', multipart(damaged));
      expect([200, 400]).toContain(status);
    }
  });
});
