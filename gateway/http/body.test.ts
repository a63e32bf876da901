import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture());
const json = { 'Content-Type': 'application/json' };
const post = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = json,
) => site.send('POST', '/v2/cart/add-item', { body, headers });

describe('a body', () => {
  const missing = { status: 400, code: 'rest_missing_callback_param' };
  const invalid = { status: 400, code: 'rest_invalid_json' };
  const badParameter = { status: 400, code: 'rest_invalid_param' };
  const deep = (levels: number) => `{"id":"13","item_data":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

  test.each([
    ['{"id":"13"', json, invalid],
    ['{bad', json, invalid],
    ["{'id':'13'}", json, invalid],
    [deep(30), json, invalid],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, json, invalid],
    ['{"id":"13","item_data":[{"prototype":1}]}', json, badParameter],
    ['{"id":"13","item_data":"text"}', json, badParameter],
    ['{"__proto__":{"id":"13"}}', json, missing],
    ['{}', json, missing],
    ['[]', json, missing],
    ['', json, missing],
    ['  ', json, missing],
    ['null', json, missing],
    ['"13"', json, missing],
    ['[{"id":"13"}]', json, missing],
    ['{"id":"13"}', { 'Content-Type': 'text/plain' }, missing],
    ['id[a]=1', { 'Content-Type': 'application/x-www-form-urlencoded' }, badParameter],
    ['id[]=13', { 'Content-Type': 'application/x-www-form-urlencoded' }, badParameter],
  ])('%.40j is refused', async (body, headers, { status, code }) => {
    const answer = await post(body, headers);
    expect([answer.status, answer.body.code, answer.body.data.status]).toEqual([status, code, status]);
    expect(site.fakes.heard).toEqual([]);
  });

  const odd = '{"__proto__":{"x":"1"},"constructor":"2","prototype":"3","a":{"__proto__":"5"}}';
  const brackets = '[__proto__][x]=1,[constructor]=2,[prototype]=3,[a][__proto__]=5';
  const form = `id=13&${brackets
    .split(',')
    .map((one) => `item_data${one}`)
    .join('&')}`;
  test.each([
    ['JSON', `{"id":"13","__proto__":{"y":1},"item_data":${odd}}`, json],
    ['a form', form, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('in %s keeps any name in a free map, and changes no prototype', async (_, body, headers) => {
    expect((await post(body, headers)).status).toBe(200);
    const { command } = site.fakes.last.request as { command: { item: { itemData: object } } };
    expect(JSON.stringify(command.item.itemData)).toBe(odd);
    expect(Object.getPrototypeOf(command.item.itemData)).toBe(Object.prototype);
    expect([{}].map((one) => [(one as { x?: string }).x, (one as { y?: string }).y])).toEqual([
      [undefined, undefined],
    ]);
  });

  test.each(['', '/wp-json/cocart'])(
    'may have an empty text for an object, on the mount "%s"',
    async (mount) => {
      const encoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const path = `${mount}/v2/cart/add-item`;
      for (const [query, body, headers] of [
        ['', 'id=13&variation=&item_data=', encoded],
        ['?id=13&variation=&item_data=', '', {}],
        ['', '{"id":"13","variation":"","item_data":""}', json],
      ] as const) {
        site.fakes.heard.length = 0;
        const { status } = await site.send('POST', path + query, { body, headers });
        expect(status).toBe(200);
        expect(site.fakes.last.request).toMatchObject({ command: { item: { variation: {}, itemData: {} } } });
      }
    },
  );

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'a[0][b][]&'.repeat(26_000), 1_000],
    ['an object', 'application/json', `{"id":"13","item_data":{"a":[${'0,'.repeat(20_000)}0]}}`, 20_000],
  ])('with too many values is refused: %s', async (_what, type, body, maximum) => {
    const answer = await post(body, { 'Content-Type': type });
    expect([answer.status, answer.body.code, answer.body.data]).toEqual([
      400,
      'service_too_many_parameters',
      { status: 400, maximum },
    ]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('of bytes that are not UTF-8 is invalid JSON', async () => {
    const { status, body } = await post(
      new Uint8Array([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    );
    expect([status, body.code, body.data]).toEqual([
      400,
      'rest_invalid_json',
      { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
    ]);
  });

  test.each([['application/json; charset=utf-8'], ['Application/JSON'], ['application/vnd.api+json']])(
    'is JSON as %s',
    async (type) => {
      expect((await post('{"id":"13"}', { 'Content-Type': type })).status).toBe(200);
    },
  );

  test('keeps every character, and names that resemble operators or members of prototypes', async () => {
    const itemData = { 'wünsche 你好': '🎁', toString: 1, 'a.b': '$where', $ne: null };
    await post(JSON.stringify({ id: '13', item_data: itemData }));
    expect(site.fakes.last.request).toMatchObject({ command: { item: { itemData } } });
  });

  test('may be nested twenty levels deep', async () => {
    expect((await post(deep(18))).status).toBe(200);
    expect((await post(deep(20))).status).toBe(400);
  });

  test('above 256 KiB is refused, with a declared length or without', async () => {
    const large = JSON.stringify({ id: '13', item_data: { a: 'x'.repeat(262_144) } });
    const answer = await post(large);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const streamed = await post(stream);
    expect([answer.status, answer.body.code, streamed.status]).toEqual([
      413,
      'service_request_too_large',
      413,
    ]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('that is compressed is refused', async () => {
    const { status, body } = await post(new Uint8Array(gzipSync('{"id":"13"}')), {
      ...json,
      'Content-Encoding': 'gzip',
    });
    expect([status, body.code]).toEqual([415, 'service_unsupported_media_type']);
  });

  test('may come in chunks after a 100-continue', async () => {
    const answer = await site.raw(
      [
        'POST /v2/cart/add-item HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Expect: 100-continue',
        'Connection: close',
        '',
        '5\r\n{"id"\r\n6\r\n:"13"}\r\n0\r\n\r\n',
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/);
  });

  test('may come in 4,000 chunks; a body with more chunks is refused before its end is read', async () => {
    const inPieces = (count: number) =>
      [
        'POST /v2/cart/add-item HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        `b\r\n{"id":"13"}\r\n${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`,
      ].join('\r\n');
    expect(await site.raw(inPieces(4_000))).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    const before = site.fakes.heard.length;
    const second = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await site.raw(inPieces(4_200) + second);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"service_request_too_large"');
    expect(answer).toContain('\r\nConnection: close\r\n');
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
    // The gateway stops reading after 4,096 chunks, so more chunks cost nothing.
    await site.raw(inPieces(250_000));
    expect(site.fakes.heard.length).toBe(before);
    expect((await site.send('GET', '/health/live')).status).toBe(200);
  });

  test('that its client does not finish is not counted as a 5xx', async () => {
    await site.raw(
      'POST /v2/cart/add-item HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    expect((await site.send('GET', '/health/live')).status).toBe(200);
    expect(await site.gateway.metrics.registry.metrics()).not.toMatch(/status="5xx"/);
  });
});
