import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataFolder } from '#testing/data-folder.ts';
import { untilUsable } from '#testing/engine-process.ts';
import { freePort } from '../base/ports.ts';
import { keepSecrets, type Secrets } from '../base/secrets.ts';
import { root } from '../base/settings.ts';
import { acceptsConnections } from './clusters/node-process.ts';
import {
  ensurePrimary,
  ensureUsers,
  memberClient,
  mongod,
  mongodArguments,
  mongodAuthArguments,
  mongodUrl,
} from './mongod.ts';
import { obtain } from './obtain.ts';
import { redis, redisArguments } from './redis.ts';
import { collections, mongodbKeyFile, redisUsersFile, userOf, writeCredentials } from './service-users.ts';

let folder: string;
beforeAll(async () => {
  folder = await dataFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

test.each(Object.entries(collections))(
  '%s has every collection that the source of its service names',
  (variable, own) => {
    const service = userOf(variable as keyof typeof collections);
    const files = globSync(`services/${service}/**/*.ts`, { cwd: root }).filter(
      (one) => !/test|fixture/.test(one),
    );
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const named = [...source.matchAll(/collection(?: =|:|(?:<[^>]*>)?\()\s*'([a-z_]+)'/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(1);
    expect(own).toEqual(expect.arrayContaining(named));
  },
);

/** Runs `work` while a mongod with the data of the folder is running. */
async function withMongod(args: readonly string[], port: number, work: () => Promise<void>): Promise<void> {
  const child = spawn(await obtain(mongod), [...mongodArguments(folder, port), ...args], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await work();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

test('data created without users, on another port, gets users and is kept', async () => {
  for (const name of ['mongodb', 'log']) await mkdir(join(folder, name), { recursive: true });
  const [before, now] = [await freePort(), await freePort()];
  const insert = async () => {
    await untilUsable(() => ensurePrimary(before));
    const client = await memberClient(before, null);
    const db = client.db('cartwright');
    await db.collection<{ _id: number }>('accounts').insertOne({ _id: 7 });
    const relays = ['product-changes', 'password-resets'].map((_id) => ({
      _id,
      resumeToken: { _data: _id },
    }));
    await db.collection<{ _id: string }>('event_relays').insertMany(relays);
    await client.close();
  };
  await withMongod([], before, insert);
  const { engines } = await keepSecrets(folder);
  await writeCredentials(folder, engines);
  const reads = async (user: string, password: string, collection = 'accounts') => {
    const client = new mongoose.mongo.MongoClient(mongodUrl(now, `${user}:${password}@`));
    const read = client.db('cartwright').collection(collection).find().toArray();
    return read.finally(() => client.close());
  };
  const changed: Secrets['engines'] = { ...engines, data: { ...engines.data, AUTH_MONGODB_URL: 'another' } };
  await withMongod(mongodAuthArguments(mongodbKeyFile(folder)), now, async () => {
    await untilUsable(() => ensurePrimary(now, engines.mongodbKey));
    await ensureUsers(now, engines);
    const { AUTH_MONGODB_URL: auth } = engines.data;
    expect(await reads('auth', auth)).toEqual([{ _id: 7 }]);
    // The relays of auth continue at the positions that the collection of the catalogue had.
    const moved = [{ _id: 'password-resets', resumeToken: { _data: 'password-resets' } }];
    expect(await reads('auth', auth, 'auth_relays')).toEqual(moved);
    await expect(reads('auth', auth, 'event_relays')).rejects.toThrow('not authorized');
    await expect(reads('events', engines.data.EVENTS_MONGODB_URL)).rejects.toThrow('not authorized');
    await ensureUsers(now, changed);
    await expect(reads('auth', engines.data.AUTH_MONGODB_URL)).rejects.toThrow('Authentication failed');
    expect(await reads('auth', 'another')).toEqual([{ _id: 7 }]);
  });
}, 120_000);

test('only the owner can read the files with users and keys, and no file contains a Redis password', async () => {
  const { engines } = await keepSecrets(folder);
  await writeCredentials(folder, engines);
  for (const file of [redisUsersFile(folder), mongodbKeyFile(folder)]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  const users = await readFile(redisUsersFile(folder), 'utf8');
  for (const password of [...Object.values(engines.data), engines.operator])
    expect(users).not.toContain(password);
  await writeFile(redisUsersFile(folder), 'user default on nopass ~* +@all\n');
  await writeCredentials(folder, engines);
  expect(await readFile(redisUsersFile(folder), 'utf8')).toBe(users);
});

test('a killed Redis keeps the writes of a service’s script', async () => {
  const { engines } = await keepSecrets(folder);
  await writeCredentials(folder, engines);
  const port = await freePort();
  const program = await obtain(redis);
  const args = [...redisArguments(folder, port), '--aclfile', redisUsersFile(folder)];
  const running = async (work: (client: Redis) => Promise<unknown>, user: string, password: string) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const client = new Redis({ port, host: '127.0.0.1', username: user, password, lazyConnect: true });
    try {
      await untilUsable(() => acceptsConnections(port));
      await client.connect();
      return await work(client);
    } finally {
      client.disconnect();
      child.kill('SIGKILL');
      await ended;
    }
  };
  const cart = engines.data.CART_REDIS_URL;
  const write = "redis.call('set', KEYS[1], 'kept') return redis.call('incr', KEYS[2])";
  await running((client) => client.eval(write, 2, '{1}:a', '{1}:b'), 'cart', cart);
  const read = (client: Redis) => client.mget('{1}:a', '{1}:b');
  expect(await running(read, 'cart', cart)).toEqual(['kept', '1']);
});
