import { Cluster, Command, type Redis } from 'ioredis';
import type { Logger } from '#platform/service/logger.ts';
import { redisDriver } from './driver.ts';

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
