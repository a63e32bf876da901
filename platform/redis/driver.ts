import { Cluster, Redis } from 'ioredis';
import { type RedisAddress, redisAddress } from './address.ts';
import { shareCommandTimer } from './command-deadlines.ts';
import { batchWrites, batchWritesOfNodes } from './one-write-per-turn.ts';
import { reconnectAlways } from './reconnect.ts';

shareCommandTimer();

/** Milliseconds after which a command fails, even if Redis answers later. */
export const commandTimeoutMs = 400;
/** Milliseconds between reads of a cluster's slot map. Faults and redirections update it at once. */
const slotsRefreshMs = 1_000;
/** Milliseconds between two tries of a command for a slot that is being migrated. */
export const movingSlotMs = 25;

/** Options for inspecting a Redis outside a service: it connects once, on demand. */
interface Look {
  readonly limitMs: number;
}

/**
 * Settings without ioredis' own retries, so that no command is lost or repeated: a command is never queued,
 * never sent again automatically, and fails in bounded time (docs/reference/rules.md#when-an-engine-fails).
 */
const boundsFor = (look: Look | null) => ({
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: look?.limitMs ?? commandTimeoutMs,
  connectTimeout: look?.limitMs ?? 500,
  disconnectTimeout: 200,
  maxLoadingRetryTime: 200,
});
const retryStrategy = (times: number) => Math.min(100 * times, 1_000);

/** Returns the ioredis driver for a URL. @throws Error for an invalid URL */
export function redisDriver(url: string, look: Look | null = null): Redis | Cluster {
  const address = redisAddress(url);
  if (address.kind === 'cluster') return batchWritesOfNodes(clusterDriver(address, look));
  const own = {
    ...boundsFor(look),
    enableOfflineQueue: false,
    ...(look ? { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null } : { retryStrategy }),
  };
  if (address.kind === 'single') return batchWrites(new Redis(url, own));
  const redis = batchWrites(new Redis({ ...sentinelOptions(address, look !== null), ...own }));
  return look ? redis : reconnectAlways(redis);
}

/** Returns login and TLS options of a server. */
function loginOf({ username, password, tls }: RedisAddress) {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
}

/**
 * Returns the options to find the master. A switch to another master ends the connection; the next connection
 * goes to the new one.
 */
function sentinelOptions(address: RedisAddress, once: boolean) {
  const { hosts, master, sentinel, tls, database } = address;
  return {
    ...loginOf(address),
    db: database,
    sentinels: [...hosts],
    name: master,
    ...(sentinel.username && { sentinelUsername: sentinel.username }),
    ...(sentinel.password && { sentinelPassword: sentinel.password }),
    ...(tls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: commandTimeoutMs,
    sentinelRetryStrategy: once ? () => null : retryStrategy,
    sentinelReconnectStrategy: retryStrategy,
    failoverDetector: !once,
    // A master that became a replica refuses writes without effect. They are not sent again here.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
  };
}

/**
 * Returns the driver of a cluster. A redirected command had no effect, so it is sent again to the right node.
 */
function clusterDriver(address: RedisAddress, look: Look | null): Cluster {
  const strategy = look ? () => null : retryStrategy;
  return new Cluster([...address.hosts], {
    lazyConnect: look !== null,
    enableOfflineQueue: false,
    scaleReads: 'master',
    // A command whose connection broke may have taken effect, so it is not sent again.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: movingSlotMs,
    slotsRefreshTimeout: 500,
    slotsRefreshInterval: slotsRefreshMs,
    clusterRetryStrategy: strategy,
    clusterNodeRetryStrategy: strategy,
    // Certificates contain host names, so names are not resolved to addresses.
    dnsLookup: (host, found) => found(null, host),
    redisOptions: { ...loginOf(address), ...boundsFor(look) },
  });
}
