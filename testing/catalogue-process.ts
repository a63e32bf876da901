import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { mongodFixture, natsFixture } from './engines.ts';
import { serviceProcess } from './service-process.ts';

/** A catalogue for one test file. Only tests can use the members, because `beforeAll` starts the catalogue. */
export interface CatalogueProcess {
  /** The URL of the NATS that the catalogue uses. */
  readonly address: { readonly NATS_URL: string };
  /** A temporary folder for the files of shops that a test imports. */
  readonly folder: string;
}

/**
 * Starts the catalogue as a process for the current test file, with a real MongoDB and with a real NATS without users.
 */
export function catalogueProcess(): CatalogueProcess {
  const mongod = mongodFixture();
  const nats = natsFixture();
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartwright-shops-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  serviceProcess('catalogue-1', () => ({ NATS_URL: nats.url, CATALOGUE_MONGODB_URL: mongod.url }));
  return {
    get address() {
      return { NATS_URL: nats.url };
    },
    get folder() {
      return folder;
    },
  };
}
