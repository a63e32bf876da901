import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';

/** Milliseconds to search for an idle moment, and between checks. */
const lookMs = 500;
const stepMs = 2;

/**
 * Moves to another server as soon as the current one announces its shutdown, at an idle moment if there is
 * one. Requests in flight are then lost: reads and writes with a key are repeated, others are not.
 *
 * Ends with the connection. Only for connections with several servers; a single one reconnects by itself.
 */
export async function leaveLameDucks(connection: NatsConnection, isBusy: () => boolean): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'ldm') continue;
    for (const end = performance.now() + lookMs; isBusy() && performance.now() < end; ) await sleep(stepMs);
    // Sends pending replies first.
    await connection.flush().catch(() => undefined);
    await connection.reconnect().catch(() => undefined);
  }
}
