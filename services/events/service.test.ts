import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { type createWebhook, Webhook } from '#contracts/webhooks.ts';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody } from '#platform/service/process.ts';
import { natsFixture, ownMongodFixture } from '#testing/engines.ts';
import { isUp } from '#testing/is-up.ts';
import { eventsBody } from './service.ts';
import { EventsSettings } from './settings.ts';

const mongod = ownMongodFixture();
const nats = natsFixture();
const secret = 'a secret of tests, 32 characters or more';
const receivedIds: string[] = [];
const receiver = createServer((request, response) => {
  receivedIds.push(String(request.headers['cartwright-event-id']));
  response.writeHead(204).end();
});
let connection: NatsConnection;
let body: ProcessBody;
let url = '';

function bodyWith(privateAddresses: string): ProcessBody {
  const settings = EventsSettings.parse({
    ...{ NATS_URL: nats.url, CLAIM_PUBLIC_KEY: testClaimKeys.publicKey, OPERATIONS_TOKEN: secret },
    ...{ EVENTS_MONGODB_URL: mongod.url, EVENTS_SECRET: secret, WEBHOOK_PRIVATE_ADDRESSES: privateAddresses },
  });
  return eventsBody(settings, {
    ...{ nats: connection, logger: pino({ level: 'silent' }), metrics: new Metrics('events-1') },
  });
}

async function run(one: ProcessBody, name: string, request: object): Promise<unknown> {
  const served = one.served.find(({ operation }) => operation.name === `events.${name}`);
  return served?.run(request, {} as never);
}

const until = (holds: () => Promise<void> | void) => vi.waitFor(holds, { timeout: 30_000, interval: 20 });
const ready = (one: ProcessBody) =>
  until(async () => {
    expect(await isUp(one.dependencies)).toBe(true);
  });

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
  body = bodyWith('allow');
  await ready(body);
});
// One of the tests pauses MongoDB, so each test waits until the replica is ready.
beforeEach(() => ready(body));
afterAll(async () => {
  await body.shut?.();
  await body.close();
  await connection.close();
  receiver.close();
});

test('an event that arrives while MongoDB is unavailable is not acknowledged, and is delivered later', async () => {
  await run(body, 'create-webhook', { url, types: [] });
  const event = (id: string): AnyEvent => ({
    id,
    type: 'product.changed',
    at: Date.now(),
    data: { products: [1] },
  });
  const stream = new EventStream(connection);
  await stream.publish([event('before')]);
  await until(() => expect(receivedIds).toEqual(['before']));
  process.kill(mongod.pid, 'SIGSTOP');
  try {
    await stream.publish([event('while')]);
    const manager = await connection.jetstreamManager();
    await until(async () => {
      const { num_ack_pending, num_redelivered } = await manager.consumers.info(eventStream, 'webhooks');
      expect([num_ack_pending, num_redelivered]).toEqual([1, 1]);
    });
    expect(receivedIds).toEqual(['before']);
  } finally {
    process.kill(mongod.pid, 'SIGCONT');
  }
  await until(() => expect(receivedIds).toEqual(['before', 'while']));
});

test.each(['http://me:hunter2@shop.example/', 'ftp://shop.example/', 'shop.example'])(
  'a webhook cannot have the address %s',
  async (bad) => {
    await expect(run(body, 'create-webhook', { url: bad, types: [] })).rejects.toMatchObject({
      code: 'service_invalid_request',
      data: { issues: [{ path: 'url' }] },
    });
  },
);

test('a private address is refused unless the settings allow it; a webhook stored with one is not called', async () => {
  const one = bodyWith('refuse');
  await Promise.all([ready(one), ready(body)]);
  await expect(run(one, 'create-webhook', { url, types: [] })).rejects.toMatchObject({
    code: 'service_webhook_address_refused',
  });
  const made = (await run(body, 'create-webhook', { url, types: [] })) as ReturnType<
    typeof createWebhook.reply.parse
  >;
  expect(Webhook.parse(made.webhook)).toEqual(made.webhook);
  const { length } = receivedIds;
  const tried = { delivered: false, status: null, problem: 'the address is not a public one' };
  expect([await run(one, 'test-webhook', { webhook: made.webhook.id }), receivedIds.length]).toEqual([
    tried,
    length,
  ]);
  expect(await run(body, 'test-webhook', { webhook: made.webhook.id })).toMatchObject({
    delivered: true,
    status: 204,
  });
  await one.shut?.();
  await one.close();
});

test('every operation refuses an unknown webhook', async () => {
  for (const name of ['test-webhook', 'list-deliveries', 'replay-deliveries', 'delete-webhook']) {
    await expect(run(body, name, { webhook: 'wh_unknown' })).rejects.toMatchObject({
      code: 'service_webhook_not_found',
    });
  }
});
