import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { AnyEvent, EventType } from '#contracts/events.ts';
import type { Webhook } from '#contracts/webhooks.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { Deliveries, type DeliveriesDeps } from './deliveries.ts';
import { maxTries, secretOf, signature } from './domain/delivery.ts';
import { webhookOperations } from './operations.ts';
import { Sender } from './sender.ts';
import { DeliveryStore } from './store/delivery-store.ts';
import { WebhookStore } from './store/webhook-store.ts';

const mongod = mongodFixture();
const secret = 'a secret of tests, 32 characters or more';
const begin = 1_795_000_000_000;
let now = begin;

/** The requests that each receiver got, by path. */
const received = new Map<string, { event: string; body: string; signature: string }[]>();
/** How receivers answer, by path. All other receivers answer 204. */
const answers = new Map<string, (response: ServerResponse) => void>();
let receiver: Server;
let url = '';

let engine: Engine;
let webhooks: WebhookStore;
let deliveries: DeliveryStore;
let replicas: Deliveries[] = [];

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  let body = '';
  for await (const chunk of request) body += chunk;
  const header = (name: string) => String(request.headers[name]);
  const delivery = { event: header('cartwright-event-id'), body, signature: header('cartwright-signature') };
  received.set(path, [...(received.get(path) ?? []), delivery]);
  const answer = answers.get(path);
  if (answer) answer(response);
  else response.writeHead(204).end();
}

beforeAll(async () => {
  receiver = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  [webhooks, deliveries] = [new WebhookStore(engine), new DeliveryStore(engine)];
  await engine.start(async () => {
    for (const store of [webhooks, deliveries]) await store.prepare();
  });
});
afterEach(async () => {
  receiver.closeAllConnections();
  await Promise.all(replicas.map((replica) => replica.close()));
  for (const name of ['webhooks', 'webhook_deliveries'])
    await engine.connection.collection(name).deleteMany({});
  for (const map of [received, answers]) map.clear();
  [replicas, now] = [[], begin];
});
afterAll(async () => {
  receiver.close();
  await engine.close();
});

/** Creates a replica that sends deliveries, with some dependencies replaced. */
function replica(changes: Partial<DeliveriesDeps> = {}): Deliveries {
  const deps = { webhooks, deliveries, secret, log: pino({ level: 'silent' }), now: () => now };
  const one = new Deliveries({ ...deps, sender: new Sender(true), ...changes });
  replicas.push(one);
  void one.run();
  return one;
}

async function webhook(path: string, types: EventType[] = []): Promise<Webhook> {
  const made = { id: `wh_${path}`, url: `${url}/${path}`, types, description: '', createdAt: begin };
  await webhooks.create(made);
  return made;
}

const changed = (revision: number, at = now): AnyEvent => ({
  ...{ id: `c:${revision}`, type: 'cart.changed', at },
  data: { cart: 'd'.repeat(43), customer: null, revision, items: [], lines: 0 },
});
const products = (): AnyEvent => ({ id: 'p1', type: 'product.changed', at: now, data: { products: [1] } });

const events = (path: string) => (received.get(`/${path}`) ?? []).map(({ event }) => event);
const log = async (path: string) =>
  (await deliveries.list(`wh_${path}`, null, { skip: 0, limit: 100 })).deliveries;
const until = (holds: () => Promise<void> | void) => vi.waitFor(holds, { timeout: 30_000, interval: 10 });
const untilStates = (path: string, ...states: string[]) =>
  until(async () => expect((await log(path)).map(({ state }) => state)).toEqual(states));

test('each webhook gets the signed events that it subscribes to and that happened after its creation', async () => {
  await webhook('all');
  await webhook('some', ['product.changed']);
  const one = replica();
  await Promise.all(
    [changed(1, begin - 1), changed(2), products(), changed(2)].map((event) => one.take(event)),
  );
  await untilStates('all', 'delivered', 'delivered');
  await untilStates('some', 'delivered');
  expect([events('all').sort(), events('some')]).toEqual([['c:2', 'p1'], ['p1']]);
  const [delivery = { body: '', signature: '' }] = received.get('/some') ?? [];
  expect(JSON.parse(delivery.body)).toEqual({
    ...{ id: 'p1', type: 'product.changed', created_at: '2026-11-18T11:06:40.000Z', data: { products: [1] } },
  });
  expect(delivery.signature).toBe(signature(delivery.body, secretOf('wh_some', secret), begin / 1_000));
});

/** Returns the delivery store with a counter of stored failures. */
function counting() {
  const counted = {
    failures: 0,
    deliveries: {
      add: deliveries.add.bind(deliveries),
      lease: deliveries.lease.bind(deliveries),
      delivered: deliveries.delivered.bind(deliveries),
      async failed(...args: Parameters<DeliveryStore['failed']>) {
        await deliveries.failed(...args);
        counted.failures += 1;
      },
    },
  };
  return counted;
}

test('a receiver that is unavailable for a minute gets all events afterwards', async () => {
  await webhook('down');
  answers.set('/down', (response) => response.destroy());
  const counted = counting();
  const one = replica({ deliveries: counted.deliveries });
  await Promise.all([1, 2, 3].map((revision) => one.take(changed(revision))));
  for (let tries = 1; now < begin + 60_000; tries += 1) {
    await until(() => expect(counted.failures).toBe(3 * tries));
    const pending = await log('down');
    const problem = 'the receiver could not be reached (ECONNRESET)';
    expect(pending).toMatchObject(
      Array(3).fill({ state: 'waiting', attempts: tries, status: null, problem }),
    );
    now = Math.max(...pending.map(({ nextAt }) => nextAt ?? 0));
    one.wake();
    if (now >= begin + 60_000) answers.delete('/down');
  }
  await untilStates('down', 'delivered', 'delivered', 'delivered');
  expect(now).toBeLessThan(begin + 130_000);
  expect([...new Set(events('down'))].sort()).toEqual(['c:1', 'c:2', 'c:3']);
});

test('a delivery that always fails becomes dead, and is sent after a replay', async () => {
  await webhook('gone');
  answers.set('/gone', (response) => response.writeHead(503).end());
  const counted = counting();
  const one = replica({ deliveries: counted.deliveries });
  await one.take(changed(1));
  for (let tries = 1; tries < maxTries; tries += 1) {
    await until(() => expect(counted.failures).toBe(tries));
    now = (await log('gone'))[0]?.nextAt ?? 0;
    one.wake();
  }
  await untilStates('gone', 'dead');
  const problem = 'the receiver answered 503';
  expect(await log('gone')).toMatchObject([{ attempts: maxTries, nextAt: null, status: 503, problem }]);
  answers.delete('/gone');
  await deliveries.replayDead('wh_gone', now);
  one.wake();
  await untilStates('gone', 'delivered');
});

test('a receiver that does not answer has eight deliveries in progress and delays no other receiver', async () => {
  await webhook('silent');
  await webhook('quick');
  answers.set('/silent', () => {});
  const one = replica();
  await Promise.all(Array.from({ length: 40 }, (_, revision) => one.take(changed(revision))));
  await until(async () => expect(await deliveries.count('wh_quick', 'delivered')).toBe(40));
  await until(() => expect(events('silent')).toHaveLength(8));
  expect(await deliveries.count('wh_silent', 'waiting')).toBe(40);
});

test('two replicas send each delivery once, also to a webhook that was created after both had started', async () => {
  const [one, other] = [replica(), replica()];
  await webhook('both');
  const revisions = Array.from({ length: 60 }, (_, revision) => revision);
  await Promise.all(revisions.map((revision) => (revision % 2 ? one : other).take(changed(revision))));
  await until(async () => expect(await deliveries.count('wh_both', 'delivered')).toBe(60));
  expect(events('both').sort()).toEqual(revisions.map((revision) => `c:${revision}`).sort());
});

test('a delivery whose result one replica could not store is sent again by another, with the same id and body', async () => {
  await webhook('twice');
  const sent = Promise.withResolvers<void>();
  const killed = {
    ...counting().deliveries,
    delivered: async () => sent.resolve(),
  };
  const first = replica({ deliveries: killed });
  await first.take(changed(1));
  await sent.promise;
  await first.close();
  now += 30_000;
  const other = replica();
  other.wake();
  await untilStates('twice', 'delivered');
  const [before, again, ...more] = received.get('/twice') ?? [];
  expect([again?.event, again?.body, more]).toEqual([before?.event, before?.body, []]);
  expect(again?.signature).not.toBe(before?.signature);
});

test('deleting a webhook deletes its pending deliveries, and nothing more is sent', async () => {
  await webhook('deleted');
  answers.set('/deleted', (response) => response.writeHead(500).end());
  const counted = counting();
  const one = replica({ deliveries: counted.deliveries });
  await one.take(changed(1));
  await until(() => expect(counted.failures).toBe(1));
  const log = pino({ level: 'silent' });
  const deps = {
    webhooks,
    deliveries,
    dispatch: one,
    sender: new Sender(true),
    secret,
    log,
    now: () => now,
  };
  const remove = webhookOperations(deps).find(({ operation }) => operation.name === 'events.delete-webhook');
  await remove?.run({ webhook: 'wh_deleted' }, {} as never);
  await until(async () => expect(await deliveries.count('wh_deleted', 'waiting')).toBe(0));
  now += 3_600_000;
  await one.take(changed(2));
  one.wake();
  expect([events('deleted'), await deliveries.count('wh_deleted', 'waiting')]).toEqual([['c:1'], 0]);
});
