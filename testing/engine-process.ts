import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectNats } from '#platform/bus/connection.ts';
import { keepStreams } from '#platform/events/streams.ts';
import { guardAgainstOrphans } from '../dev/base/orphans.ts';
import { freePort } from '../dev/base/ports.ts';
import { acceptsConnections } from '../dev/engines/clusters/node-process.ts';
import { ensurePrimary, mongod, mongodArguments, mongodUrl } from '../dev/engines/mongod.ts';
import { nats } from '../dev/engines/nats.ts';
import { type Engine, obtain } from '../dev/engines/obtain.ts';
import { redis, redisArguments } from '../dev/engines/redis.ts';
import { dataFolder } from './data-folder.ts';

/** A running engine: a real MongoDB, Redis or NATS. */
export interface EngineProcess {
  readonly url: string;
  readonly pid: number;
  /** Kills the engine and deletes its data. */
  stop(): Promise<void>;
}

/** How to start an engine: its arguments, its URL and a probe. */
export interface Plan {
  readonly engine: Engine;
  arguments(dataDir: string, port: number): string[];
  url(port: number): string;
  /** Throws as long as the engine cannot be used. */
  probe(port: number): Promise<void>;
}

const startMs = 30_000;

/** Waits until a probe succeeds. @throws the probe's error after 30 s */
export async function untilUsable(probe: () => Promise<void>): Promise<void> {
  const end = Date.now() + startMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Starts an engine with a temporary data folder. @throws Error if the engine cannot be used after 30 s */
export async function startEngine(plan: Plan): Promise<EngineProcess> {
  const program = await obtain(plan.engine);
  const folder = await dataFolder();
  for (const name of ['mongodb', 'redis', 'log']) await mkdir(join(folder, name));
  const port = await freePort(undefined);
  const child = spawn(program, plan.arguments(folder, port), { stdio: 'ignore' });
  const unguard = guardAgainstOrphans(child.pid ?? 0, folder);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
    unguard();
  };
  try {
    await untilUsable(() => plan.probe(port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: plan.url(port), pid: child.pid ?? 0, stop };
}

/** A redis-server with the same durability as the redis-server of `npm start`. */
export const redisPlan: Plan = {
  engine: redis,
  arguments: redisArguments,
  url: (port) => `redis://127.0.0.1:${port}/0`,
  probe: acceptsConnections,
};

/** A mongod that is the primary of a replica set with one member. */
export const mongodPlan: Plan = {
  engine: mongod,
  arguments: mongodArguments,
  url: mongodUrl,
  probe: ensurePrimary,
};

/** Makes the streams of a nats-server without users, as `npm start` does. */
export async function keepStreamsAt(url: string): Promise<void> {
  const connection = await connectNats('streams', { NATS_URL: url }, false);
  await keepStreams(connection).finally(() => connection.close());
}

/** A nats-server without users, with its streams. */
export const natsPlan: Plan = {
  engine: nats,
  arguments: (dataDir, port) => [
    ...['--addr', '127.0.0.1', '--port', String(port)],
    ...['--jetstream', '--store_dir', join(dataDir, 'nats')],
  ],
  url: (port) => `nats://127.0.0.1:${port}`,
  async probe(port) {
    await acceptsConnections(port);
    await keepStreamsAt(`nats://127.0.0.1:${port}`);
  },
};
