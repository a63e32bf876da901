import { spawn } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dataFolder } from '#testing/data-folder.ts';
import { importShop } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import manifest from '../package.json' with { type: 'json' };
import { isAlive } from './base/run-folder.ts';
import { environment, root } from './base/settings.ts';

const replicas = { cart: 2 };

let folder: string;
let dataDir: string;
let system: RunningSystem;
let product: number | undefined;

beforeAll(async () => {
  folder = await dataFolder();
  dataDir = join(folder, 'data');
  system = await startSystem({ dataDir, replicas });
  [product] = await importShop(dataDir, join(folder, 'shop'), 1);
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

const names = [
  'auth-1',
  'cart-1',
  'cart-2',
  'catalogue-1',
  'events-1',
  'gateway-1',
  'mongod',
  'nats',
  'redis',
  'start',
];

async function pids(): Promise<Map<string, number>> {
  const files = (await readdir(join(dataDir, 'run'))).filter((file) => file.endsWith('.pid')).sort();
  const read = files.map(
    async (file) => [file.slice(0, -4), Number(await readFile(join(dataDir, 'run', file), 'utf8'))] as const,
  );
  return new Map(await Promise.all(read));
}

/** Runs a program with Node. Returns its output and exit code. */
async function runProgram(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: environment.PATH, HOME: environment.HOME, ENGINES_DIR: environment.ENGINES_DIR, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

const start = (env: Record<string, string>) => runProgram([join(root, 'dev/start.ts')], env);

test('paths in settings are relative to the folder in which npm was called', async () => {
  const npm = { npm_lifecycle_event: 'service', INIT_CWD: folder };
  const args = [join(root, 'dev/bootstrap.mjs'), 'service', 'cart'];
  const { said } = await runProgram(args, { ...npm, DATA_DIR: './data', CART_EXTENSIONS: './missing.mjs' });
  expect(said).toContain(join(folder, 'missing.mjs'));
});

test('HTTP and HTTPS answer, and ca.pem verifies the HTTPS certificate', async () => {
  const health = await fetch(`${system.httpUrl}/health`);
  expect(await health.json()).toEqual({ status: 'ready', version: manifest.version });
  expect((await fetch(`${system.httpUrl}/health/ready`)).status).toBe(200);
  const ca = await readFile(system.caFile, 'utf8');
  const status = await new Promise((resolve, reject) => {
    request(`${system.httpsUrl}/health/ready`, { ca }, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

test('every process has a pid file, and only the owner can read files with secrets', async () => {
  const found = await pids();
  expect([...found.keys()]).toEqual(names);
  expect([...found.values()].map(isAlive)).toEqual(names.map(() => true));
  for (const file of ['secrets.json', 'run/system.json', 'tls/key.pem']) {
    expect((await stat(join(dataDir, file))).mode & 0o777, file).toBe(0o600);
  }
});

/** Returns the paths in the data folder that other users may read, write or enter. */
async function openToOthers(): Promise<string[]> {
  const paths = [
    dataDir,
    ...(await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name)),
  ];
  const modes = paths.map(async (path) => {
    const found = await lstat(path).catch(() => null);
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0 ? [relative(dataDir, path)] : [];
  });
  return (await Promise.all(modes)).flat();
}

test('only the owner can read the data folder, including the files of engines', async () => {
  const engines = await Promise.all(['redis', 'mongodb', 'nats'].map((name) => readdir(join(dataDir, name))));
  expect(engines.every(({ length }) => length > 0)).toBe(true);
  expect(await openToOthers()).toEqual([]);
});

test('a second start with the same data folder is refused, and the error names the pid of the first', async () => {
  const { code, said } = await start({ DATA_DIR: dataDir, HTTP_PORT: '0', HTTPS_PORT: '0' });
  const pid = await system.pid('start');
  expect({ code, said }).toEqual({
    code: 1,
    said: `cartwright: the system of ${dataDir} already runs (pid ${pid}); end it first.\n`,
  });
  expect((await fetch(`${system.httpUrl}/health/ready`)).status).toBe(200);
});

test('the error for a taken port names the port, and nothing is left running', async () => {
  const port = new URL(system.httpUrl).port;
  const other = join(folder, 'other');
  const { code, said } = await start({ DATA_DIR: other, HTTP_PORT: port, HTTPS_PORT: '0' });
  expect({ code, said }).toEqual({
    code: 1,
    said: `cartwright: port ${port} is taken by another program; end it or set HTTP_PORT to a free port (0 picks one).\n`,
  });
  expect(await readdir(join(other, 'run'))).toEqual([]);
});

test('the error for an engine that cannot be reached names it without its password', async () => {
  const { code, said } = await start({
    DATA_DIR: join(folder, 'third'),
    HTTP_PORT: '0',
    HTTPS_PORT: '0',
    REDIS_URL: 'redis://user:hidden@127.0.0.1:1/0',
  });
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^cartwright: REDIS_URL names 127\.0\.0\.1:1, and that cannot be used \([^\n]*\n$/,
    ),
  });
  expect(said).not.toContain('hidden');
});

test('a bad setting of one process ends the start with the sentence of that process', async () => {
  // The processes use the engines of the running system, so they need its secrets.
  await mkdir(join(folder, 'fourth'));
  await cp(join(dataDir, 'secrets.json'), join(folder, 'fourth/secrets.json'));
  const { code, said } = await start({
    DATA_DIR: join(folder, 'fourth'),
    HTTP_PORT: '0',
    HTTPS_PORT: '0',
    NATS_URL: system.natsUrl.replace('//', `//gateway:${system.natsPassword('gateway')}@`),
    REDIS_URL: system.redisUrl,
    MONGODB_URL: system.mongodbUrl,
    MOUNTS: 'nonsense',
  });
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^(?:(?:still starting|the streams could not be made)[^\n]*\n)*cartwright: gateway-1 cannot be started \(exit 78: MOUNTS: [^\n]*\n$/,
    ),
  });
});

test.each(['cart-2', 'redis', 'gateway-1'])('a killed %s is restarted under a new pid', async (name) => {
  const old = await system.pid(name);
  process.kill(old, 'SIGKILL');
  await vi.waitFor(async () => expect(await system.pid(name)).not.toBe(old), { timeout: 30_000 });
  await vi.waitFor(async () => expect((await fetch(`${system.httpUrl}/health/ready`)).status).toBe(200), {
    timeout: 30_000,
    interval: 100,
  });
});

test.each([
  ['of the supervisor', ['start']],
  ['of all processes', names],
])('after kill -9 %s the next start ends leftover processes and keeps the data', async (_title, victims) => {
  const before = await pids();
  for (const name of victims) process.kill(before.get(name) ?? 0, 'SIGKILL');
  for (const wide of ['.', 'redis']) await chmod(join(dataDir, wide), 0o755);
  await vi.waitFor(() => expect(isAlive(before.get('start') ?? 0)).toBe(false), { timeout: 30_000 });
  system = await startSystem({ dataDir, replicas });
  expect([...before.values()].filter(isAlive)).toEqual([]);
  expect([...(await pids()).keys()]).toEqual(names);
  expect(await openToOthers()).toEqual([]);
  expect((await fetch(`${system.httpUrl}/v2/products/${product}`)).status).toBe(200);
});

test('after the end no process runs and no pid file is left', async () => {
  const before = await pids();
  await system.stop();
  expect([...before.values()].filter(isAlive)).toEqual([]);
  expect(await readdir(join(dataDir, 'run'))).toEqual([]);
});

test('an interrupted start leaves nothing running', async () => {
  for (const moment of [700, 1_600]) {
    const env = {
      PATH: environment.PATH,
      HOME: environment.HOME,
      ENGINES_DIR: environment.ENGINES_DIR,
      DATA_DIR: dataDir,
      HTTP_PORT: '0',
      HTTPS_PORT: '0',
    };
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const child = spawn(process.execPath, [join(root, 'dev/start.ts')], { env, stdio: [...stdio] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    await new Promise((resolve) => setTimeout(resolve, moment));
    const seen = await pids();
    expect(child.exitCode, `the start ended before it was interrupted: ${said}`).toBe(null);
    child.kill('SIGINT');
    await ended;
    await vi.waitFor(() => expect([...seen.values()].filter(isAlive)).toEqual([]), { timeout: 30_000 });
    expect([...(await pids()).keys()]).toEqual([]);
  }
});

test('a system whose test is killed stops', async () => {
  const program = `const { startSystem } = await import(${JSON.stringify(join(root, 'testing/system.ts'))});
    await startSystem({ dataDir: process.argv[1] }); console.log('up');`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  killed.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  await new Promise((resolve, reject) => {
    killed.stdout.once('data', resolve);
    killed.once('close', () => reject(new Error(said)));
  });
  const before = await pids();
  killed.kill('SIGKILL');
  await vi.waitFor(() => expect([...before.values()].filter(isAlive)).toEqual([]), { timeout: 30_000 });
  expect(await readdir(join(dataDir, 'run'))).toEqual([]);
});
