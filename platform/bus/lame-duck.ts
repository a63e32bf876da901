import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';

/** So long a moment without work is looked for, and how often. Milliseconds. */
const lookMs = 500;
const stepMs = 2;

/**
 * Goes to another server as soon as the one that is connected to says that it is about to end, at a moment without work if
 * there is one. What is in flight then is lost: reads and writes with a key are sent again, others are not.
 *
 * Ends with the connection. Only for connections that know several servers: a single one comes back by itself.
 */
export async function leaveLameDucks(connection: NatsConnection, isBusy: () => boolean): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'ldm') continue;
    for (const end = performance.now() + lookMs; isBusy() && performance.now() < end; ) await sleep(stepMs);
    // Replies that were just given are on their way first.
    await connection.flush().catch(() => undefined);
    await connection.reconnect().catch(() => undefined);
  }
}
