import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { TransportSecurity } from './transport.ts';

const from = (remoteAddress: string, proto = 'https') =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-proto': proto } }) as unknown as IncomingMessage;

test('a proxy is believed when it is in a trusted network, and nobody else is', () => {
  const transport = new TransportSecurity(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);
  const believed = ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', '2001:db8::7'];
  const strangers = ['11.0.0.1', '192.0.2.2', '2001:db9::1', '127.0.0.1', ''];
  expect(believed.map((address) => transport.secure(from(address)))).toEqual(believed.map(() => true));
  expect(strangers.map((address) => transport.secure(from(address)))).toEqual(strangers.map(() => false));
  expect(transport.secure(from('10.1.2.3', 'http, https'))).toBe(false);
});

test.each(['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1', '::1/129', 'proxy.example', '10.0.0'])(
  'the network %s is refused, since it would trust another one than was meant',
  (network) => {
    expect(() => new TransportSecurity([network])).toThrow('TRUSTED_PROXIES');
  },
);
