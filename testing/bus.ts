import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { operation } from '#contracts/operation.ts';
import { testVerifier } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { Dispatcher, implement } from '#platform/bus/dispatcher.ts';
import { Server } from '#platform/bus/server.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { natsFixture } from '#testing/engines.ts';
import { newStatus } from '#testing/new-status.ts';

export const echo = operation('test.echo', {
  summary: 'Gives back what it gets',
  access: 'caller',
  effect: 'read',
  request: z.object({ text: z.string(), delayMs: z.int().default(0) }),
  reply: z.object({ text: z.string(), context: z.unknown() }),
});

/** An operation that writes, for operators. Its requests have no idempotency key. */
export const keep = operation('test.keep', { ...echo, access: 'operator', effect: 'write' });
/** An operation that writes, for callers with a claim. Its requests have an idempotency key. */
export const add = operation('test.add', { ...echo, effect: 'write' });
/** An operation that writes, for callers with a claim, and may be slow. */
export const clean = operation('test.clean', { ...add, mayBeSlow: true });

export const identity = {
  name: 'test',
  version: '0.1.0',
  description: 'test',
  metadata: {},
  status: () => newStatus,
};

export const context = (more: Partial<Context> = {}): Context => ({
  requestId: 'r-1',
  deadline: Date.now() + 30_000,
  claim: null,
  ...more,
});

/** Returns functions that connect to NATS and start replicas. Their connections are closed after each test. */
export function busFixture() {
  const nats = natsFixture();
  const open: NatsConnection[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });

  async function connection(role = 'gateway'): Promise<NatsConnection> {
    const made = await connectNats(role, { NATS_URL: nats.url }, false);
    open.push(made);
    return made;
  }

  /** Starts a replica that serves `echo`. `ran` collects the texts of the requests that the replica has run. */
  async function replica() {
    const ran: string[] = [];
    const served = implement(echo, async ({ text, delayMs }, context) => {
      ran.push(text);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (text === 'refuse')
        throw new ServiceError('service_product_invalid_id', {}, { text: 'No such thing.' });
      if (text === 'break') throw new Error('a secret detail');
      return { text, context };
    });
    const made = await connection();
    const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
    const server = new Server(made, dispatcher, testVerifier);
    await server.start(identity);
    return { ran, server, dispatcher, connection: made };
  }

  return { connection, replica };
}
