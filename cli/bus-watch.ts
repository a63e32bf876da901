import type { NatsConnection } from 'nats';
import { Problem } from './problem.ts';

/** Milliseconds without the bus until a command gives up. A restart of NATS takes less. */
const awayMs = 3_000;

/** Returns the error of a command that lost the bus. */
export const busGone = () =>
  new Problem("the system's bus is gone: it stopped, or cannot be reached any more", 'unavailable');

/**
 * Makes work fail after three seconds without the bus. The connection itself reconnects for ever, as services need
 * it, but a person does not wait that long.
 */
export function whileConnected(nats: NatsConnection): <T>(work: Promise<T>) => Promise<T> {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  void watch(nats, () => gone.reject(busGone()));
  return (work) => Promise.race([work, gone.promise]);
}

/** Calls `onGone` when the bus was away too long. Ends with the connection. */
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
