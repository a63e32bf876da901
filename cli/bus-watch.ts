import type { NatsConnection } from 'nats';
import { Problem } from '#platform/errors/problem.ts';

/** A command fails after this many milliseconds without a connection to NATS. A restart of NATS takes less time. */
const awayMs = 3_000;

/** Returns the error of a command that has lost its connection to NATS. */
export const busGone = () =>
  new Problem("the system's bus is gone: it stopped, or cannot be reached any more", 'unavailable');

/**
 * Returns a function that waits for work, but throws `busGone` after three seconds without a connection to
 * NATS. The NATS client itself would try to reconnect forever.
 */
export function whileConnected(nats: NatsConnection): <T>(work: Promise<T>) => Promise<T> {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  void watch(nats, () => gone.reject(busGone()));
  return (work) => Promise.race([work, gone.promise]);
}

/** Calls `onGone` after three seconds without a connection. Resolves when the connection is closed. */
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
