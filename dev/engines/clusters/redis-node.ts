import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../base/ports.ts';
import type { Secrets } from '../../base/secrets.ts';
import { redisArguments } from '../redis.ts';
import { redisUsers } from '../service-users.ts';
import type { EngineNode } from './node-process.ts';
import { type NodePlan, startNode } from './node-process.ts';

const FORMED_WITHIN_MS = 60_000;

/** Passwords of the Redis users, as `npm start` makes them. Null: the Redis has no passwords. */
export type RedisSecrets = Secrets['engines'] | null;

/** Returns the operator's login for a URL, `operator:password@`; an empty text for a Redis without passwords. */
export function operatorLogin(secrets: RedisSecrets): string {
  return secrets ? `operator:${secrets.operator}@` : '';
}

/** Returns a connection to one node with the operator's login. The caller must close the connection. */
export function operatorOf(port: number, secrets: RedisSecrets): Redis {
  const redis = new Redis(port, '127.0.0.1', {
    ...(secrets && { username: 'operator', password: secrets.operator }),
    maxRetriesPerRequest: 2,
    retryStrategy: (times) => Math.min(50 * times, 500),
  });
  redis.on('error', () => undefined);
  return redis;
}

/** Options of a node of a Redis Cluster or of a Redis with sentinels. */
interface RedisNodePlan {
  readonly name: string;
  readonly port: number;
  readonly program: string;
  /** The folder of the cluster, which contains a folder for each node. */
  readonly folder: string;
  readonly secrets: RedisSecrets;
  /** Lines that are added to the configuration of the node. */
  readonly settings: readonly string[];
}

/**
 * Starts a redis-server as a master or a replica, with the same settings for durability as the Redis of `npm start`.
 */
export async function startRedisNode(plan: RedisNodePlan): Promise<EngineNode> {
  const { name, port, program, secrets } = plan;
  const folder = join(plan.folder, name);
  await mkdir(join(folder, 'redis'), { recursive: true });
  const usersFile = join(folder, 'users.acl');
  if (secrets) await writeFile(usersFile, redisUsers(secrets), { mode: 0o600 });
  const lines = [
    ...linesOf(redisArguments(folder, port)),
    'repl-diskless-sync yes',
    'repl-diskless-sync-delay 0',
    ...(secrets ? [`aclfile "${usersFile}"`, 'masteruser operator', `masterauth ${secrets.operator}`] : []),
    ...plan.settings,
  ];
  const config = await keptConfig(join(folder, 'redis.conf'), lines);
  const probe = async () => {
    const redis = operatorOf(port, secrets);
    await redis.ping().finally(() => redis.disconnect());
  };
  return startNode({ name, port, program, folder, args: [config], probe } satisfies NodePlan);
}

/**
 * Writes a configuration file and returns its path. Does not overwrite an existing file, because Redis or Sentinel may
 * have changed the file.
 */
export async function keptConfig(path: string, lines: readonly string[]): Promise<string> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}

/**
 * Returns free ports at the first start in a folder, and the same ports at each later start, because nodes store each
 * other's ports.
 */
export async function keptPorts(folder: string, count: number): Promise<number[]> {
  const path = join(folder, 'redis-ports.json');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept) return JSON.parse(kept);
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify(ports));
  return ports;
}

/** Waits until `holds` resolves to true. @throws Error after a minute */
export async function untilTrue(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + FORMED_WITHIN_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error('the nodes of Redis did not find each other in time');
    await sleep(50);
  }
}

/** Returns command-line arguments as lines of a configuration file: `['--port', '6379']` → `['port 6379']`. */
function linesOf(args: readonly string[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < args.length; at += 2) lines.push(`${args[at]?.slice(2)} ${args[at + 1] || '""'}`);
  return lines;
}
