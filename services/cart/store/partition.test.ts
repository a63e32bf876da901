import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connectedRedis } from '#testing/connected-redis.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { Partition } from '#testing/partition.ts';
import { type RedisCluster, startRedisCluster } from '../../../dev/engines/clusters/redis-cluster.ts';
import { Adders } from './clusters.fixture.ts';

/** Starts a cluster whose nodes can be cut off, and `Adders`. One replica must confirm each write of these `Adders`. */
async function started() {
  const folder = await dataFolder();
  const partition = new Partition();
  const cluster = await startRedisCluster({ folder, partition });
  const connection = await connectedRedis(cluster.url);
  const load = new Adders(connection, 1);
  onTestFinished(async () => {
    load.close();
    connection.close();
    await cluster.close();
    await partition[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  return { partition, cluster, load };
}

/** Returns the role that a node reports for itself. */
async function roleOf({ nodes, ask }: RedisCluster, node: number): Promise<string> {
  const [role] = (await ask(nodes[node]?.port ?? 0, (redis) => redis.call('ROLE'))) as [string];
  return role;
}

test('a master that is cut off from the other nodes, and not from its clients, loses no confirmed write', async () => {
  const { partition, cluster, load } = await started();
  const wait = { timeout: 30_000 };
  const counts = () => load.tallies.map(({ acknowledged }) => acknowledged);
  const moreThan = (before: readonly number[]) =>
    counts().every((count, at) => count > (before[at] ?? 0) + 2);
  load.start(20);
  await expect.poll(() => moreThan([]), wait).toBe(true);
  partition.cutOff(0);
  // The first replica of the first master takes over.
  await expect.poll(() => roleOf(cluster, 3), wait).toBe('master');
  expect(await roleOf(cluster, 0)).toBe('master');
  partition.heal();
  await expect.poll(() => roleOf(cluster, 0), wait).toBe('slave');
  const healed = counts();
  await expect.poll(() => moreThan(healed), wait).toBe(true);
  await load.stop();
  expect(await Promise.all(load.tallies.map((_, shard) => load.held(shard)))).toEqual(counts());
}, 120_000);
