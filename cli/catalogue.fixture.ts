import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { mongodFixture, natsFixture } from '#platform/testing/engines.ts';
import { type Bus, connectBus } from './bus.ts';
import type { Host } from './host.ts';
import { run } from './program.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const secret = 'a secret of tests, 32 characters or more';

/** What a command line did. */
interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** How often it connected. */
  readonly connected: number;
}

/** Runs a command line in this process. Nobody is there to connect to unless the host says otherwise. */
export async function runWith(changes: Partial<Host>, args: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  let connected = 0;
  const connect = changes.connect ?? (() => Promise.reject(new Error('nobody is there')));
  const code = await run(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    columns: 0,
    ...changes,
    connect: () => {
      connected += 1;
      return connect();
    },
  });
  return { code, out, err, connected };
}

/** A catalogue, a process of its own on real engines, for one test file; and a folder for its shops. */
export function catalogueFixture() {
  const mongod = mongodFixture();
  const nats = natsFixture();
  let child: ChildProcess;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartwright-cli-'));
    child = spawn(process.execPath, [join(root, 'services/catalogue/main.ts')], {
      env: {
        REPLICA: 'catalogue-1',
        NATS_URL: nats.url,
        CATALOGUE_MONGODB_URL: mongod.url,
        CLAIM_SECRET: secret,
        OPERATIONS_TOKEN: secret,
        CHECK_REPLIES: 'true',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await new Promise<void>((ready, failed) => {
      child.once('message', () => ready());
      child.once('exit', (code) => failed(new Error(`the catalogue ended with ${code}`)));
    });
  });
  afterAll(async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const connect = (): Promise<Bus> => connectBus({ NATS_URL: nats.url, CLAIM_SECRET: secret });
  return {
    connect,
    get folder() {
      return folder;
    },
    /** Runs a command line against it. */
    cartwright: (...args: string[]) => runWith({ connect }, args),
  };
}
