import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './servers.ts';

let ports = 0;

/** Returns a socket as from a client at an address. `destroy` closes it. */
function from(remoteAddress: string, port?: number): Socket {
  ports += 1;
  const remotePort = port ?? ports;
  return Object.defineProperties(new Socket(), {
    remoteAddress: { value: remoteAddress },
    remotePort: { value: remotePort },
    localPort: { value: 8_080 },
  });
}

/** Opens `count` connections from an address. */
function open(connections: Connections, count: number, address: string): Socket[] {
  const sockets = Array.from({ length: count }, () => from(address));
  for (const socket of sockets) connections.take(socket);
  return sockets;
}

const openOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

test('one network gets half of the connections, and another client is served', () => {
  const connections = new Connections(8, () => false);
  expect(openOf(open(connections, 20, '203.0.113.1'))).toBe(4);
  expect(openOf(open(connections, 2, '203.0.113.2'))).toBe(2);
});

test('all addresses of an IPv6 /64 are one network', () => {
  const connections = new Connections(4, () => false);
  expect(openOf([1, 2, 3].flatMap((last) => open(connections, 1, `2001:db8::${last}`)))).toBe(2);
});

test('when all connections are taken, the longest idle one of the network with the most is closed', () => {
  const connections = new Connections(6, () => false);
  const [first, second, third] = open(connections, 3, '203.0.113.1') as [Socket, Socket, Socket];
  const others = [2, 3, 4].flatMap((last) => open(connections, 1, `203.0.113.${last}`));
  connections.requestBegan(first);
  connections.requestBegan(second);
  connections.requestEnded(second);
  const [late] = open(connections, 1, '203.0.113.5');
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  expect(openOf([...others, late as Socket])).toBe(4);
});

test('when all connections are taken and none is idle, a new one is closed', () => {
  const connections = new Connections(2, () => false);
  const busy = [1, 2].flatMap((last) => open(connections, 1, `203.0.113.${last}`));
  for (const socket of busy) connections.requestBegan(socket);
  expect(openOf(open(connections, 1, '203.0.113.3'))).toBe(0);
  expect(openOf(busy)).toBe(2);
});

test('a trusted proxy may have all connections, and keeps them', () => {
  const connections = new Connections(4, (address) => address === '10.0.0.1');
  const proxy = open(connections, 4, '10.0.0.1');
  expect(openOf(open(connections, 1, '203.0.113.1'))).toBe(0);
  expect(openOf(proxy)).toBe(4);
});

test('a connection that is closed makes room', async () => {
  const connections = new Connections(2, () => false);
  const [socket] = open(connections, 1, '203.0.113.1');
  await new Promise((closed) => socket?.once('close', closed).destroy());
  expect(openOf(open(connections, 1, '203.0.113.1'))).toBe(1);
});

test('requests are counted for the TLS socket of a connection too', () => {
  const connections = new Connections(2, () => false);
  connections.take(from('203.0.113.1', 7));
  const secure = from('203.0.113.1', 7);
  connections.secured(secure);
  const counted = Array.from({ length: 33 }, () => connections.requestBegan(secure));
  expect(counted.filter(Boolean)).toHaveLength(32);
  expect(connections.hasUnanswered(secure)).toBe(true);
  for (let each = 0; each < 32; each += 1) connections.requestEnded(secure);
  expect(connections.hasUnanswered(secure)).toBe(false);
});
