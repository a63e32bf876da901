import type { NatsConnection } from 'nats';
import { Problem } from './problem.ts';

/** How long the bus may be away before a command gives up. A restart of NATS takes less. Milliseconds. */
const awayMs = 3_000;

/** What a command is told that loses its bus in the middle. */
export const busGone = () =>
  new Problem("the system's bus is gone: it stopped, or cannot be reached any more");

/**
 * Lets work on the bus fail once the bus has been away for three seconds. The connection itself never gives up, as
 * services need it; a person at a terminal does not wait for ever.
 */
export function whileThere(nats: NatsConnection): <T>(work: Promise<T>) => Promise<T> {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  void watch(nats, () => gone.reject(busGone()));
  return (work) => Promise.race([work, gone.promise]);
}

/** Calls `onGone` when the bus was away for long. Ends with the connection. */
async function watch(nats: NatsConnection, onGone: () => void): Promise<void> {
  let away: NodeJS.Timeout | null = null;
  const back = () => {
    if (away) clearTimeout(away);
    away = null;
  };
  for await (const { type } of nats.status()) {
    if (type === 'disconnect') away ??= setTimeout(onGone, awayMs);
    if (type === 'reconnect') back();
  }
  back();
}
