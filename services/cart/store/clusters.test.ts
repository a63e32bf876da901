import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RedisConnection } from '#platform/redis/connection.ts';
import { connectedRedis } from '#testing/connected-redis.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { type RedisCluster, startRedisCluster } from '../../../dev/engines/clusters/redis-cluster.ts';
import { Adders, keyOfShard, type Tally } from './clusters.fixture.ts';
import { shards } from './keys.ts';
import { SessionIndex } from './session-index.ts';

let folder: string;
let cluster: RedisCluster;
let connection: RedisConnection;

beforeAll(async () => {
  folder = await dataFolder();
  cluster = await startRedisCluster({ folder });
  connection = await connectedRedis(cluster.url);
}, 90_000);
afterAll(async () => {
  connection?.close();
  await cluster?.close();
  await rm(folder, { recursive: true, force: true });
});

const allShards = Array.from({ length: shards }, (_, shard) => shard);

/** Returns the port of a shard's current master. */
async function masterOf(shard: number, askedPort: number): Promise<number> {
  return cluster.ask(askedPort, async (redis) => {
    const slot = (await redis.cluster('KEYSLOT', `{${shard}}`)) as number;
    const ranges = await redis.cluster('SLOTS');
    const [, , master] = ranges.find(([from, to]) => from <= slot && slot <= to) ?? [];
    return master?.[1] ?? 0;
  });
}

function adders(replicas: number): Adders {
  const load = new Adders(connection, replicas);
  onTestFinished(() => load.close());
  return load;
}

/** Returns the failures of writes, except time-outs, because a busy machine may cause time-outs. */
function faultsOf(tallies: readonly Tally[]): string[] {
  return tallies.flatMap(({ failures }) => failures.filter((one) => !/ timed out|in time/.test(one)));
}

async function expectAllHeld(load: Adders, before: readonly number[]): Promise<void> {
  const held = await Promise.all(allShards.map((shard) => load.held(shard)));
  const expected = load.tallies.map(({ acknowledged }, shard) => acknowledged + (before[shard] ?? 0));
  expect(held).toEqual(expected);
}

test('adds succeed in every shard, and lists have all carts', async () => {
  const load = adders(0);
  await Promise.all(allShards.map((shard) => load.add(shard)));
  await expectAllHeld(load, []);
  expect(faultsOf(load.tallies)).toEqual([]);
  const listing = { owners: ['guest'], order: 'updated', descending: true } as const;
  const index = new SessionIndex(connection.commands);
  const surveys = await index.survey(listing);
  expect((await index.keysFrom(listing, surveys, 0, 100)).sort()).toEqual([...keyOfShard].sort());
  const roles = () => connection.nodes().map(({ role }) => role);
  await expect
    .poll(() => roles().toSorted(), { timeout: 30_000 })
    .toEqual(['master', 'master', 'master', 'replica', 'replica', 'replica']);
});

test('a killed master stops only its own carts until its replica takes over; confirmed writes are not lost', async () => {
  const load = adders(1);
  const before = await Promise.all(allShards.map((shard) => load.held(shard)));
  const [first, , third] = cluster.nodes as [(typeof cluster.nodes)[0], unknown, (typeof cluster.nodes)[0]];
  const owners = await Promise.all(allShards.map((shard) => masterOf(shard, third.port)));
  load.start(20);
  await expect
    .poll(() => Math.min(...load.tallies.map(({ acknowledged }) => acknowledged)))
    .toBeGreaterThan(2);
  await first.kill();
  const lost = allShards.filter((shard) => owners[shard] === first.port);
  expect(lost.length).toBeGreaterThan(10);
  await expect.poll(() => masterOf(lost[0] ?? 0, third.port), { timeout: 30_000 }).not.toBe(first.port);
  // The new master needs a replica to confirm writes. The killed node starts again as this replica.
  await first.start();
  const counts = load.tallies.map(({ acknowledged }) => acknowledged);
  await expect
    .poll(() => lost.every((shard) => (load.tallies[shard]?.acknowledged ?? 0) > (counts[shard] ?? 0)), {
      timeout: 30_000,
    })
    .toBe(true);
  await load.stop();
  await expectAllHeld(load, before);
  const others = load.tallies.filter((_, shard) => owners[shard] !== first.port);
  expect(faultsOf(others)).toEqual([]);
}, 90_000);

test('a slot that moves to another master under load loses nothing', async () => {
  const load = adders(0);
  const before = await Promise.all(allShards.map((shard) => load.held(shard)));
  const asked = cluster.nodes[2]?.port ?? 0;
  const shard = 7;
  const from = await masterOf(shard, asked);
  const to =
    (await Promise.all(allShards.map((one) => masterOf(one, asked)))).find((port) => port !== from) ?? 0;
  load.start(10);
  await expect.poll(() => load.tallies[shard]?.acknowledged).toBeGreaterThan(2);
  await moved(shard, from, to);
  await expect.poll(() => masterOf(shard, asked)).toBe(to);
  const count = load.tallies[shard]?.acknowledged ?? 0;
  await expect.poll(() => load.tallies[shard]?.acknowledged).toBeGreaterThan(count);
  await load.stop();
  await expectAllHeld(load, before);
  const others = load.tallies.filter((_, index) => index !== shard);
  expect(faultsOf(others)).toEqual([]);
}, 60_000);

/** Migrates a shard's slot as `redis-cli --cluster reshard` does. */
async function moved(shard: number, from: number, to: number): Promise<void> {
  const ask = cluster.ask;
  const [fromId, toId] = await Promise.all(
    [from, to].map((port) => ask(port, (redis) => redis.cluster('MYID'))),
  );
  const slot = await ask(from, (redis) => redis.cluster('KEYSLOT', `{${shard}}`) as Promise<number>);
  await ask(to, (redis) => redis.cluster('SETSLOT', slot, 'IMPORTING', fromId as string));
  await ask(from, (redis) => redis.cluster('SETSLOT', slot, 'MIGRATING', toId as string));
  for (;;) {
    const keys = await ask(from, (redis) => redis.cluster('GETKEYSINSLOT', slot, 10) as Promise<string[]>);
    if (keys.length === 0) break;
    await ask(from, (redis) => redis.call('MIGRATE', '127.0.0.1', to, '', 0, 5_000, 'KEYS', ...keys));
  }
  for (const { port } of cluster.nodes) {
    await ask(port, (redis) => redis.cluster('SETSLOT', slot, 'NODE', toId as string)).catch(() => null);
  }
}
