import { Cluster, Redis } from 'ioredis';
import { type RedisAddress, redisAddress } from './address.ts';
import { reconnectAlways } from './reconnect.ts';

/** Milliseconds after which a command fails, even if Redis answers later. */
export const commandTimeoutMs = 400;
/** Milliseconds between reads of a cluster's slot map. Faults and redirections cause a read at once. */
const slotsRefreshMs = 1_000;
/** Milliseconds between two tries of a command for a slot that is being migrated. */
export const movingSlotMs = 25;

/**
 * Options of a driver that only inspects a Redis. The driver connects at its first command and never
 * reconnects.
 */
interface Inspection {
  /** Milliseconds after which a connection attempt or a command fails. */
  readonly limitMs: number;
}

/**
 * Returns options that turn off retries of ioredis: a command is never queued or repeated, and fails in bounded
 * time (docs/reference/rules.md#when-an-engine-fails).
 */
const boundsFor = (inspection: Inspection | null) => ({
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: inspection?.limitMs ?? commandTimeoutMs,
  connectTimeout: inspection?.limitMs ?? 500,
  disconnectTimeout: 200,
  maxLoadingRetryTime: 200,
});
const retryStrategy = (times: number) => Math.min(100 * times, 1_000);

/** Returns the ioredis driver for a URL. @throws Error for an invalid URL */
export function redisDriver(url: string, inspection: Inspection | null = null): Redis | Cluster {
  const address = redisAddress(url);
  if (address.kind === 'cluster') return clusterDriver(address, inspection);
  const own = {
    ...boundsFor(inspection),
    enableOfflineQueue: false,
    ...(inspection
      ? { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null }
      : { retryStrategy }),
  };
  if (address.kind === 'single') return new Redis(url, own);
  const redis = new Redis({ ...sentinelOptions(address, inspection !== null), ...own });
  return inspection ? redis : reconnectAlways(redis);
}

/** Returns the driver's options for login and TLS. */
function loginOf({ username, password, tls }: RedisAddress) {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
}

/**
 * Returns the options that find the master through sentinels. When another server becomes master, the
 * connection closes, and the next connection goes to the new master.
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
    // A master that became a replica refuses writes. The driver then reconnects, but does not repeat the
    // writes.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
  };
}

/**
 * Returns the driver of a cluster. The driver repeats redirected commands, because the redirecting node has
 * not run them.
 */
function clusterDriver(address: RedisAddress, inspection: Inspection | null): Cluster {
  const strategy = inspection ? () => null : retryStrategy;
  return new Cluster([...address.hosts], {
    lazyConnect: inspection !== null,
    enableOfflineQueue: false,
    scaleReads: 'master',
    // A command is not repeated after its connection broke, because the command may have taken effect.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: movingSlotMs,
    slotsRefreshTimeout: 500,
    slotsRefreshInterval: slotsRefreshMs,
    clusterRetryStrategy: strategy,
    clusterNodeRetryStrategy: strategy,
    // Host names are not resolved to addresses, because certificates contain host names.
    dnsLookup: (host, found) => found(null, host),
    redisOptions: { ...loginOf(address), ...boundsFor(inspection) },
  });
}
