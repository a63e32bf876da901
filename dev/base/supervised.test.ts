import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endAll, RunFolder } from './run-folder.ts';
import { Supervised } from './supervised.ts';

let dataDir: string;
let run: RunFolder;
let child: Supervised;

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'cartwright-'));
  run = new RunFolder(dataDir);
});
afterEach(async () => {
  const pid = child.pid;
  child.release();
  if (pid) await endAll([pid], 1_000);
  await rm(dataDir, { recursive: true, maxRetries: 3 });
});

/** Supervises a child process that runs a program, which is given as text. */
async function supervise(program: string, largestLog?: number): Promise<Supervised> {
  const path = join(dataDir, 'main.ts');
  await writeFile(path, program);
  child = new Supervised(
    {
      name: 'cart-1',
      program: process.execPath,
      args: [path],
      env: {},
      cwd: dataDir,
      logFile: join(dataDir, 'cart-1.log'),
      readyWithinMs: 20_000,
    },
    run,
    largestLog,
  );
  return child;
}

const pidInFile = async () => Number(await readFile(run.path('cart-1.pid'), 'utf8'));

test('a killed child is started again, and its pid file has the new pid', async () => {
  const supervised = await supervise('process.send({ ready: true }); setInterval(() => {}, 1000);');
  await supervised.start();
  const first = supervised.pid ?? 0;
  expect(await pidInFile()).toBe(first);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(async () => expect(await pidInFile()).not.toBe(first), { timeout: 30_000 });
  expect(await pidInFile()).toBe(supervised.pid);
});

test('a child with a deleted log is restarted when it ends', async () => {
  const supervised = await supervise(
    'process.send({ ready: true }); setInterval(() => {}, 1000); process.on("SIGUSR2", () => process.exit(3));',
  );
  await supervised.start();
  const first = supervised.pid ?? 0;
  await rm(join(dataDir, 'cart-1.log'));
  process.kill(first, 'SIGUSR2');
  await vi.waitFor(async () => expect(await pidInFile()).not.toBe(first), { timeout: 30_000 });
});

test('bad settings end the start at once, with the error message of the child', async () => {
  const supervised = await supervise('console.error("MOUNTS: must be a list"); process.exit(78);');
  await expect(supervised.start()).rejects.toThrow(
    'cart-1 cannot be started (exit 78: MOUNTS: must be a list).',
  );
  expect((await readFile(join(dataDir, 'cart-1.log'), 'utf8')).match(/MOUNTS/g)).toHaveLength(1);
});

test('a child that dies at its start is tried three times, then its last error is reported', async () => {
  const supervised = await supervise(
    `console.log(JSON.stringify({ level: 60, msg: 'no port', err: { message: 'EADDRINUSE' } })); process.exit(1);`,
  );
  await expect(supervised.start()).rejects.toThrow('cart-1 cannot be started (exit 1: no port: EADDRINUSE).');
  expect((await readFile(join(dataDir, 'cart-1.log'), 'utf8')).match(/no port/g)).toHaveLength(3);
});

test('a released child that ends is not started again, and its pid file is removed', async () => {
  const supervised = await supervise('process.send({ ready: true }); setInterval(() => {}, 1000);');
  await supervised.start();
  const pid = supervised.pid ?? 0;
  supervised.release();
  await endAll([pid], 2_000);
  await vi.waitFor(() => expect(supervised.pid).toBeNull(), { timeout: 30_000 });
  await expect(pidInFile()).rejects.toThrow('ENOENT');
});

test('the log of a running child is rotated, and no line is lost while it has two older files', async () => {
  const supervised = await supervise(
    `let line = 0;
    process.on('SIGUSR2', () => { for (let count = 0; count < 600; count += 1) console.log('line ' + line++); });
    process.send({ ready: true });
    setInterval(() => {}, 1000);`,
    4_000,
  );
  await supervised.start();
  const files = ['', '.1', '.2'].map((end) => join(dataDir, `cart-1.log${end}`));
  const [log = '', first = '', second = ''] = files;
  for (const older of [first, second]) {
    process.kill(supervised.pid ?? 0, 'SIGUSR2');
    await vi.waitFor(() => expect(statSync(older).size).toBeGreaterThan(4_000), { timeout: 30_000 });
    await vi.waitFor(() => expect(statSync(log).size).toBe(0), { timeout: 30_000 });
  }
  const lines = readFileSync(second, 'utf8') + readFileSync(first, 'utf8');
  expect(lines.trim().split('\n')).toEqual(Array.from({ length: 1_200 }, (_, line) => `line ${line}`));
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  process.kill(supervised.pid ?? 0, 'SIGUSR2');
  await vi.waitFor(() => expect(readFileSync(second, 'utf8')).toContain('line 600\n'), { timeout: 30_000 });
  expect(existsSync(`${log}.3`)).toBe(false);
});
