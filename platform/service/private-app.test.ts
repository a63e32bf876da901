import { request, type Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { operation } from '#contracts/operation.ts';
import { Dispatcher, implement } from '#platform/bus/dispatcher.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Health } from './health.ts';
import { Metrics } from './metrics.ts';
import { isFromHere, listen, privateApp } from './private-app.ts';

const token = 'a token of at least thirty-two characters';
const double = operation('test.double', {
  summary: 'Doubles a number',
  access: 'operator',
  effect: 'read',
  request: z.object({ number: z.int() }),
  reply: z.object({ number: z.int(), cart: z.string().nullable() }),
});
const state = { ready: true };
const health: Health = {
  ready: async () => state.ready,
  details: () => ({
    ...{ ready: state.ready, reasons: state.ready ? [] : ['the bus is away'] },
    dependencies: { redis: { state: 'sick', reason: 'its memory is full', since: 5 } },
    ...{ feeds: {}, backlogs: {}, clocks: { redis: 0.25 } },
  }),
};
let server: Server;
let url: string;

beforeAll(async () => {
  const metrics = new Metrics('test-1');
  const served = implement(double, async ({ number }, { claim }) => ({
    number: number * 2,
    cart: claim?.cart ?? null,
  }));
  const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), metrics);
  const app = privateApp({ dispatcher, metrics, operationsToken: token, health });
  ({ server, url } = await listen(app, '127.0.0.1', 0));
});
afterAll(() => server.close());

/** Sends a request with headers that `fetch` does not allow, such as Host. */
function send(
  path: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const authorization = `Bearer ${token}`;
const json = { authorization, 'content-type': 'application/json' };
const call = (headers: Record<string, string>, body = '{"number":21}') =>
  send('/operations/test.double', { method: 'POST', headers, body });

test('an operator with the token calls an operation with curl, with and without a claim', async () => {
  expect(await call(json)).toEqual({ status: 200, body: '{"number":42,"cart":null}' });
  const claim = JSON.stringify({
    kind: 'guest',
    cart: 't_0123456789abcdef',
    setsPrices: false,
    setsFees: false,
    client: '',
  });
  expect((await call({ ...json, claim })).body).toBe('{"number":42,"cart":"t_0123456789abcdef"}');
});

test.each([
  ['no token', { 'content-type': 'application/json' }, 401],
  ['another token', { ...json, authorization: 'Bearer x' }, 401],
  ['a form, as a web page could send it', { authorization, 'content-type': 'text/plain' }, 415],
  ["a web page's host", { ...json, host: 'evil.example' }, 403],
  ['a host rebound to this machine', { ...json, host: 'evil.example:8080' }, 403],
])('a call with %s is refused', async (_title, headers, status) => {
  expect((await call(headers)).status).toBe(status);
});

test.each([
  ['{"number":', 'service_invalid_request'],
  ['{"number":"x"}', 'service_invalid_request'],
  ['[]', 'service_invalid_request'],
])('the body %s is refused and says why', async (body, code) => {
  const answer = await call(json, body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ code, data: { status: 400, issues: [expect.anything()] } });
});

test('the list of operations needs the token and contains the schemas of each operation', async () => {
  expect((await send('/operations')).status).toBe(401);
  const listed = JSON.parse((await send('/operations', { headers: { authorization } })).body);
  expect(listed).toMatchObject([{ name: 'test.double', request: { required: ['number'] } }]);
});

test('health and metrics answer, and readiness follows the process', async () => {
  const { version } = manifest;
  expect((await send('/health/live')).status).toBe(200);
  expect((await send('/health/ready')).status).toBe(200);
  expect(await send('/health')).toEqual({ status: 200, body: JSON.stringify({ status: 'ready', version }) });
  state.ready = false;
  expect((await send('/health/ready')).status).toBe(503);
  expect(await send('/health')).toEqual({
    status: 503,
    body: JSON.stringify({ status: 'not ready', version }),
  });
  state.ready = true;
  await call(json);
  expect((await send('/metrics')).body).toMatch(
    /cartwright_operation_seconds_count\{[^}]*operation="test.double",outcome="ok"/,
  );
});

test('other paths answer 404, and a body that is too large is refused', async () => {
  expect((await send('/')).status).toBe(404);
  expect((await send('/operations/test.nope', { method: 'POST', headers: json, body: '{}' })).status).toBe(
    404,
  );
  const large = await call(json, JSON.stringify({ number: 1, pad: 'x'.repeat(300_000) }));
  expect(large.status).toBe(413);
});

test('verbose readiness shows the dependencies of the process', async () => {
  const { version } = manifest;
  const behind = {
    dependencies: { redis: { state: 'sick', reason: 'its memory is full', since: 5 } },
    ...{ feeds: {}, backlogs: {}, clocks: { redis: 0.25 } },
  };
  const ready = await send('/health/ready?verbose');
  expect([ready.status, JSON.parse(ready.body)]).toEqual([
    200,
    { status: 'ready', version, reasons: [], ...behind },
  ]);
  state.ready = false;
  const not = await send('/health/ready?verbose');
  state.ready = true;
  const reasons = ['the bus is away'];
  expect([not.status, JSON.parse(not.body)]).toEqual([
    503,
    { status: 'not ready', version, reasons, ...behind },
  ]);
});

test.each([
  ['localhost:9090', '127.0.0.1', true],
  ['127.0.0.1:9090', '::ffff:127.0.0.1', true],
  ['[::1]:9090', '::1', true],
  ['evil.example', '127.0.0.1', false],
  ['localhost:9090', '10.0.0.7', false],
  ['localhost:9090', '::ffff:10.0.0.7', false],
  ['localhost:9090', '', false],
])('operations requested at host %s from %s are served: %s', (host, peer, served) => {
  expect(isFromHere(host, peer)).toBe(served);
});
