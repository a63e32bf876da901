import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../dev/base/ports.ts';
import { busServers, runsNowhere } from './servers.ts';

const none = { secure: false, login: null };

test.each([
  ['nats://a:1', { ...none, hosts: ['a:1'], names: ['a'] }],
  ['a:1', { ...none, hosts: ['a:1'], names: ['a'] }],
  ['nats://a', { ...none, hosts: ['a'], names: ['a'] }],
  ['nats://a:1, nats://b:2', { ...none, hosts: ['a:1', 'b:2'], names: ['a', 'b'] }],
  ['tls://a:1,b:2', { ...none, secure: true, hosts: ['a:1', 'b:2'], names: ['a', 'b'] }],
  ['nats://[::1]:1,127.0.0.1:2', { ...none, hosts: ['[::1]:1', '127.0.0.1:2'], names: ['::1', '127.0.0.1'] }],
])('%s is parsed into its servers', (text, servers) => {
  expect(busServers(text)).toEqual(servers);
});

test.each([
  'nats://me:p%40ss@a:1,nats://b:2',
  'nats://a:1,me:p%40ss@b:2',
  'nats://me:p%40ss@a:1,me:p%40ss@b:2',
])('%s has one login for all servers', (text) => {
  expect(busServers(text)).toMatchObject({ hosts: ['a:1', 'b:2'], login: { user: 'me', pass: 'p@ss' } });
});

const form = 'must be a nats:// or tls:// URL, or several of them separated by commas';
test.each([
  ['nats://a:1,tls://b:2', 'must name all servers with nats:// or all with tls://'],
  [
    'nats://me:x@a:1,nats://me:y@b:2',
    'must not name different users or passwords for the servers of one bus',
  ],
  ['nats://a:1,', form],
  ['http://a:1', form],
  ['nats://a:1,ws://b:2', form],
  ['nats://a:99999', form],
  ['nats://a:1/path,nats://b:2', 'must have nothing behind host and port'],
])('%s is refused', (text, problem) => {
  expect(() => busServers(text)).toThrow(new Error(problem));
});

test('a bus is absent when every server refuses connections, not when one is only silent', async () => {
  const dead = [`127.0.0.1:${await freePort()}`, 'nats.invalid:4222'];
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const alive = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  expect(await runsNowhere(dead)).toBe(true);
  expect(await runsNowhere([...dead, alive])).toBe(false);
  silent.close();
});
