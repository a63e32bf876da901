import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';

/** Maximum milliseconds that the process waits until no request runs. */
const idleWaitMs = 500;
/** Milliseconds between two checks whether requests still run. */
const pollMs = 2;

/**
 * Connects to another server when the NATS server announces its shutdown ("lame duck mode"). First waits up to
 * 500 ms until no request runs, because the change of servers loses running requests.
 *
 * Runs until the connection closes. Only connections with several servers need this function.
 */
export async function leaveLameDucks(connection: NatsConnection, isBusy: () => boolean): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'ldm') continue;
    for (const end = performance.now() + idleWaitMs; isBusy() && performance.now() < end; )
      await sleep(pollMs);
    // `flush` sends pending replies before the connection changes to another server.
    await connection.flush().catch(() => undefined);
    await connection.reconnect().catch(() => undefined);
  }
}
