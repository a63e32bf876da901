import { Cluster, Redis } from 'ioredis';
import { type RedisAddress, redisAddress } from './address.ts';
import { batchWrites, batchWritesOfNodes } from './batched-writes.ts';
import { shareCommandTimer } from './command-deadlines.ts';

shareCommandTimer();

/** After so long a command has failed, whatever becomes of it. Milliseconds. */
export const commandTimeoutMs = 400;
/** How often a cluster is asked which node has which slots. Faults and redirections are followed at once. Milliseconds. */
const slotsRefreshMs = 1_000;
/** Between two tries of a command about a slot that is moving. Milliseconds. */
export const movingSlotMs = 25;

/** For a look at a Redis that is not a service's: it connects when it is told to, and once. */
interface Look {
  readonly limitMs: number;
}

/**
 * Settings for what must not be lost or done twice. None of ioredis' own: a command is never queued, never sent again by
 * itself, and fails in bounded time (docs/reference/rules.md#when-an-engine-fails).
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

/** The driver of ioredis for a URL. @throws Error for a URL that is none of a Redis */
export function redisDriver(url: string, look: Look | null = null): Redis | Cluster {
  const address = redisAddress(url);
  if (address.kind === 'cluster') return batchWritesOfNodes(clusterDriver(address, look));
  const own = {
    ...boundsFor(look),
    enableOfflineQueue: false,
    ...(look ? { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null } : { retryStrategy }),
  };
  if (address.kind === 'single') return batchWrites(new Redis(url, own));
  return batchWrites(new Redis({ ...sentinelOptions(address, look !== null), ...own }));
}

/** How one logs in to a server and speaks with it. */
function loginOf({ username, password, tls }: RedisAddress) {
  return { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
}

/** Whom to ask for the master. A switch to another master ends the connection, and the next one is to that. */
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
    // A master that was made a replica refuses writes, and nothing of the write was done. It is not sent again here.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
  };
}

/** The nodes of a cluster. A command that was redirected was not done, so that it is sent again to where it belongs. */
function clusterDriver(address: RedisAddress, look: Look | null): Cluster {
  const strategy = look ? () => null : retryStrategy;
  return new Cluster([...address.hosts], {
    lazyConnect: look !== null,
    enableOfflineQueue: false,
    scaleReads: 'master',
    // A command whose connection broke may have been done.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: movingSlotMs,
    slotsRefreshTimeout: 500,
    slotsRefreshInterval: slotsRefreshMs,
    clusterRetryStrategy: strategy,
    clusterNodeRetryStrategy: strategy,
    // Certificates are for names.
    dnsLookup: (host, found) => found(null, host),
    redisOptions: { ...loginOf(address), ...boundsFor(look) },
  });
}
