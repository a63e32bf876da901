import { Cluster, Command, Redis } from 'ioredis';
import type { Logger } from '#platform/service/logger.ts';
import { type RedisAddress, redisAddress } from './address.ts';

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

const pauseMs = 100;

/**
 * Makes a driver connect again after ioredis gave up, until `disconnect()`. ioredis gives up if a fail-over or
 * a refused write happens while the driver asks the sentinels for the master.
 */
export function reconnectAlways(redis: Redis): Redis {
  let isWanted = true;
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect = false) => {
    isWanted &&= reconnect;
    disconnect(reconnect);
  };
  const connect = () => {
    if (isWanted) redis.connect().catch(() => undefined);
  };
  return redis.on('end', () => isWanted && setTimeout(connect, pauseMs));
}

/** The Redis commands that the stores of the services use. All keys of one command are in one slot. */
export type RedisCommands = Pick<
  Redis,
  | 'evalsha'
  | 'eval'
  | 'multi'
  | 'ping'
  | 'set'
  | 'xdel'
  | 'xrange'
  | 'zmscore'
  | 'zrangebylex'
  | 'zrangebyscore'
  | 'xlen'
  | 'zrem'
  | 'zrevrangebyscore'
>;

/** A Redis process as the driver currently sees it. */
export interface RedisNode {
  readonly address: string;
  readonly role: 'master' | 'replica';
  /**
   * For a master: whether the driver is connected. For a replica: always true, because only running replicas
   * are listed.
   */
  readonly up: boolean;
}

/** A connection to a Redis: one server, a cluster, or a master behind sentinels. */
export interface RedisConnection {
  readonly commands: RedisCommands;
  /** Returns the drivers of all masters: several for a cluster, otherwise one. */
  masters(): readonly Redis[];
  nodes(): readonly RedisNode[];
  /** Returns whether the master answers. For a cluster, returns whether at least one master answers. */
  isUp(): Promise<boolean>;
  close(): void;
}

/** Returns the driver of a cluster; null for any other Redis. */
export function clusterOf({ commands }: Pick<RedisConnection, 'commands'>): Cluster | null {
  return commands instanceof Cluster ? commands : null;
}

/**
 * Returns a map from the address of each master to one of the `keys` that this master stores. Without a
 * cluster, the only server gets the first key.
 */
export function keyOfEachMaster(
  connection: Pick<RedisConnection, 'commands' | 'nodes'>,
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const cluster = clusterOf(connection);
  if (!cluster) return new Map([[connection.nodes()[0]?.address ?? '', keys[0] ?? '']]);
  const found = new Map<string, string>();
  for (const key of keys) {
    const address = cluster.slots[slotOf(key)]?.[0];
    if (address !== undefined && !found.has(address)) found.set(address, key);
  }
  return found;
}

/** Returns the cluster slot of a key. */
export function slotOf(key: string): number {
  return new Command('get', [key]).getSlot();
}

/** Reports an invalid setting to the operator. `sentence` says what is wrong. */
type Refuse = (sentence: string) => void;

/**
 * Connects to a Redis. Calls `refuse` if the URL names a single server but the Redis is a cluster, or the other
 * way round. By default, `refuse` ends the process.
 */
export function connectRedis(url: string, logger: Logger, refuse: Refuse = endWith(logger)): RedisConnection {
  const redis = redisDriver(url);
  if (redis instanceof Cluster) return clusterConnection(redis, logger, refuse);
  redis.on('error', (error) => logger.debug({ err: error }, 'redis'));
  redis.once('ready', () => void refuseClusterNode(redis, refuse));
  return {
    commands: redis,
    masters: () => [redis],
    nodes: () => [{ address: addressOf(redis), role: 'master', up: redis.status === 'ready' }],
    isUp: () => answers(redis),
    close: () => redis.disconnect(),
  };
}

function endWith(logger: Logger): Refuse {
  return (sentence) => {
    logger.fatal(sentence);
    process.stderr.write(`${sentence}\n`);
    process.exit(78);
  };
}

/**
 * Calls `refuse` if the server is a node of a Redis Cluster, because a single node refuses the keys of other
 * nodes.
 */
async function refuseClusterNode(redis: Redis, refuse: Refuse): Promise<void> {
  const info = await redis.info('server').catch(() => '');
  if (isClusterNode(info))
    refuse(
      `The Redis at ${addressOf(redis)} is part of a Redis Cluster: its URL must begin with redis+cluster://.`,
    );
}

/** Returns whether a Redis reports in `INFO server` that it is a cluster node. */
export function isClusterNode(info: string): boolean {
  return /^redis_mode:cluster/m.test(info);
}

function clusterConnection(cluster: Cluster, logger: Logger, refuse: Refuse): RedisConnection {
  cluster.on('error', (error) => logger.debug({ err: error }, 'redis'));
  cluster.on('node error', (error: Error) => {
    logger.debug({ err: error }, 'redis');
    if (error.message.includes('cluster support disabled'))
      refuse(
        'A Redis named by a redis+cluster:// URL is no part of a Redis Cluster: its URL must begin with redis://.',
      );
    // Reads the slot map again, because slots of a failed node may have moved.
    if (cluster.status === 'ready') cluster.refreshSlotsCache(startOver);
  });
  // Connects again through the servers in the URL if no node answers, because all nodes may have moved.
  const startOver = (error?: Error | null) => {
    if (error && cluster.status === 'ready') cluster.disconnect(true);
  };
  const masters = () => cluster.nodes('master');
  return {
    commands: cluster,
    masters,
    nodes: () => [
      ...masters().map((node) => ({
        ...{ address: addressOf(node), role: 'master' as const },
        up: node.status === 'ready' || node.status === 'wait',
      })),
      ...cluster.nodes('slave').map((node) => ({
        ...{ address: addressOf(node), role: 'replica' as const, up: true },
      })),
    ],
    async isUp() {
      if (cluster.status !== 'ready') return false;
      return (await Promise.all(masters().map(answers))).some(Boolean);
    },
    close: () => cluster.disconnect(),
  };
}

function addressOf({ options: { host, port } }: Redis): string {
  return `${host?.includes(':') ? `[${host}]` : host}:${port}`;
}

function answers(redis: Redis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    () => false,
  );
}
