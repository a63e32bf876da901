import type { Redis } from 'ioredis';
import { obtain } from '../obtain.ts';
import { redis as engine } from '../redis.ts';
import type { EngineCluster, EngineNode } from './node-process.ts';
import {
  keptPorts,
  operatorLogin,
  operatorOf,
  type RedisSecrets,
  startRedisNode,
  untilTrue,
} from './redis-node.ts';

const SLOTS = 16_384;

/** Proxies between the nodes of a cluster. */
interface Proxies {
  /** Returns the IP address from which a node connects to other nodes. */
  addressOf(node: number): string;
  /** Opens a proxy to a port of a node, and returns the proxy's port. */
  to(port: number, node: number): Promise<number>;
}

/** Options of a Redis Cluster. */
export interface RedisClusterPlan {
  /**
   * The folder of the cluster, which contains a folder for each node. If the folder contains the data of an
   * earlier cluster, the nodes continue with this data.
   */
  readonly folder: string;
  readonly masters?: number;
  readonly replicasOfEach?: number;
  readonly secrets?: RedisSecrets;
  /** Milliseconds without an answer after which other nodes count a node as failed. */
  readonly nodeTimeoutMs?: number;
  /** Proxies between the nodes, and between clients and nodes. Absent: connections are direct. */
  readonly partition?: Proxies;
}

/** A running Redis Cluster. */
export interface RedisCluster extends EngineCluster {
  /** Returns the URL of the cluster with another user's login, such as `cart:password@`. */
  urlFor(login: string): string;
  /** Calls `question` with the operator's connection to a node. Returns the result of `question`. */
  ask<T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T>;
}

interface Ports {
  readonly port: number;
  readonly busPort: number;
}

/** Starts a Redis Cluster on 127.0.0.1: by default three masters with one replica each. */
export async function startRedisCluster(plan: RedisClusterPlan): Promise<RedisCluster> {
  const { folder, masters = 3, replicasOfEach = 1, secrets = null, nodeTimeoutMs = 1_500, partition } = plan;
  const program = await obtain({ ...engine, minimum: [7, 0] });
  const count = masters * (1 + replicasOfEach);
  const kept = await keptPorts(folder, 2 * count);
  const ports = kept.slice(0, count).map((port, index) => ({ port, busPort: kept[count + index] ?? 0 }));
  const nodes: EngineNode[] = [];
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
  };
  const ask = async <T>(port: number, question: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = operatorOf(port, secrets);
    return question(redis).finally(() => redis.disconnect());
  };
  const starting = ports.map(async ({ port, busPort }, index) => {
    const settings = [
      ...(partition ? await proxySettings(partition, index, { port, busPort }) : []),
      ...['cluster-enabled yes', 'cluster-config-file nodes.conf', `cluster-port ${busPort}`],
      `cluster-node-timeout ${nodeTimeoutMs}`,
      // While one master is missing, this setting keeps the carts on the other masters available.
      'cluster-require-full-coverage no',
    ];
    nodes[index] = await startRedisNode({
      ...{ name: `redis-${index + 1}`, port, program, folder, secrets, settings },
    });
  });
  try {
    await Promise.all(starting);
    const states = await Promise.all(ports.map(({ port }) => ask(port, stateOf)));
    if (states.every(({ known }) => known === 1)) await formCluster(ports, masters, ask);
    await untilFormed(ports, ask);
  } catch (error) {
    await Promise.allSettled(starting);
    await close();
    throw error;
  }
  const hosts = ports.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const urlFor = (login: string) => `redis+cluster://${login}${hosts}`;
  return { url: urlFor(operatorLogin(secrets)), urlFor, nodes, ask, close };
}

/** Returns the settings of a node that is reached through proxies. */
async function proxySettings(partition: Proxies, node: number, { port, busPort }: Ports): Promise<string[]> {
  return [
    `bind-source-addr ${partition.addressOf(node)}`,
    'cluster-announce-ip 127.0.0.1',
    `cluster-announce-port ${await partition.to(port, node)}`,
    `cluster-announce-bus-port ${await partition.to(busPort, node)}`,
  ];
}

type Ask = RedisCluster['ask'];

/**
 * Makes the nodes a cluster. The first `masters` nodes share the slots, and each further node is a replica of
 * a master.
 */
async function formCluster(ports: readonly Ports[], masters: number, ask: Ask): Promise<void> {
  const [first] = ports as [Ports];
  const ids = await Promise.all(
    ports.map(({ port }, index) =>
      ask(port, async (redis) => {
        await redis.cluster('SET-CONFIG-EPOCH', index + 1);
        if (index < masters) {
          const [from, to] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / masters));
          await redis.cluster('ADDSLOTSRANGE', from as number, (to as number) - 1);
        }
        return redis.cluster('MYID') as Promise<string>;
      }),
    ),
  );
  await Promise.all(
    ports
      .slice(1)
      .map(({ port }) => ask(port, (redis) => redis.cluster('MEET', '127.0.0.1', first.port, first.busPort))),
  );
  await untilTrue(async () => {
    const states = await Promise.all(ports.map(({ port }) => ask(port, stateOf)));
    return states.every(({ known }) => known === ports.length);
  });
  await Promise.all(
    ports.slice(masters).map(({ port }, index) =>
      // Repeats `REPLICATE`, because a new node refuses this command until the node knows the roles of all
      // other nodes.
      untilTrue(() =>
        ask(port, (redis) => redis.cluster('REPLICATE', ids[index % masters] as string)).then(
          () => true,
          () => false,
        ),
      ),
    ),
  );
}

/** Resolves when every node reports a working cluster, and every replica has copied its master's data. */
async function untilFormed(ports: readonly Ports[], ask: Ask): Promise<void> {
  await untilTrue(async () => {
    const states = await Promise.all(ports.map(({ port }) => ask(port, stateOf)));
    return states.every(({ works, isCopying }) => works && !isCopying);
  });
}

async function stateOf(redis: Redis) {
  const cluster = (await redis.cluster('INFO')) as string;
  const replication = await redis.info('replication');
  return {
    known: Number(/cluster_known_nodes:(\d+)/.exec(cluster)?.[1]),
    works: /cluster_state:ok/.test(cluster) && /cluster_slots_assigned:16384/.test(cluster),
    isCopying: /role:slave/.test(replication) && !/master_link_status:up/.test(replication),
  };
}
