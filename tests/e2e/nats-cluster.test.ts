// Runs a whole system on three NATS nodes, and kills one node.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventStream } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { eventsOf } from '#platform/events/event-stream.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { runWith } from '../../cli/program.fixture.ts';
import { connectBus } from '../../cli/shared/bus.ts';
import { keepSecrets } from '../../dev/base/secrets.ts';
import { type NatsCluster, startNatsCluster } from '../../dev/engines/clusters/nats-cluster.ts';

let folder: string;
let cluster: NatsCluster;
let system: RunningSystem;
beforeAll(async () => {
  folder = await dataFolder();
  const { nats: passwords } = await keepSecrets(folder);
  cluster = await startNatsCluster({ folder: join(folder, 'nats'), passwords });
  const env = { NATS_URL: cluster.url, EVENT_REPLICAS: '3', GUEST_CART_LIMIT: 'off' };
  system = await startSystem({ dataDir: folder, demo: true, replicas: { cart: 2 }, env });
}, 300_000);
afterAll(async () => {
  await system?.stop();
  await cluster?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Reads products and a cart, and adds items, until `end` is called. Sends a request every 20 ms, except while
 * three requests are open.
 */
function load() {
  const seen = { added: 0, answered: 0, failed: [] as string[] };
  const ask = async (path: string, method = 'GET', body?: object) => {
    const options = { method, headers: { 'content-type': 'application/json' } };
    const answer = await fetch(system.httpUrl + path, {
      ...options,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status === 200) seen.answered += 1;
    else seen.failed.push(`${answer.status} ${method} ${path} ${text}`);
    if (method === 'POST' && answer.status === 200) seen.added += 1;
  };
  const asks = [
    () => ask('/v2/cart/add-item', 'POST', { id: '101', quantity: '1' }),
    () => ask(`/v2/products?page=${1 + (seen.answered % 50)}&per_page=1`),
    () => ask('/v2/cart'),
  ];
  const inFlight = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    // A busy machine refuses requests when more than three are open.
    if (inFlight.size >= 3) return;
    const asked = asks[sent % asks.length];
    sent += 1;
    if (!asked) return;
    const answered = asked()
      .catch((error: Error) => void seen.failed.push(String(error)))
      .finally(() => inFlight.delete(answered));
    inFlight.add(answered);
  }, 20);
  return {
    more: async (count: number) => {
      const goal = seen.answered + count;
      await expect.poll(() => seen.answered, { timeout: 30_000 }).toBeGreaterThanOrEqual(goal);
    },
    end: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
      return seen;
    },
  };
}

test('no request fails when a node of NATS is killed, a replica starts without it, and all events are kept', async () => {
  const [first] = cluster.nodes;
  const requests = load();
  await requests.more(50);
  await first?.kill();
  await requests.more(100);
  const before = await system.pid('cart-1');
  process.kill(before, 'SIGTERM');
  const isRestarted = async () =>
    (await system.pid('cart-1').catch(() => before)) !== before &&
    (await system.logs('cart-1')).split('"ready"').length > 2;
  await expect.poll(isRestarted, { timeout: 30_000 }).toBe(true);
  await requests.more(50);
  const { added, failed } = await requests.end();
  expect(failed).toEqual([]);

  const login = { NATS_USER: 'streams', NATS_PASSWORD: system.natsPassword('streams') };
  const connection = await connectNats('streams', { NATS_URL: cluster.url, ...login }, true);
  const manager = await connection.jetstreamManager({ checkAPI: false });
  // Events that wait for a relay share messages.
  const kept = async () => {
    const { first_seq: first, last_seq: last } = (await manager.streams.info(eventStream)).state;
    let events = 0;
    for (let seq = first; seq <= last; seq += 1) {
      events += eventsOf((await manager.streams.getMessage(eventStream, { seq })).data).events.length;
    }
    return events;
  };
  await expect.poll(kept, { timeout: 30_000 }).toBeGreaterThanOrEqual(added);
  expect((await manager.streams.info(eventStream)).config.num_replicas).toBe(3);
  await connection.close();
}, 120_000);

test('while a node of NATS is dead, the command line works, and the other nodes refuse forbidden requests of a role', async () => {
  await cluster.nodes[0]?.kill();
  const address = { NATS_URL: cluster.url, NATS_USER: 'cli', NATS_PASSWORD: system.natsPassword('cli') };
  const shown = await runWith({ connect: () => connectBus(address) }, ['products', 'show', '101', '--json']);
  expect([shown.code, JSON.parse(shown.out)]).toMatchObject([0, { product: { id: 101 } }]);
  for (const { port } of cluster.nodes.slice(1)) {
    const login = { NATS_USER: 'cart', NATS_PASSWORD: system.natsPassword('cart') };
    const cart = await connectNats('cart', { NATS_URL: `nats://127.0.0.1:${port}`, ...login }, false);
    const refused = { code: 'PERMISSIONS_VIOLATION' };
    await expect(cart.request('admin.catalogue.set-product')).rejects.toMatchObject(refused);
    await cart.close();
  }
});
