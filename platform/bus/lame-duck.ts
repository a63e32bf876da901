import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';

/** Maximum milliseconds to wait for a moment at which no request runs. */
const idleWaitMs = 500;
/** Milliseconds between two checks whether a request runs. */
const pollMs = 2;

/**
 * Connects to another server when the current server announces its shutdown ("lame duck mode"). The function first
 * waits up to 500 ms for a moment at which no request runs, because the change of servers loses running requests.
 * Lost reads and lost writes with an idempotency key are repeated; other lost writes are not.
 *
 * Runs until the connection closes. Only connections with several servers need this function. With one server, the
 * client reconnects by itself.
 */
export async function leaveLameDucks(connection: NatsConnection, isBusy: () => boolean): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'ldm') continue;
    for (const end = performance.now() + idleWaitMs; isBusy() && performance.now() < end; )
      await sleep(pollMs);
    // Pending replies are sent before the connection changes to another server.
    await connection.flush().catch(() => undefined);
    await connection.reconnect().catch(() => undefined);
  }
}
