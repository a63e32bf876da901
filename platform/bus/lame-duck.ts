import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';

/** Maximum milliseconds to wait for an idle moment, and milliseconds between two checks. */
const idleWaitMs = 500;
const pollMs = 2;

/**
 * Connects to another server when the current server announces its shutdown ("lame duck mode"), at an idle moment if
 * there is one soon. Requests that wait for an answer at that moment are lost: reads and writes with an idempotency key
 * are repeated, other writes are not.
 *
 * Runs until the connection closes. Only for connections with several servers; with one server, the client reconnects
 * by itself.
 */
export async function leaveLameDucks(connection: NatsConnection, isBusy: () => boolean): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'ldm') continue;
    for (const end = performance.now() + idleWaitMs; isBusy() && performance.now() < end; )
      await sleep(pollMs);
    // Sends pending replies first.
    await connection.flush().catch(() => undefined);
    await connection.reconnect().catch(() => undefined);
  }
}
