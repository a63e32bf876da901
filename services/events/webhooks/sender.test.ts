import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress, Sender } from './sender.ts';

/**
 * Time limits for a receiver's answer in milliseconds. `longMs` is enough on a busy machine. `shortMs` is for receivers
 * that never answer.
 */
const [longMs, shortMs] = [10_000, 300];
let server: Server;
let port = 0;
/** A text for each request that the receiver got. */
let received: string[] = [];

/** How the receiver answers, by path. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/takes': (response) => response.writeHead(204).end(),
  '/redirects': (response) => response.writeHead(302, { Location: '/takes' }).end(),
  '/refuses': (response) => response.writeHead(500).end(),
  '/is-silent': () => {},
  '/closes': (response) => response.destroy(),
  '/changes-protocol': (response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
  },
  '/never-ends': (response) => {
    const more = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    };
    response.writeHead(200).on('drain', more);
    more();
  },
  '/endless-headers': (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}`);
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
    answers[request.url ?? '']?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns a sender for which every name resolves to these addresses. */
function sender(allowsPrivate: boolean, ...addresses: string[]) {
  return senderWithin(longMs, allowsPrivate, addresses);
}

function senderWithin(answerMs: number, allowsPrivate: boolean, addresses: readonly string[] = []) {
  let resolved = 0;
  const found: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const resolve = async () => {
    resolved += 1;
    return found;
  };
  const one = new Sender(allowsPrivate, resolve, answerMs);
  const send = async (url: string) => {
    received = [];
    const tried = await one.send({ url, body: '{}', headers: {} });
    return { ...tried, received };
  };
  return { one, send, resolved: () => resolved };
}

describe('receiver behaviour', () => {
  test.each([
    ['takes', 204, ''],
    ['redirects', 302, 'the receiver answered 302, and redirects are not followed'],
    ['refuses', 500, 'the receiver answered 500'],
    ['is-silent', null, 'the receiver did not answer in time'],
    ['closes', null, 'the receiver could not be reached (ECONNRESET)'],
    ['changes-protocol', null, 'the receiver could not be reached'],
    ['never-ends', 200, ''],
    ['endless-headers', null, 'the receiver could not be reached (HPE_HEADER_OVERFLOW)'],
  ])('%s', async (path, status, problem) => {
    const answerMs = path === 'is-silent' ? shortMs : longMs;
    const tried = await senderWithin(answerMs, true).send(`http://127.0.0.1:${port}/${path}`);
    expect(tried).toEqual({ status, problem, received: [`POST /${path} -`] });
  });

  test('a closed port, and a header that cannot be sent', async () => {
    const { one, send } = sender(true, '127.0.0.1');
    expect(await send('http://127.0.0.1:1/')).toMatchObject({
      problem: expect.stringContaining('(ECONNREFUSED)'),
    });
    const headers = { 'Cartwright-Event-Id': 'a\nb' };
    expect(await one.send({ url: `http://127.0.0.1:${port}/takes`, body: '{}', headers })).toMatchObject({
      problem: expect.stringContaining('(ERR_INVALID_CHAR)'),
    });
  });
});

describe('private addresses', () => {
  test.each([
    ...['127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ...[
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001::1',
      'fe80::1',
      'fe80::1%lo',
    ],
    ...['fc00::1', 'ff02::1', '100::1', '2001:db8::1', 'example.com', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '%6cocalhost',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      'localhost',
      'localhost.',
      'a.localhost',
      'db.internal',
      'printer.local',
      'mongodb',
    ],
    ...['mongodb.', '１２７.0.0.1', '127.0.0.1.'],
  ])('http://%s is refused without a request', async (host) => {
    const { one, send, resolved } = sender(false, '127.0.0.1');
    const url = `http://${host}:${port}/takes`;
    expect(one.mayGoTo(url)).toBe(false);
    expect(await send(url)).toEqual({
      status: null,
      problem: 'the address is not a public one',
      received: [],
    });
    expect(resolved()).toBe(0);
  });

  test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254', '10.0.0.1']])(
    'a name that resolves to %s is not called, although the name itself is allowed',
    async (...addresses) => {
      const { one, send } = sender(false, ...addresses);
      const url = `http://shop.example:${port}/takes`;
      expect(one.mayGoTo(url)).toBe(true);
      const problem = 'the name leads to no public address';
      expect(await send(url)).toEqual({ status: null, problem, received: [] });
    },
  );

  test('are called if the settings allow it, by address and by name', async () => {
    const { send } = sender(true, '127.0.0.1');
    expect(await send(`http://2130706433:${port}/takes`)).toMatchObject({ status: 204 });
    expect(await send(`http://receiver:${port}/takes`)).toMatchObject({ status: 204 });
  });
});

test('concurrent requests share one name resolution, so that a slow one leaves resolver threads for other names', async () => {
  const slow = Promise.withResolvers<LookupAddress[]>();
  const resolved: string[] = [];
  const resolve = async (name: string) => {
    resolved.push(name);
    return name === 'slow.example' ? slow.promise : [{ address: '127.0.0.1', family: 4 }];
  };
  const one = new Sender(true, resolve, longMs);
  const send = (name: string) => one.send({ url: `http://${name}:${port}/takes`, body: '{}', headers: {} });
  const sending = Array.from({ length: 8 }, () => send('slow.example'));
  expect(await send('other.example')).toEqual({ status: 204, problem: '' });
  expect(resolved).toEqual(['slow.example', 'other.example']);
  slow.resolve([{ address: '127.0.0.1', family: 4 }]);
  expect(await Promise.all(sending)).toEqual(Array(8).fill({ status: 204, problem: '' }));
});
