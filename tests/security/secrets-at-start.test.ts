import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { mongodFixture, natsFixture, redisFixture } from '#testing/engines.ts';
import { root } from '../../dev/base/settings.ts';

const [mongod, redis, nats] = [mongodFixture(), redisFixture(), natsFixture()];
const [right, wrong] = ['the right secret, 32 characters or more', 'another secret, 32 characters or more'];
let database: mongoose.Connection;
beforeAll(async () => {
  database = await mongoose.createConnection(mongod.url).asPromise();
}, 120_000);
afterAll(() => database.close());

/** Starts a real process. Resolves with `ready`, or with its exit code and what it has said. Ends it in both cases. */
async function start(
  service: 'auth' | 'events',
  secret: string,
  inFiles: (variables: Record<string, string>) => Promise<Record<string, string>> = async (all) => all,
): Promise<unknown> {
  const child = spawn(process.execPath, [join(root, `services/${service}/main.ts`)], {
    env: {
      ...{ LOG_LEVEL: 'fatal', CLAIM_PUBLIC_KEY: testClaimKeys.publicKey },
      NODE_COMPILE_CACHE: join(root, '.data/compile-cache'),
      ...(await inFiles({
        ...{ OPERATIONS_TOKEN: right, NATS_URL: nats.url, AUTH_REDIS_URL: redis.url },
        [`${service.toUpperCase()}_MONGODB_URL`]: mongod.url,
        [`${service.toUpperCase()}_SECRET`]: secret,
      })),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  const ended = new Promise<unknown>((resolve) => child.once('close', (code) => resolve({ code, said })));
  const ready = new Promise((resolve) => child.once('message', () => resolve('ready')));
  const outcome = await Promise.race([ready, ended]);
  child.kill('SIGTERM');
  await ended;
  return outcome;
}

const refused = (name: string) => ({
  code: 78,
  said: `${name} is not the one with which the data in MongoDB were made: put the old value back, or see docs/security.md#a-lost-secret\n`,
});
/** Returns the stored digests, of which there is at most one. */
const digests = (service: string) => database.collection(`${service}_secret`).find().toArray();

test('auth and events do not start with another secret than that of their data', async () => {
  for (const service of ['auth', 'events'] as const) {
    // Replicas that start at once agree on one digest.
    expect(await Promise.all([start(service, right), start(service, right)])).toEqual(['ready', 'ready']);
    const stored = await digests(service);
    expect(stored).toHaveLength(1);
    expect(await start(service, wrong)).toEqual(refused(`${service.toUpperCase()}_SECRET`));
    expect(await digests(service)).toEqual(stored);
    expect(await start(service, right)).toBe('ready');
  }
}, 120_000);

test('auth compares its secret with the signing key of a shop whose release stored no digest', async () => {
  expect(await start('auth', right)).toBe('ready');
  await database.collection('auth_secret').drop();
  expect(await start('auth', wrong)).toEqual(refused('AUTH_SECRET'));
  expect(await digests('auth')).toEqual([]);
  expect(await start('auth', right)).toBe('ready');
  expect(await digests('auth')).toHaveLength(1);
}, 120_000);

test('auth goes on with a new secret when what the old one protects is deleted', async () => {
  expect(await start('auth', right)).toBe('ready');
  for (const name of ['auth_secret', 'signing_keys']) await database.collection(name).drop();
  expect(await start('auth', wrong)).toBe('ready');
  expect(await start('auth', right)).toEqual(refused('AUTH_SECRET'));
}, 120_000);

test('a process takes its secrets from files, and names a file that it cannot read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const inFiles = async (variables: Record<string, string>) => {
    const entries = Object.entries(variables).map(async ([name, value]) => {
      await writeFile(join(folder, name), `${value}\n`);
      return [`${name}_FILE`, join(folder, name)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  expect(await start('events', right, inFiles)).toBe('ready');
  const path = join(folder, 'EVENTS_SECRET');
  const withoutOne = async (variables: Record<string, string>) => {
    const files = await inFiles(variables);
    await rm(path);
    return files;
  };
  expect(await start('events', right, withoutOne)).toEqual({
    code: 78,
    said: `Bad settings in the environment:\n  EVENTS_SECRET_FILE: names ${path}, which cannot be read (ENOENT)\n`,
  });
}, 120_000);
