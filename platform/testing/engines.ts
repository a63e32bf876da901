import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { ensurePrimary, mongod, mongodArguments, mongodUrl } from '../../dev/engines/mongod.ts';
import { nats } from '../../dev/engines/nats.ts';
import { type Engine, obtain } from '../../dev/engines/obtain.ts';
import { redis, redisArguments } from '../../dev/engines/redis.ts';
import { freePort } from '../../dev/ports.ts';
import { dataFolder } from './data-folder.ts';

/** A real engine of a test file's own. */
interface PrivateEngine {
  /** Where it listens. Known once the file's tests run. */
  readonly url: string;
  readonly pid: number;
}

/** How one kind of engine is started: its arguments, its address, and when it can be used. */
interface Plan {
  readonly engine: Engine;
  arguments(dataDir: string, port: number): string[];
  url(port: number): string;
  /** Throws while the engine cannot be used yet. */
  probe(port: number): Promise<void>;
}

const startMs = 30_000;

/** Resolves when something listens. @throws Error when nothing does */
export async function answersTcp(port: number): Promise<void> {
  const { connect } = await import('node:net');
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** Waits until the probe does not throw. @throws Error what it throws after 30 s */
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

/** An engine that lives as long as the test file, with its data in a temporary folder. */
function engineFixture(plan: Plan): PrivateEngine {
  let child: ChildProcess | undefined;
  let folder = '';
  let port = 0;
  beforeAll(async () => {
    const program = await obtain(plan.engine);
    folder = await dataFolder();
    for (const name of ['mongodb', 'redis', 'log']) await mkdir(join(folder, name));
    port = await freePort(undefined);
    child = spawn(program, plan.arguments(folder, port), { stdio: 'ignore' });
    await untilUsable(() => plan.probe(port));
  }, startMs + 60_000);
  afterAll(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get url() {
      return plan.url(port);
    },
    get pid() {
      return child?.pid ?? 0;
    },
  };
}

/** A redis-server with the durability of the product, for this test file. */
export const redisFixture = () =>
  engineFixture({
    engine: redis,
    arguments: redisArguments,
    url: (port) => `redis://127.0.0.1:${port}/0`,
    probe: answersTcp,
  });

/** A mongod, primary of its own replica set, for this test file. */
export const mongodFixture = () =>
  engineFixture({ engine: mongod, arguments: mongodArguments, url: mongodUrl, probe: ensurePrimary });

/** A nats-server without users, for this test file. */
export const natsFixture = () =>
  engineFixture({
    engine: nats,
    arguments: (dataDir, port) => [
      ...['--addr', '127.0.0.1', '--port', String(port)],
      ...['--jetstream', '--store_dir', join(dataDir, 'nats')],
    ],
    url: (port) => `nats://127.0.0.1:${port}`,
    probe: answersTcp,
  });
