import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { obtain } from '../obtain.ts';
import { redis as engine } from '../redis.ts';
import type { EngineCluster, EngineNode } from './node-process.ts';
import { type NodePlan, startNode } from './node-process.ts';
import {
  keptConfig,
  keptPorts,
  operatorLogin,
  operatorOf,
  type RedisSecrets,
  startRedisNode,
  untilTrue,
} from './redis-node.ts';

const MASTER = 'mymaster';

/** Options of a Redis with sentinels: a master, its replicas, and the sentinels that watch these servers. */
export interface RedisSentinelPlan {
  /**
   * The folder of all nodes, which contains a folder for each node. If a node's folder has data, the node uses that
   * data.
   */
  readonly folder: string;
  readonly replicas?: number;
  readonly sentinels?: number;
  readonly secrets?: RedisSecrets;
  /** Milliseconds without an answer after which the master counts as failed. */
  readonly downAfterMs?: number;
}

/** A running Redis with sentinels. `nodes` contains both the servers and the sentinels. */
export interface RedisSentinel extends EngineCluster {
  readonly servers: readonly EngineNode[];
  readonly sentinels: readonly EngineNode[];
  /** Returns `url` with the login of another user. `login` has the form `cart:password@`. */
  urlFor(login: string): string;
  /** Returns the current master, according to the sentinels. */
  master(): Promise<EngineNode>;
  /** Makes the sentinels choose another master, although the old master still runs. */
  switchMaster(): Promise<void>;
}

/** Starts a master, replicas (by default two) and sentinels (by default three). */
export async function startRedisSentinel(plan: RedisSentinelPlan): Promise<RedisSentinel> {
  const { folder, replicas = 2, sentinels = 3, secrets = null, downAfterMs = 1_000 } = plan;
  const program = await obtain(engine);
  const ports = await keptPorts(folder, 1 + replicas + sentinels);
  const [masterPort = 0] = ports;
  const running: EngineNode[] = [];
  const close = async () => {
    await Promise.all(running.map((node) => node.kill()));
  };
  const started = async (starting: Promise<EngineNode>[]) => {
    const nodes = await Promise.allSettled(starting);
    running.push(...nodes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    return Promise.all(starting);
  };
  try {
    const servers = await started(
      ports.slice(0, 1 + replicas).map((port, index) => {
        const settings = index === 0 ? [] : [`replicaof 127.0.0.1 ${masterPort}`];
        return startRedisNode({ name: `redis-${index + 1}`, port, program, folder, secrets, settings });
      }),
    );
    const watchers = await started(
      ports.slice(1 + replicas).map((port, index) => {
        const name = `sentinel-${index + 1}`;
        const lines = sentinelSettings(masterPort, sentinels, downAfterMs, secrets);
        return startSentinel({ name, port, program, folder: join(folder, name) }, lines);
      }),
    );
    const ask = async <T>(port: number, ...words: string[]): Promise<T> => {
      const sentinel = operatorOf(port, null);
      const answer = sentinel.call('SENTINEL', ...words);
      return (await answer.finally(() => sentinel.disconnect())) as T;
    };
    await untilTrue(async () => {
      const known = await Promise.all(
        watchers.map(({ port }) => ask<string[]>(port, 'MASTER', MASTER).then(pairs)),
      );
      return known.every(
        (one) =>
          one['num-slaves'] === String(replicas) && one['num-other-sentinels'] === String(sentinels - 1),
      );
    });
    const runningSentinel = () => watchers.find(({ pid }) => pid !== null) ?? watchers[0];
    const hosts = watchers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const urlFor = (login: string) => `redis+sentinel://${login}${hosts}/${MASTER}`;
    return {
      ...{ url: urlFor(operatorLogin(secrets)), urlFor, close },
      ...{ nodes: [...servers, ...watchers], servers, sentinels: watchers },
      async master() {
        const [, port] = await ask<[string, string]>(
          runningSentinel()?.port ?? 0,
          'GET-MASTER-ADDR-BY-NAME',
          MASTER,
        );
        const master = servers.find((server) => server.port === Number(port));
        if (!master) throw new Error(`the sentinels name a master on port ${port}, which is none of theirs`);
        return master;
      },
      switchMaster: () => ask(runningSentinel()?.port ?? 0, 'FAILOVER', MASTER),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Returns the configuration lines with which a sentinel monitors the master. The master counts as failed when a
 * majority of the sentinels cannot reach the master.
 */
function sentinelSettings(
  masterPort: number,
  sentinels: number,
  downAfterMs: number,
  secrets: RedisSecrets,
): string[] {
  const login = [`auth-user ${MASTER} operator`, `auth-pass ${MASTER} ${secrets?.operator}`];
  return [
    `monitor ${MASTER} 127.0.0.1 ${masterPort} ${Math.floor(sentinels / 2) + 1}`,
    `down-after-milliseconds ${MASTER} ${downAfterMs}`,
    `failover-timeout ${MASTER} ${6 * downAfterMs}`,
    ...(secrets ? login : []),
  ].map((line) => `sentinel ${line}`);
}

async function startSentinel(plan: Omit<NodePlan, 'args'>, lines: readonly string[]): Promise<EngineNode> {
  const { port, folder } = plan;
  await mkdir(folder, { recursive: true });
  const own = [`port ${port}`, 'bind 127.0.0.1', `dir "${folder}"`];
  const config = await keptConfig(join(folder, 'sentinel.conf'), [...own, ...lines]);
  return startNode({ ...plan, args: [config, '--sentinel'] });
}

/**
 * Converts an answer of Redis with names and values: `['name', 'a', 'port', '1']` → `{ name: 'a', port: '1' }`.
 */
function pairs(answer: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let at = 0; at < answer.length; at += 2) record[answer[at] ?? ''] = answer[at + 1] ?? '';
  return record;
}
