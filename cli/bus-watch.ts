import type { NatsConnection } from 'nats';
import { Problem } from './problem.ts';

/** Milliseconds without the bus after which a command fails. A restart of NATS takes less. */
const awayMs = 3_000;

/** Returns the error of a command that lost the bus. */
export const busGone = () =>
  new Problem("the system's bus is gone: it stopped, or cannot be reached any more", 'unavailable');

/**
 * Returns a function that makes work fail after three seconds without the bus. The connection itself reconnects for
 * ever, because services need that, but a person does not wait so long.
 */
export function whileConnected(nats: NatsConnection): <T>(work: Promise<T>) => Promise<T> {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  void watch(nats, () => gone.reject(busGone()));
  return (work) => Promise.race([work, gone.promise]);
}

/** Calls `onGone` when the connection was lost for three seconds. Runs until the connection is closed. */
async function watch(nats: NatsConnection, onGone: () => void): Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  const cancel = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  for await (const { type } of nats.status()) {
    if (type === 'disconnect') timer ??= setTimeout(onGone, awayMs);
    if (type === 'reconnect') cancel();
  }
  cancel();
}
