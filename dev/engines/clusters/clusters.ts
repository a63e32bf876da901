import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineUrls } from '../../base/processes.ts';
import { generalVariable, perEngine, roleEngines } from '../../base/roles.ts';
import type { RunFolder } from '../../base/run-folder.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Settings } from '../../base/settings.ts';
import { Problem, say } from '../../base/terminal.ts';
import { userOf } from '../service-users.ts';
import { startMongodbSet } from './mongodb-set.ts';
import { startNatsCluster } from './nats-cluster.ts';
import type { EngineCluster, EngineNode } from './node-process.ts';
import { startRedisCluster } from './redis-cluster.ts';

/** Milliseconds without a primary after which the members of the replica set elect a new primary. */
const electionTimeoutMs = 2_000;

/** The engines of a system in which each engine runs on several nodes. */
interface Clusters {
  readonly nodes: readonly EngineNode[];
  readonly urls: EngineUrls;
}

/**
 * Starts three nodes of MongoDB, nine of Redis and three of NATS, which store data in the data folder. In the
 * engines, each service has a separate user.
 *
 * @throws Problem if a setting names an external engine; Error if a cluster does not start, after all nodes were
 * stopped
 */
export async function startClusters(settings: Settings, secrets: Secrets): Promise<Clusters> {
  refuseEngines(settings);
  const { engines, nats: passwords } = secrets;
  const folder = join(settings.DATA_DIR, 'clusters');
  for (const name of ['mongodb', 'redis', 'nats']) await mkdir(join(folder, name), { recursive: true });
  const [mongodb, redis, nats] = await allOrNone(
    startMongodbSet({ folder: join(folder, 'mongodb'), secrets: engines, electionTimeoutMs }),
    // Each master has two replicas. With only one replica, a fail-over would leave no replica that can confirm writes,
    // as CART_DURABILITY=replicated requires.
    startRedisCluster({ folder: join(folder, 'redis'), secrets: engines, replicasOfEach: 2 }),
    startNatsCluster({ folder: join(folder, 'nats'), passwords }),
  );
  return {
    nodes: [...mongodb.nodes, ...redis.nodes, ...nats.nodes],
    urls: {
      data: perEngine(({ kind, variable }) =>
        kind === 'mongodb'
          ? mongodb.dataUrl(variable)
          : redis.urlFor(`${userOf(variable)}:${engines.data[variable]}@`),
      ),
      operator: { mongodb: mongodb.url, redis: redis.url },
      nats: nats.url,
      natsLogin: true,
    },
  };
}

function refuseEngines(settings: Settings): void {
  const variables = [...Object.values(generalVariable), ...roleEngines.map(({ variable }) => variable)];
  const externalVariables = [...variables, 'NATS_URL' as const].filter((variable) => settings[variable]);
  if (externalVariables.length > 0)
    throw new Problem(
      `npm run cluster starts engines of its own; leave ${externalVariables.join(', ')} out.`,
    );
}

/**
 * Waits until all clusters have started. If one cluster does not start, closes the other clusters and throws
 * the error of the failed start.
 */
async function allOrNone<T extends readonly EngineCluster[]>(
  ...starting: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const starts = await Promise.allSettled(starting);
  const failed = starts.find((one) => one.status === 'rejected');
  if (!failed) return starts.map((one) => (one as PromiseFulfilledResult<EngineCluster>).value) as never;
  for (const one of starts) if (one.status === 'fulfilled') await (one.value as EngineCluster).close();
  throw failed.reason;
}

const checkEveryMs = 100;
const longestDelayMs = 5_000;

/**
 * Supervises the nodes of engines: starts a node again when the node ends, and writes the node's current pid to
 * the run folder.
 */
export class SupervisedNodes {
  readonly #nodes: readonly EngineNode[];
  readonly #run: RunFolder;
  #ending = false;

  constructor(nodes: readonly EngineNode[], run: RunFolder) {
    this.#nodes = nodes;
    this.#run = run;
    for (const node of nodes) void this.#keep(node);
  }

  async #keep(node: EngineNode): Promise<void> {
    let [lastPid, delayMs] = [node.pid, checkEveryMs];
    if (lastPid !== null) this.#run.writePid(node.name, lastPid);
    for (;;) {
      await sleep(checkEveryMs);
      if (this.#ending) return;
      if (node.pid !== null) {
        delayMs = checkEveryMs;
        continue;
      }
      say(`${node.name} ended; started again in ${delayMs / 1_000} s`);
      await sleep(delayMs);
      delayMs = Math.min(2 * delayMs, longestDelayMs);
      if (this.#ending) return;
      await node.start().catch(() => undefined);
      if (node.pid !== null && node.pid !== lastPid) {
        lastPid = node.pid;
        this.#run.writePid(node.name, lastPid);
      }
    }
  }

  /** Stops all nodes. Kills the nodes that still run after `patienceMs` milliseconds. */
  async stop(patienceMs: number): Promise<void> {
    this.#ending = true;
    await Promise.race([Promise.all(this.#nodes.map((node) => node.stop())), sleep(patienceMs)]);
    await Promise.all(this.#nodes.map((node) => node.kill()));
    for (const { name } of this.#nodes) this.#run.removePid(name);
  }
}
