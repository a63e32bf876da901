import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { mongodFixture, natsFixture } from './engines.ts';

const main = resolve(fileURLToPath(import.meta.url), '../../../services/catalogue/main.ts');
const secret = 'a secret of tests, 32 characters or more';

/** A catalogue of a test file's own. Known once the file's tests run. */
interface CatalogueProcess {
  /** Where its bus is. */
  readonly address: { readonly NATS_URL: string };
  /** A temporary folder, for the shops that a test imports. */
  readonly folder: string;
}

/** The catalogue as a process of its own on real engines, without users on its bus, for this test file. */
export function catalogueProcess(): CatalogueProcess {
  const mongod = mongodFixture();
  const nats = natsFixture();
  let child: ChildProcess;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartwright-shops-'));
    child = spawn(process.execPath, [main], {
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
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get address() {
      return { NATS_URL: nats.url };
    },
    get folder() {
      return folder;
    },
  };
}
