import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Operation } from '#contracts/operation.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import type { RunningSystem } from './system.ts';

/**
 * Sends requests with the rights of an operator to the services of a running system. All requests use one
 * connection, which is faster than a process of the command line for each request.
 */
export interface Operator extends AsyncDisposable {
  /** Sends a request to a service and returns the reply. @throws ServiceError if the service refuses */
  ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>>;
}

/** Returns an operator that has connected to NATS as the command line does. */
export async function operatorOf(system: RunningSystem): Promise<Operator> {
  const address = { NATS_URL: system.natsUrl, NATS_USER: 'cli', NATS_PASSWORD: system.natsPassword('cli') };
  const nats = await connectNats('cli', address, false);
  const caller = new Caller(nats, 'operator');
  return {
    ask(operation, request) {
      const requestId = `operator-${randomUUID()}`;
      return caller.request(operation, request, { requestId, deadline: Date.now() + 30_000, claim: null });
    },
    [Symbol.asyncDispose]: () => nats.close(),
  };
}
