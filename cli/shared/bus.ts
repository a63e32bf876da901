import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import type { Operation } from '#contracts/operation.ts';
import { busServers } from '#platform/bus/servers.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { within } from '#platform/time/within.ts';
import type { NatsUser, SystemAddress } from './settings.ts';

/** Timeout of a read in milliseconds. */
const readMs = 5_000;
/** Timeout of a write in milliseconds. */
const writeMs = 30_000;
/** A command fails after this many milliseconds without a connection. The look-up of a name may take far longer. */
const connectMs = 5_000;

/** A command's connection to the running system. */
export interface Bus extends AsyncDisposable {
  readonly nats: NatsConnection;
  /**
   * Sends a request to a service and returns the reply.
   *
   * @throws ServiceError if the service refuses the request; ServiceError `service_unavailable` if no reply arrives;
   * Problem if the connection to NATS is lost
   */
  request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>>;
}

/** Returns NATS_URL without user and password. @throws Problem if it is no URL of NATS */
function urlWithoutLogin(text: string): string {
  try {
    const { hosts, secure } = busServers(text);
    return `${secure ? 'tls' : 'nats'}://${hosts.join(',')}`;
  } catch (error) {
    throw new Problem(`NATS_URL ${(error as Error).message}`);
  }
}

/** Connects to the system. @throws Problem when NATS cannot be reached within five seconds */
export async function connectBus(address: SystemAddress, user: NatsUser = 'cli'): Promise<Bus> {
  // The NATS client is loaded only when a command connects, because `--help` and bad options need no connection.
  const [{ connectNats }, { Caller }] = await Promise.all([
    import('#platform/bus/connection.ts'),
    import('#platform/bus/caller.ts'),
  ]);
  const url = urlWithoutLogin(address.NATS_URL);
  const connecting = connectNats(user, address, false);
  const late = () => new Error(`no answer in ${connectMs / 1_000} s`);
  const nats = await within(connectMs, connecting, late).catch((error: unknown) => {
    void connecting.then((connection) => connection.close()).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`the system's bus at ${url} cannot be reached: ${reason}`, 'unavailable');
  });
  // Commands send no claims, so this caller gets no key that signs claims. `readMs` is both the timeout of one try
  // and the deadline of a read. So a slow read is not repeated, because a repetition would only add load.
  const caller = new Caller(nats, 'operator', readMs);
  const unlessLost = whileConnected(nats);
  return {
    nats,
    request(operation, request) {
      const context = {
        requestId: `cli-${randomUUID()}`,
        deadline: Date.now() + (operation.effect === 'read' ? readMs : writeMs),
        claim: null,
      };
      return unlessLost(caller.request(operation, request, context)).catch((error: unknown) => {
        const unavailable = error instanceof ServiceError && error.code === 'service_unavailable';
        throw unavailable && !caller.connected ? busGone() : error;
      });
    },
    [Symbol.asyncDispose]: () => nats.close(),
  };
}

/** A command fails after this many milliseconds without a connection to NATS. A restart of NATS takes less time. */
const awayMs = 3_000;
const lookMs = 100;

/** Returns the error of a command that has lost its connection to NATS. */
const busGone = () =>
  new Problem("the system's bus is gone: it stopped, or cannot be reached any more", 'unavailable');

/**
 * Returns a function that waits for work, but throws `busGone` after three seconds without a connection to
 * NATS. The NATS client itself would try to reconnect forever.
 */
function whileConnected(nats: NatsConnection): <T>(work: Promise<T>) => Promise<T> {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  void watch(nats, () => gone.reject(busGone()));
  return (work) => Promise.race([work, gone.promise]);
}

/**
 * Calls `onGone` after three seconds without a connection. Resolves when the connection is closed. Time in which this
 * process does not run, on a busy machine, counts little: the connection may be there again without being noticed.
 */
async function watch(nats: NatsConnection, onGone: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  for await (const { type } of nats.status()) {
    if (type === 'disconnect' && !timer) {
      let looks = 0;
      timer = setInterval(() => {
        looks += 1;
        if (looks * lookMs >= awayMs) onGone();
      }, lookMs);
    }
    if (type === 'reconnect') {
      clearInterval(timer);
      timer = undefined;
    }
  }
  clearInterval(timer);
}
