import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { operation } from '#contracts/operation.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { natsClusterFixture } from '#testing/nats-cluster.ts';
import { newStatus } from '#testing/new-status.ts';
import { Caller } from './caller.ts';
import { testSigner, testVerifier } from './claim-keys.fixture.ts';
import { connectNats, leaveLameDucks } from './connection.ts';
import { Dispatcher, implement } from './dispatcher.ts';
import { Server } from './server.ts';

const nats = natsClusterFixture();
const open: NatsConnection[] = [];

const echo = operation('test.echo', {
  summary: 'Gives back what it gets',
  access: 'caller',
  effect: 'read',
  request: z.object({ n: z.int() }),
  reply: z.object({ n: z.int() }),
});
const status = () => newStatus;

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Returns a connection to the node with this number. The connection may later change to another node. */
async function connectTo(number: number): Promise<NatsConnection> {
  const { port } = nodeOf(number);
  for (;;) {
    const made = await connectNats('cli', { NATS_URL: nats.cluster.url }, true);
    if (made.getServer().endsWith(`:${port}`)) {
      open.push(made);
      return made;
    }
    await made.close();
  }
}

function nodeOf(number: number) {
  const node = nats.cluster.nodes[number];
  if (!node) throw new Error(`no node ${number}`);
  return node;
}

/**
 * Starts a replica that answers after 5 ms, and returns a caller. The replica and the caller first connect to
 * the node with this number.
 */
async function pairOn(number: number) {
  const [connection, asking] = [await connectTo(number), await connectTo(number)];
  const served = implement(echo, async ({ n }) => {
    await sleep(5);
    return { n };
  });
  const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
  await new Server(connection, dispatcher, testVerifier).start({
    ...{ name: 'test', version: '0.1.0', description: 'test', metadata: {}, status },
  });
  const caller = new Caller(asking, testSigner);
  void leaveLameDucks(connection, () => dispatcher.running > 0);
  void leaveLameDucks(asking, () => caller.pending > 0);
  return caller;
}

/** Sends a request every 10 ms until `end` is called. Counts the answers and collects the errors. */
function load(caller: Caller) {
  const failed: unknown[] = [];
  let answered = 0;
  const timer = setInterval(() => {
    const n = answered;
    const context = { requestId: 'r', deadline: Date.now() + 1_400, claim: null };
    void caller.request(echo, { n }, context).then(
      () => {
        answered += 1;
      },
      (error: Error) => failed.push(error.cause ?? error),
    );
  }, 10);
  return {
    /** Resolves after `count` more answers. */
    more: async (count: number) => {
      const goal = answered + count;
      await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThanOrEqual(goal);
    },
    end: async () => {
      clearInterval(timer);
      await expect.poll(() => caller.pending, { timeout: 30_000 }).toBe(0);
      return failed;
    },
  };
}

test('no request fails when the node of caller and service is killed', async () => {
  const requests = load(await pairOn(0));
  await requests.more(20);
  await nodeOf(0).kill();
  await requests.more(50);
  // A new process can connect, even if the process tries the killed node first.
  for (let time = 0; time < 6; time += 1)
    await (await connectNats('cli', { NATS_URL: nats.cluster.url }, true)).close();
  await nodeOf(0).start();
  expect(await requests.end()).toEqual([]);
});

test('no request fails when all nodes are retired and started again, one after the other', async () => {
  const requests = load(await pairOn(0));
  for (const node of nats.cluster.nodes) {
    await requests.more(20);
    await nats.cluster.retire(node);
    await requests.more(20);
    await node.start();
  }
  await requests.more(20);
  expect(await requests.end()).toEqual([]);
});

test('requests are answered again when the node of caller and service is paused', async () => {
  const requests = load(await pairOn(1));
  await requests.more(20);
  nodeOf(1).pause();
  await requests.more(50);
  await requests.end();
  nodeOf(1).resume();
});
