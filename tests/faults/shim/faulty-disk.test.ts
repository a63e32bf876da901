import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../../dev/base/ports.ts';
import { redisArguments } from '../../../dev/engines/redis.ts';
import { FaultyDisk } from './faulty-disk.ts';

let disk: FaultyDisk;
let folder = '';
let server: ChildProcess;
let redis: Redis;

async function start(): Promise<void> {
  const port = await freePort();
  server = spawn(disk.program, redisArguments(folder, port), { stdio: 'ignore' });
  redis = new Redis(port, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  await redis.ping();
}

async function end(): Promise<void> {
  redis.disconnect();
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

beforeEach(async (context) => {
  try {
    disk = await FaultyDisk.make();
  } catch (error) {
    return context.skip((error as Error).message);
  }
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
  await mkdir(join(folder, 'redis'));
  await start();
});
afterEach(async () => {
  await end();
  await disk[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function logged(): Promise<string> {
  const files = await readdir(join(folder, 'redis'), { recursive: true });
  const logs = files.filter((file) => file.endsWith('.aof'));
  return (await Promise.all(logs.map((file) => readFile(join(folder, 'redis', file), 'latin1')))).join();
}

test('a power cut discards unsynced data only', async () => {
  await redis.set('acknowledged', 'yes');
  await disk.slowBy(600_000);
  redis.set('on-its-way', 'yes').catch(() => undefined);
  await vi.waitUntil(async () => (await logged()).includes('on-its-way'), 30_000);
  await end();
  expect(await disk.cutPower(join(folder, 'redis'))).toBeGreaterThan(0);
  await disk.heal();
  await start();
  expect(await redis.keys('*')).toEqual(['acknowledged']);
});

test('Redis ends when the disk is full, and has lost nothing when the disk has room again', async () => {
  await redis.set('acknowledged', 'yes');
  await disk.leaveRoom(join(folder, 'redis'), 10);
  redis.set('without-room', 'yes').catch(() => undefined);
  await once(server, 'exit');
  await end();
  await disk.heal();
  await start();
  expect(await redis.keys('*')).toEqual(['acknowledged']);
});
