import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../dev/base/ports.ts';
import { runsNowhere } from './bus-servers-down.ts';

test('a bus is absent when every server refuses connections, not when one is only silent', async () => {
  const dead = [`127.0.0.1:${await freePort()}`, 'nats.invalid:4222'];
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const alive = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  expect(await runsNowhere(dead)).toBe(true);
  expect(await runsNowhere([...dead, alive])).toBe(false);
  silent.close();
});
