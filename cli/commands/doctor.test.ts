import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type Status, services } from '#contracts/status.ts';
import { Problem } from '#platform/errors/problem.ts';
import { newStatus } from '#testing/new-status.ts';
import { runWith } from '../program.fixture.ts';
import type { Finding } from './doctor.ts';
import { backlog, clocks, deliveries, engines, ports, replicas, versions } from './doctor.ts';
import { type Answer, rowsOf } from './status.ts';

const now = 1_000_000;
const up = (version?: string) => ({
  state: 'up' as const,
  reason: '',
  since: 0,
  ...(version && { version }),
});
const answer = (service: string, more: Partial<Status> = {}, version = '1.0.0'): Answer => ({
  ...{ service, replica: `${service}-1`, version, privateUrl: null },
  status: { ...newStatus, now, ...more },
});
const all = services.map((service) => answer(service));
const listenAddresses = { host: '127.0.0.1', http: 0, https: 0 };

test('without a system it reports that, checks the machine, and fails', async () => {
  const machineFacts = async () => ({ folder: tmpdir(), system: null, listenAddresses });
  const connect = () => Promise.reject(new Problem('no system runs in /x', 'unavailable'));
  const { code, out } = await runWith({ machineFacts, connect }, ['doctor']);
  expect(code).toBe(1);
  expect(out).toMatch(/^ok {7}Node: \d+/m);
  expect(out).toMatch(/^PROBLEM {2}system: no system runs in \/x\n {9}→ start it: npm start/m);
  const { findings } = JSON.parse((await runWith({ machineFacts, connect }, ['doctor', '--json'])).out);
  expect(findings.map(({ check, state }: Finding) => [check, state])).toEqual([
    ['Node', 'ok'],
    ['disk', expect.stringMatching(/ok|warning/)],
    ['ports', 'ok'],
    ['certificate', 'skipped'],
    ['system', 'problem'],
  ]);
});

test('a port in use is a problem when no system runs', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  expect(await ports(null, { ...listenAddresses, http: port })).toMatchObject({
    ...{ check: 'ports', state: 'problem', found: `${port} of 127.0.0.1 cannot be had` },
    advice: expect.stringContaining('HTTP_PORT'),
  });
  server.close();
});

test('the ports of a running system are asked whether it is ready', async () => {
  let status = 200;
  const server = createHttpServer((_, response) => response.writeHead(status).end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const system = { httpUrl: `http://127.0.0.1:${port}`, httpsUrl: 'https://127.0.0.1:1' };
  expect(await ports(system, listenAddresses)).toMatchObject({ state: 'ok' });
  status = 503;
  const url = `${system.httpUrl}/health/ready`;
  expect(await ports(system, listenAddresses)).toMatchObject({
    state: 'problem',
    found: `${url} answers 503`,
  });
  await new Promise((resolve) => server.close(resolve));
  const silent = { state: 'problem', found: `${system.httpUrl} does not answer` };
  expect(await ports(system, listenAddresses)).toMatchObject(silent);
});

describe('a system', () => {
  test('that is healthy gets no advice', () => {
    const healthy = rowsOf([
      ...all.slice(1),
      answer(services[0], { dependencies: { mongodb: up('8.0.4'), redis: up('7.4.1') } }),
    ]);
    const found = [
      ...replicas(healthy),
      engines(healthy, '2.11.0'),
      versions(healthy, '1.0.0'),
      clocks(healthy, now),
      backlog(healthy),
      deliveries([]),
    ];
    expect(found.map(({ state, advice }) => [state, advice])).toEqual(found.map(() => ['ok', '']));
    expect(found[1]?.found).toBe('nats 2.11.0, mongodb 8.0.4, redis 7.4.1');
  });

  test('without a service and with a faulty engine has a problem and advice for each', () => {
    const sick = { state: 'sick' as const, reason: 'its memory is full', since: now };
    const rows = rowsOf([...all.slice(1), answer('cart', { dependencies: { redis: sick } })]);
    const found = replicas(rows);
    expect(found.map(({ state }) => state)).toEqual(['problem', 'problem']);
    expect(found.map(({ advice }) => advice)).toEqual([
      expect.stringContaining('look at the engine'),
      expect.stringContaining('npm start'),
    ]);
  });

  test('reports an old engine, another version, a wrong clock and waiting events', () => {
    const late = { waiting: 3, oldestSeconds: 400 };
    const rows = rowsOf([
      answer('cart', { dependencies: { redis: up('6.2.14') }, now: now - 5_000 }, '0.9.0'),
      answer('events', { clocks: { mongodb: -2.5 }, backlogs: { webhooks: late } }),
    ]);
    expect(engines(rows, '2.11.0')).toMatchObject({
      state: 'problem',
      advice: 'update redis to 7.0 or newer',
    });
    expect(versions(rows, '1.0.0')).toMatchObject({
      state: 'warning',
      found: 'this is 1.0.0, but cart-1 0.9.0',
    });
    expect(clocks(rows, now)).toMatchObject({
      state: 'warning',
      found: 'cart-1 and this machine are 5.0 s apart, mongodb and events-1 are 2.5 s apart',
    });
    expect(backlog(rows)).toMatchObject({
      state: 'warning',
      found: 'events-1: 3 of webhooks wait, the oldest 6 min 40 s',
    });
    const hook = { id: 'wh_1', url: 'https://erp.example', dead: 2, waiting: 0 } as never;
    expect(deliveries([hook])).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('webhooks replay wh_1'),
    });
  });
});
