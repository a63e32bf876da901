import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepPrivate } from './private-folder.ts';

let folder: string;
let umask: number;
beforeEach(async () => {
  umask = process.umask();
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true, force: true });
});

const mode = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777;

test('only the owner can use a new folder, and later contents', async () => {
  process.umask(0o022);
  keepPrivate(join(folder, 'data'));
  await mkdir(join(folder, 'data/redis'));
  await writeFile(join(folder, 'data/redis/appendonly.aof'), 'a cart');
  expect(await mode('data')).toBe(0o700);
  expect(await mode('data/redis')).toBe(0o700);
  expect(await mode('data/redis/appendonly.aof')).toBe(0o600);
});

test('a folder with wider modes is tightened with all that is in it', async () => {
  await mkdir(join(folder, 'data/redis/aof'), { recursive: true });
  await writeFile(join(folder, 'data/redis/aof/appendonly.aof'), 'a cart');
  await writeFile(join(folder, 'data/program'), '');
  for (const path of ['data', 'data/redis', 'data/redis/aof']) await chmod(join(folder, path), 0o755);
  await chmod(join(folder, 'data/redis/aof/appendonly.aof'), 0o664);
  await chmod(join(folder, 'data/program'), 0o754);
  keepPrivate(join(folder, 'data'));
  for (const path of ['data', 'data/redis', 'data/redis/aof']) expect(await mode(path), path).toBe(0o700);
  expect(await mode('data/redis/aof/appendonly.aof')).toBe(0o600);
  expect(await mode('data/program')).toBe(0o700);
});

test('the target of a link keeps its modes', async () => {
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'elsewhere'), '', { mode: 0o644 });
  await chmod(join(folder, 'elsewhere'), 0o644);
  await symlink(join(folder, 'elsewhere'), join(folder, 'data/link'));
  await symlink(join(folder, 'missing'), join(folder, 'data/dangling'));
  keepPrivate(join(folder, 'data'));
  expect(await mode('elsewhere')).toBe(0o644);
});
