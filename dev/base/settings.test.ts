import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from './settings.ts';

test('every bad variable is named in one sentence, and no value is shown', () => {
  const bad = { HTTP_PORT: '65536', NATS_URL: 'http://user:hidden@host', LOG_LEVEL: 'loud' };
  expect(() => readSettings(bad)).toThrow(
    /^HTTP_PORT must be a port number from 0 to 65535; NATS_URL must be a nats:\/\/ or tls:\/\/ URL, or several of them separated by commas; LOG_LEVEL must be one of [a-z, ]+\.$/,
  );
});

test('an empty variable counts as not given', () => {
  const { HTTP_PORT, REDIS_URL } = readSettings({ HTTP_PORT: '', REDIS_URL: '' });
  expect({ HTTP_PORT, REDIS_URL }).toEqual({ HTTP_PORT: 8080, REDIS_URL: undefined });
});

test('the URL of an engine may be in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'url');
  await writeFile(file, 'redis://a:b@host:6379/0\n');
  expect(readSettings({ CART_REDIS_URL_FILE: file }).CART_REDIS_URL).toBe('redis://a:b@host:6379/0');
  expect(() => readSettings({ REDIS_URL_FILE: folder })).toThrow(
    `REDIS_URL_FILE names ${folder}, which cannot be read (EISDIR).`,
  );
  expect(() => readSettings({ REDIS_URL_FILE: file, REDIS_URL: 'redis://host' })).toThrow(
    'REDIS_URL_FILE must not be set together with REDIS_URL.',
  );
});

test('the same port for HTTP and HTTPS is refused, except 0', () => {
  expect(() => readSettings({ HTTP_PORT: '9000', HTTPS_PORT: '9000' })).toThrow(
    'HTTP_PORT and HTTPS_PORT must be two different ports.',
  );
  expect(readSettings({ HTTP_PORT: '0', HTTPS_PORT: '0' }).HTTP_PORT).toBe(0);
});

test('relative paths of extension modules become absolute from the working directory; names of packages stay', () => {
  const { CART_EXTENSIONS } = readSettings({ CART_EXTENSIONS: './gift.ts, @shop/points ,/srv/vat.mjs' });
  expect(CART_EXTENSIONS).toBe(`${process.cwd()}/gift.ts,@shop/points,/srv/vat.mjs`);
});

test('a certificate without its key is refused', () => {
  expect(() => readSettings({ TLS_CERT_FILE: 'cert.pem' })).toThrow(/must be given together/);
});
