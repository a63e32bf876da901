import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { TransportSecurity } from './transport.ts';

const from = (remoteAddress: string, proto = 'https') =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-proto': proto } }) as unknown as IncomingMessage;

test('only a proxy in a trusted network is trusted', () => {
  const transport = new TransportSecurity(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);
  const trusted = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', '2001:db8::7'];
  const untrusted = ['11.0.0.1', '192.0.2.2', '2001:db9::1', '127.0.0.1', ''];
  expect(trusted.map((address) => transport.secure(from(address)))).toEqual(trusted.map(() => true));
  expect(untrusted.map((address) => transport.secure(from(address)))).toEqual(untrusted.map(() => false));
  const headers = ['http, https', 'https, http', '', ',https', 'https,https', 'HTTPS'];
  expect(headers.map((proto) => transport.secure(from('10.1.2.3', proto)))).toEqual([
    ...[false, false, false, false],
    ...[true, true],
  ]);
});

test.each(['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1', '::1/129', 'proxy.example', '10.0.0'])(
  'the network %s is refused, because it is malformed',
  (network) => {
    expect(() => new TransportSecurity([network])).toThrow('TRUSTED_PROXIES');
  },
);

const forwarded = (remoteAddress: string, hops?: string | string[]) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': hops } }) as unknown as IncomingMessage;

test.each([
  ['203.0.113.9', '6.6.6.6', '203.0.113.9'],
  ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2,10.0.0.3', '203.0.113.9'],
  ['::ffff:10.0.0.1', '2001:db8::7', '2001:db8::7'],
  ['10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.9:5000', '203.0.113.9'],
  ['10.0.0.1', '[2001:db8::7]:5000', '2001:db8::7'],
  ['10.0.0.1', '203.0.113.9:5000:1', '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6, unknown', '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6, unknown, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '', '10.0.0.1'],
])('a request from %s for %j has the client address %s', (peer, hops, client) => {
  expect(new TransportSecurity(['10.0.0.0/8']).clientAddress(forwarded(peer, hops))).toBe(client);
});

test('without trusted proxies forwarded addresses are ignored', () => {
  expect(new TransportSecurity([]).clientAddress(forwarded('10.0.0.1', '6.6.6.6'))).toBe('10.0.0.1');
});
