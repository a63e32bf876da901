import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepLocalCertificate, type TlsFiles } from './tls.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cartwright-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const contents = (files: TlsFiles) =>
  Promise.all([files.certFile, files.keyFile, files.caFile].map((path) => readFile(path, 'utf8')));

test('a client that trusts only ca.pem can connect under each name', async () => {
  const [cert, key, ca] = await contents(await keepLocalCertificate(dataDir));
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  for (const host of ['localhost', '127.0.0.1', '::1']) {
    const options = { host: '127.0.0.1', port, ca, ...(host === 'localhost' ? { servername: host } : {}) };
    const authorized = await new Promise((resolve, reject) => {
      const socket = connect({ ...options, checkServerIdentity: () => undefined }, () => {
        resolve(socket.authorized);
        socket.destroy();
      }).once('error', reject);
    });
    expect(authorized).toBe(true);
    const leaf = new X509Certificate(cert ?? '');
    expect(host === 'localhost' ? leaf.checkHost(host) : leaf.checkIP(host)).toBe(host);
  }
  server.close();
});

test('the key is readable by its owner only, and the key of the authority is not stored', async () => {
  const files = await keepLocalCertificate(dataDir);
  expect((await stat(files.keyFile)).mode & 0o777).toBe(0o600);
  const [cert, , ca] = await contents(files);
  const leaf = new X509Certificate(cert ?? '');
  expect(leaf.checkIssued(new X509Certificate(ca ?? ''))).toBe(true);
  expect(leaf.ca).toBe(false);
});

test('the second start keeps the certificate, and replaces a damaged one', async () => {
  const first = await contents(await keepLocalCertificate(dataDir));
  const files = await keepLocalCertificate(dataDir);
  expect(await contents(files)).toEqual(first);
  await writeFile(files.certFile, 'damaged');
  const [cert] = await contents(await keepLocalCertificate(dataDir));
  expect(new X509Certificate(cert ?? '').subject).toBe('CN=localhost');
});

test('a certificate near its end is renewed', async () => {
  await keepLocalCertificate(dataDir);
  const [old] = await contents(await keepLocalCertificate(dataDir));
  const later = new Date(Date.now() + 370 * 86_400_000);
  const [renewed] = await contents(await keepLocalCertificate(dataDir, later));
  expect(renewed).not.toBe(old);
  expect(new X509Certificate(renewed ?? '').validToDate.getTime()).toBeGreaterThan(
    later.getTime() + 390 * 86_400_000,
  );
});
