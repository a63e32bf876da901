import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operation } from '#contracts/operation.ts';
import { Dispatcher, implement } from '#platform/bus/dispatcher.ts';
import { newStatus } from '#testing/new-status.ts';
import { Metrics } from './metrics.ts';
import { listen, privateApp } from './private-app.ts';
import { Watchdog, watched as watchedBy } from './watchdog.ts';

/** Returns a watchdog with a simulated clock. */
function watched() {
  const logged: { milliseconds: number; work: { name: string }[]; more: number }[] = [];
  const metrics = new Metrics('watched-1');
  const clock = { now: 5_000 };
  const watchdog = new Watchdog(
    { error: (members: object) => logged.push(members as never) },
    metrics,
    () => clock.now,
  );
  /** `runs`: time passes while the event loop runs. `stands`: time passes while the event loop is blocked. */
  const runs = (ms: number) => {
    for (const end = clock.now + ms; clock.now < end; ) {
      clock.now += 100;
      watchdog.checkDelay();
    }
  };
  const stands = (ms: number) => {
    clock.now += ms;
  };
  return { watchdog, logged, metrics, runs, stands };
}

test('work that blocked the loop is logged, even if it has ended, and the block is counted', async () => {
  const { watchdog, logged, metrics, runs, stands } = watched();
  watchdog.began({ name: 'before', requestId: 'r-0' })();
  const waits = watchdog.began({ name: 'waits', requestId: 'r-1' });
  runs(500);
  const blocks = watchdog.began({ name: 'blocks', requestId: 'r-2' });
  stands(1_300);
  blocks();
  watchdog.began({ name: 'after', requestId: 'r-3' })();
  watchdog.checkDelay();
  waits();
  const work = [
    { name: 'blocks', requestId: 'r-2' },
    { name: 'waits', requestId: 'r-1' },
  ];
  expect(logged).toEqual([{ milliseconds: 1_200, cpuMilliseconds: expect.any(Number), work, more: 0 }]);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/cartwright_event_loop_blocks_total\{replica="watched-1"\} 1\n/);
  expect(text).toMatch(/cartwright_event_loop_blocked_seconds_total\S* 1\.2\n/);
});

test('at most ten pieces of work are named', () => {
  const { watchdog, logged, stands } = watched();
  for (let n = 0; n < 25; n += 1) watchdog.began({ name: `work ${n}`, requestId: 'r' });
  stands(2_000);
  watchdog.checkDelay();
  expect([logged[0]?.work.length, logged[0]?.more]).toEqual([10, 15]);
});

test('a process is not responsive after a block, until its event loop has run for two seconds', () => {
  const { watchdog, logged, runs, stands } = watched();
  expect(watchdog.isResponsive).toBe(true);
  stands(1_300);
  expect(watchdog.isResponsive).toBe(false);
  runs(1_900);
  expect(watchdog.isResponsive).toBe(false);
  runs(300);
  expect([watchdog.isResponsive, logged.length]).toEqual([true, 1]);
});

test('blocks of less than a second are ignored', () => {
  const { watchdog, logged, runs, stands } = watched();
  for (let round = 0; round < 10; round += 1) {
    stands(900);
    watchdog.checkDelay();
    runs(100);
    expect(watchdog.isResponsive).toBe(true);
  }
  expect(logged).toEqual([]);
});

/** Starts a service with a watchdog and one operation that blocks the process. */
async function blockingService() {
  const lines: string[] = [];
  const wellAfter: boolean[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => lines.push(line) });
  const metrics = new Metrics('blocking-1');
  const watchdog = new Watchdog(logger, metrics);
  const block = operation('test.block', {
    summary: 'Keeps its process busy',
    access: 'operator',
    effect: 'read',
    request: z.object({ milliseconds: z.int() }),
    reply: z.object({}),
  });
  const served = implement(block, async ({ milliseconds }) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    // Records what a readiness probe would get directly after the block.
    wellAfter.push(watchdog.isResponsive);
    return {};
  });
  const dispatcher = new Dispatcher([watchedBy(served, watchdog)], logger, metrics);
  const token = 'a token of at least thirty-two characters';
  const health = { ready: async () => watchdog.isResponsive, details: () => newStatus };
  const app = privateApp({ dispatcher, metrics, operationsToken: token, health });
  const { server, url } = await listen(app, '127.0.0.1', 0);
  watchdog.start();
  return {
    lines,
    wellAfter,
    get: (path: string) => fetch(url + path),
    call: (milliseconds: number) =>
      fetch(`${url}/operations/test.block`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ milliseconds }),
      }),
    close() {
      watchdog.close();
      server.close();
    },
  };
}

test('a service with a blocking operation reports the block in its log, its metrics and its readiness', async () => {
  const service = await blockingService();
  expect([(await service.call(1_500)).status, service.wellAfter]).toEqual([200, [false]]);
  // A busy machine may block the loop at other times as well.
  const logged = () => service.lines.map((line) => JSON.parse(line)).find(({ work }) => work.length > 0);
  await expect
    .poll(logged)
    .toMatchObject({ msg: 'the event loop was blocked', work: [{ name: 'test.block' }] });
  expect(logged().milliseconds).toBeGreaterThan(1_000);
  expect(logged().cpuMilliseconds).toBeGreaterThan(0);
  const text = await (await service.get('/metrics')).text();
  expect(Number(/event_loop_blocks_total\S* (\d+)/.exec(text)?.[1])).toBeGreaterThan(0);
  await expect.poll(async () => (await service.get('/health/ready')).status).toBe(200);
  service.close();
});
