import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from './base/ports.ts';
import { keepPrivate, ListeningSockets } from './system.ts';

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

/** A program that serves on the inherited socket and answers with its first argument. */
const program = `import { createServer } from 'node:net';
const server = createServer((socket) => socket.end(process.argv[1]));
server.listen({ fd: 4 }, () => process.send('listening'));`;

async function listener(sockets: ListeningSockets, name: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...sockets.descriptors],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise((resolve) => child.once('message', resolve));
  return { child, ended };
}

async function answerFrom(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('a waiting connection of a killed process is served by the next one', async () => {
  const port = await freePort();
  const sockets = new ListeningSockets('127.0.0.1', [port]);
  onTestFinished(() => sockets.close());
  const first = await listener(sockets, 'first');
  expect(await answerFrom(port)).toBe('first');
  first.child.kill('SIGSTOP');
  const waitingAnswer = answerFrom(port);
  first.child.kill('SIGKILL');
  await first.ended;
  await listener(sockets, 'second');
  expect(await waitingAnswer).toBe('second');
});

test('without a listening child, the port refuses connections after close', async () => {
  const port = await freePort();
  const sockets = new ListeningSockets('127.0.0.1', [port]);
  sockets.close();
  await expect(answerFrom(port)).rejects.toThrow('ECONNREFUSED');
});
