// Each function imports the driver of its engine only when called. So a start without external engines loads
// no driver.
import { connect as connectTcp } from 'node:net';
import { busServers } from '#platform/bus/servers.ts';
import { Problem } from '../base/terminal.ts';
import { type Minimum, tooOld, versionIn } from './obtain.ts';

/** Milliseconds within which an engine must answer. All drivers have this timeout. */
const LIMIT_MS = 3_000;
/**
 * Milliseconds after which a check fails even if the driver is still trying. A driver may exceed its own timeout, for
 * example on a busy machine.
 */
const LAST_RESORT_MS = 10_000;

/** User and password with which a role logs in to NATS. */
export interface Credentials {
  readonly user: string;
  readonly pass: string;
}

/** Returns the version of the MongoDB at a URL. @throws Error if there is no answer within 3 s */
export async function mongoVersion(url: string): Promise<string> {
  const options = {
    serverSelectionTimeoutMS: LIMIT_MS,
    connectTimeoutMS: LIMIT_MS,
    socketTimeoutMS: LIMIT_MS,
  };
  const { mongo } = (await import('mongoose')).default;
  const client = new mongo.MongoClient(url, options);
  try {
    return versionIn((await client.db().command({ buildInfo: 1 })).version);
  } finally {
    await client.close();
  }
}

/**
 * Returns the version of the Redis at a URL. In a Redis Cluster, any node answers; behind sentinels, the master
 * answers. Returns null if the login in the URL may not read the version.
 *
 * @throws Error if there is no answer within 3 s, if Redis still loads its data, or if the URL does not fit the Redis,
 * such as a URL for a single server that leads to a node of a Redis Cluster
 */
export async function redisVersion(url: string): Promise<string | null> {
  const [{ redisDriver }, { isClusterNode }] = await Promise.all([
    import('#platform/redis/connection.ts'),
    import('#platform/redis/connection.ts'),
  ]);
  const redis = redisDriver(url, { limitMs: LIMIT_MS });
  let cause: Error | undefined;
  for (const event of ['error', 'node error']) {
    redis.on(event, (error: Error) => {
      cause = error;
    });
  }
  try {
    await redis.connect();
    await redis.ping();
    const info = await redis.info('server').catch((error: Error) => {
      if (error.message.startsWith('NOPERM')) return '';
      throw error;
    });
    if (!('nodes' in redis) && isClusterNode(info)) {
      throw new Error('it is part of a Redis Cluster: its URL must begin with redis+cluster://');
    }
    return info === '' ? null : versionIn(/^redis_version:.*$/m.exec(info)?.[0] ?? '');
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

/**
 * Returns the version of the NATS at a URL; for a cluster, the version of the first node that answers. `credentials`
 * are used only if the URL contains no credentials.
 *
 * @throws Error if there is no connection within 3 s
 */
export async function natsVersion(url: string, credentials: Credentials | undefined): Promise<string> {
  const servers = busServers(url);
  const [{ connect }, { tlsOf }] = await Promise.all([import('nats'), import('#platform/bus/connection.ts')]);
  const options = { ...(servers.login ?? credentials), ...tlsOf(servers), reconnect: false };
  const bus = await connect({ servers: [...servers.hosts], ...options, timeout: LIMIT_MS });
  await bus.flush();
  const version = bus.info?.version ?? '';
  await bus.close();
  return versionIn(version);
}

function withoutCredentials(url: string): string {
  return url.replace(/(\/\/|,)[^@/,]*@/g, '$1');
}

/**
 * Sends `line` to a private engine over TCP, without loading the engine's driver. Resolves when the answer
 * matches.
 *
 * @throws Error if no answer matches within 3 s
 */
export async function pingTcp(port: number, line: string, answer: RegExp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connectTcp(port, '127.0.0.1', () => socket.write(line));
  socket.setTimeout(LIMIT_MS, () => reject(new Error('no answer')));
  socket.once('error', reject).once('close', () => reject(new Error('closed')));
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (answer.test(text)) resolve();
    else reject(new Error(text.trim()));
  });
  await promise.finally(() => socket.destroy());
}

/**
 * Checks that an external engine answers and is recent enough. `ask` returns the engine's version; null if
 * unknown.
 *
 * If the check fails, the start must fail too, because a private engine would lack the data of the external
 * engine.
 *
 * @throws Problem with the variable and the host, never with user or password
 */
export async function requireUsable(
  minimum: Minimum,
  variable: string,
  url: string,
  ask: () => Promise<string | null>,
): Promise<void> {
  const host = withoutCredentials(url)
    .replace(/[a-z+]+:\/\//g, '')
    .split(/[/?]/)[0];
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer')), LAST_RESORT_MS);
  const version = await Promise.race([ask(), late.promise])
    .catch((error: unknown) => {
      const words = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
      const reason = words.replaceAll(url, host ?? '').replace(/\/\/[^@/\s]*@/g, '//');
      throw new Problem(
        `${variable} names ${host}, and that cannot be used (${reason}): start it, or leave ${variable} out so that one is started here.`,
      );
    })
    .finally(() => clearTimeout(timer));
  const reason = version && tooOld(version, minimum);
  if (reason)
    throw new Problem(
      `${variable} names ${host}, which ${reason}: update it, or leave ${variable} out so that one is started here instead.`,
    );
}
