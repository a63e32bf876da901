import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { belongs, endAll, isAlive, RunFolder } from './run-folder.ts';

let folder: string;
let dataDir: string;
let other: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'cartwright-'));
  dataDir = join(folder, 'data');
  other = join(folder, 'data2');
  for (const each of [dataDir, other]) await mkdir(each);
  await writeFile(join(folder, 'main.ts'), 'setInterval(() => {}, 1000); console.log("up");');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, maxRetries: 3 });
});

/** Starts a process with the command line of a service, in the folder `cwd`. Returns its pid. */
async function service(cwd: string): Promise<number> {
  const child = spawn(process.execPath, [join(folder, 'main.ts')], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child.pid ?? 0;
}

/** Starts a process that is no part of a system, in the folder `cwd`. Returns its pid. */
async function stranger(cwd: string): Promise<number> {
  const child = spawn('sh', ['-c', 'echo up; sleep 100; true'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child.pid ?? 0;
}

test('a process belongs to a data folder if its program is of `npm start` and its working directory is the folder', async () => {
  expect(belongs(await service(dataDir), dataDir)).toBe(true);
  expect(belongs(await service(other), dataDir), 'another system').toBe(false);
  expect(belongs(await stranger(dataDir), dataDir), 'a reused pid').toBe(false);
  expect(belongs(process.pid, dataDir), 'a program elsewhere').toBe(false);
  expect(belongs(1, dataDir)).toBe(false);
  await symlink(dataDir, join(folder, 'link'));
  expect(belongs(await service(dataDir), join(folder, 'link')), 'by another path').toBe(true);
  expect(belongs(Number.NaN, dataDir)).toBe(false);
});

test('stale pid files are removed, and a process that reuses the pid keeps running', async () => {
  const run = new RunFolder(dataDir);
  const [ours, reused] = [await service(dataDir), await stranger(dataDir)];
  run.writePid('cart-1', ours);
  run.writePid('cart-2', reused);
  await writeFile(run.path('redis.pid'), 'damaged');
  expect(run.running()).toEqual([{ name: 'cart-1', pid: ours }]);
  expect(await readdir(run.path('.'))).toEqual(['cart-1.pid']);
  expect(isAlive(reused)).toBe(true);
});

test('a process that ignores SIGTERM is killed after the time limit', async () => {
  await writeFile(
    join(folder, 'main.ts'),
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up");',
  );
  const pid = await service(dataDir);
  const since = Date.now();
  await endAll([pid], 300);
  expect(isAlive(pid)).toBe(false);
  expect(Date.now() - since).toBeGreaterThanOrEqual(300);
});
