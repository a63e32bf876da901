import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const shop = new GatewayFixture(natsFixture());
const without = new GatewayFixture(natsFixture(), { DOCS: 'off' });

test('each mount has a document with its own address; the document supports If-None-Match', async () => {
  const { status, headers, body } = await shop.get('/openapi.json');
  expect([status, body.openapi, body.servers]).toEqual([200, '3.1.0', [{ url: '/' }]]);
  const etag = headers.get('etag') ?? '';
  expect((await shop.get('/openapi.json', { 'if-none-match': etag })).status).toBe(304);
  const other = await shop.get('/wp-json/cocart/openapi.json');
  expect(other.body.servers).toEqual([{ url: '/wp-json/cocart' }]);
  expect(JSON.stringify(other.body)).toContain('"cocart_rate_limited"');
});

test('with DOCS=off there is no document', async () => {
  const { status, body } = await without.get('/openapi.json');
  expect([status, body.code]).toEqual([404, 'rest_no_route']);
});
