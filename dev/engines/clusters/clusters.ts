import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineUrls } from '../../processes.ts';
import { generalVariable, perEngine, roleEngines } from '../../roles.ts';
import type { Secrets } from '../../secrets.ts';
import type { Settings } from '../../settings.ts';
import { Problem } from '../../terminal.ts';
import { userOf } from '../stores.ts';
import type { EngineCluster, EngineNode } from './engine-cluster.ts';
import { startMongodbSet } from './mongodb-set.ts';
import { startNatsCluster } from './nats-cluster.ts';
import { startRedisCluster } from './redis-cluster.ts';

/** How long the members of the set miss their primary before they elect another. Milliseconds. */
const electionTimeoutMs = 2_000;

/** All engines of a system, each on several nodes. */
export interface Clusters {
  readonly nodes: readonly EngineNode[];
  readonly urls: EngineUrls;
}

/**
 * Starts three MongoDBs, nine Redis and three NATS with the users of the product, and their data in the data folder.
 *
 * @throws Problem for a setting that names an engine, Error for a cluster that does not come up; then no node runs
 */
export async function startClusters(settings: Settings, secrets: Secrets): Promise<Clusters> {
  refuseEngines(settings);
  const { engines, nats: passwords } = secrets;
  const folder = join(settings.DATA_DIR, 'clusters');
  for (const name of ['mongodb', 'redis', 'nats']) await mkdir(join(folder, name), { recursive: true });
  const [mongodb, redis, nats] = await allOrNone(
    startMongodbSet({ folder: join(folder, 'mongodb'), secrets: engines, electionTimeoutMs }),
    // Two replicas of each master: with one, `replicated` has nobody to confirm writes after a fail-over.
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
  const named = [...variables, 'NATS_URL' as const].filter((variable) => settings[variable]);
  if (named.length > 0)
    throw new Problem(`npm run cluster starts engines of its own; leave ${named.join(', ')} out.`);
}

/** The clusters, or none of them when one does not come up. */
async function allOrNone<T extends readonly EngineCluster[]>(
  ...starting: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const starts = await Promise.allSettled(starting);
  const failed = starts.find((one) => one.status === 'rejected');
  if (!failed) return starts.map((one) => (one as PromiseFulfilledResult<EngineCluster>).value) as never;
  for (const one of starts) if (one.status === 'fulfilled') await (one.value as EngineCluster).close();
  throw failed.reason;
}
