import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEvent } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { runCli } from '#testing/import-shop.ts';
import { most } from '#testing/limit-checks.ts';
import { startSystem } from '#testing/system.ts';
import type { Measurement } from './logins.ts';
import { cpuOf, processesOf } from './processes.ts';
import { production } from './systems.ts';

/** Name of this measurement, for the option `--only` of `npm run bench`. */
export const webhooksName = 'webhooks';

/** Events per second and duration in seconds. */
const eventsASecond = 100;
const seconds = 30;
const count = eventsASecond * seconds;
/** Milliseconds after the last event within which all deliveries must have arrived. */
const lateMs = 10_000;
const maxMs = 1_000;

/** Starts a receiver that accepts all deliveries and measures the time from an event to its delivery. */
async function receiver() {
  const times = createHistogram();
  const ids = new Set<string>();
  let heard = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, created_at: at } = JSON.parse(body) as { id: string; created_at: string };
    response.writeHead(204).end();
    times.record(Math.max(1, Date.now() - Date.parse(at)));
    ids.add(id);
    heard += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    times,
    ids,
    heard: () => heard,
    [Symbol.dispose]: () => void server.close(),
  };
}

const changed = (revision: number): AnyEvent => ({
  ...{ id: `bench:${revision}`, type: 'cart.changed', at: Date.now() },
  data: {
    ...{ cart: 'b'.repeat(43), customer: null, revision, lines: 1 },
    items: [{ productId: 101, variationId: 0, quantity: revision }],
  },
});

/** Publishes events to the stream `EVENTS` at a fixed rate. */
async function publish(stream: EventStream): Promise<void> {
  const begun = performance.now();
  const published: Promise<void>[] = [];
  while (published.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begun) / 1_000) * eventsASecond));
    while (published.length < due) published.push(stream.publish([changed(published.length + 1)]));
    await sleep(2);
  }
  await Promise.all(published);
}

/** Publishes events at a fixed rate, and measures how long each event takes to reach the receiver of a webhook. */
export async function webhooks(): Promise<Measurement> {
  using heard = await receiver();
  const env = { ...production, WEBHOOK_PRIVATE_ADDRESSES: 'allow' };
  await using system = await startSystem({ env });
  await runCli(system.dataDir, ['webhooks', 'create', '--url', heard.url]);
  const address = {
    NATS_URL: system.natsUrl,
    NATS_USER: 'cart',
    NATS_PASSWORD: system.natsPassword('cart'),
  };
  const nats = await connectNats('cart', address, false);
  const processes = await processesOf(system.dataDir);
  const before = await cpuOf(processes);
  await publish(new EventStream(nats));
  for (let waited = 0; heard.ids.size < count && waited < lateMs; waited += 100) await sleep(100);
  const after = await cpuOf(processes);
  await nats.close();
  const each = ['events-1', 'nats', 'mongod'].map(
    (name) => `${name} ${(((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count).toFixed(3)}`,
  );
  const ms = (percent: number) => heard.times.percentile(percent);
  return {
    lines: [
      `${eventsASecond} events/s for ${seconds} s to one webhook`,
      `  p50 ${ms(50)} ms, p99 ${ms(99)} ms, most ${heard.times.max} ms; sent ${heard.heard()} times`,
      `  CPU-ms an event: ${each.join(', ')}`,
    ],
    limits: [
      most('p99 ms from the event to the receiver', ms(99), maxMs),
      most('events not delivered', count - heard.ids.size, 0),
    ],
  };
}
