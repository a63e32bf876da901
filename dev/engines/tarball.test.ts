import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../commands.ts';
import { NotForHere } from './obtain.ts';
import { tarball } from './tarball.ts';

const NAME = 'hello-1.0.tgz';
let folder: string;
let server: Server;
let archive: Buffer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
  await mkdir(join(folder, 'hello--1.0/bin'), { recursive: true });
  await writeFile(join(folder, 'hello--1.0/bin/hello'), '#!/bin/sh\necho hello\n');
  await run('tar', ['-czf', NAME, 'hello--1.0'], { cwd: folder });
  archive = await readFile(join(folder, NAME));
  server = createServer((_, answer) => answer.end(archive));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('NO_PROXY', '127.0.0.1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true });
});

const sha256 = () => createHash('sha256').update(archive).digest('hex');
const source = (digest: string, glibc: readonly [number, number] = [2, 0]) =>
  tarball(
    {
      title: 'hello',
      site: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      inside: 'bin/hello',
      glibc,
      files: { [`${process.platform}-${process.arch}`]: { name: NAME, sha256: digest } },
    },
    `${process.platform}-${process.arch}`,
  );

test('the program comes out of the archive of this system', async () => {
  await source(sha256()).fetch(join(folder, 'fetched'));
  expect(await run(join(folder, 'fetched/bin/hello'), [])).toBe('hello\n');
});

test('an archive with another digest is not unpacked', async () => {
  await expect(source('00').fetch(join(folder, 'fetched'))).rejects.toThrow(
    `${NAME} has the SHA-256 ${sha256()}`,
  );
  expect(existsSync(join(folder, 'fetched/unpacked/hello--1.0'))).toBe(false);
});

test('a C library that is too old is reported before any request', async () => {
  server.on('request', () => expect.unreachable());
  await expect(source(sha256(), [99, 0]).fetch(join(folder, 'fetched'))).rejects.toThrow(NotForHere);
});
