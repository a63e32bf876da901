import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { ResponseCache } from '../cache/response-cache.ts';
import type { GatewayContext } from '../http/request-state.ts';
import { sendEntry } from './answer.ts';

function contextOf(headers: IncomingMessage['headers']): GatewayContext {
  const req = Object.assign(new IncomingMessage(new Socket()), { headers, url: '/' });
  return new Koa().createContext(req, new ServerResponse(req)) as GatewayContext;
}

test('a cached answer is sent with the headers of its route, with status 304 too', async () => {
  const entry = await new ResponseCache().uncached('/route', async () => ({
    body: [],
    headers: { 'X-WP-Total': '0', 'Cache-Control': 'no-store' },
    holdsUntil: null,
    products: 'any',
    asOf: null,
  }));
  for (const [headers, status] of [
    [{}, 200],
    [{ 'if-none-match': entry.etag }, 304],
  ] as const) {
    const ctx = contextOf(headers);
    sendEntry(ctx, { entry, outcome: 'HIT' });
    expect([ctx.status, ctx.response.get('X-WP-Total')]).toEqual([status, '0']);
    expect(ctx.response.get('Cache-Control')).toMatch(/^public/);
  }
});
