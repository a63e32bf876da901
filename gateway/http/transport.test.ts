import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { TransportSecurity } from './transport.ts';

interface Peer {
  readonly address: string;
  readonly encrypted?: boolean;
  readonly proto?: string;
}

const request = ({ address, encrypted = false, proto }: Peer) =>
  ({
    socket: { remoteAddress: address, encrypted },
    headers: { 'x-forwarded-proto': proto },
  }) as never as IncomingMessage;

const transport = new TransportSecurity(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

test.each<[Peer, boolean]>([
  [{ address: '203.0.113.1', encrypted: true }, true],
  [{ address: '203.0.113.1' }, false],
  [{ address: '203.0.113.1', proto: 'https' }, false],
  [{ address: '127.0.0.1', proto: 'https' }, false],
  [{ address: '10.1.2.3', proto: 'https' }, true],
  [{ address: '::ffff:10.1.2.3', proto: 'https' }, true],
  [{ address: '192.0.2.7', proto: 'https' }, true],
  [{ address: '192.0.2.8', proto: 'https' }, false],
  [{ address: 'fd00::1', proto: 'https' }, true],
  [{ address: '10.1.2.3', proto: 'http' }, false],
  [{ address: '10.1.2.3', proto: 'https, http' }, false],
  [{ address: '10.1.2.3', proto: 'http, https' }, false],
  [{ address: '10.1.2.3' }, false],
])('%j is secure: %s', (peer, secure) => {
  expect(transport.secure(request(peer))).toBe(secure);
});

test('this machine speaks for itself unless it is a proxy for others', () => {
  const plain = new TransportSecurity([]);
  const local = new TransportSecurity(['127.0.0.1']);
  const peers = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3'].map((address) => request({ address }));
  expect(peers.map((one) => plain.fromLoopback(one))).toEqual([true, true, true, false]);
  expect(peers.map((one) => local.fromLoopback(one))).toEqual([false, true, false, false]);
});

test('a proxy that is no address is refused by name', () => {
  expect(() => new TransportSecurity(['proxy.local'])).toThrow('TRUSTED_PROXIES: proxy.local');
});
