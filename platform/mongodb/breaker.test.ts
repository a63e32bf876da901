import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Breaker } from './breaker.ts';

let probes: PromiseWithResolvers<void>[];
let breaker: Breaker;

beforeEach(() => {
  vi.useFakeTimers();
  probes = [];
  breaker = new Breaker(() => {
    const probe = Promise.withResolvers<void>();
    probes.push(probe);
    return probe.promise;
  });
});
afterEach(() => {
  breaker.end();
  vi.useRealTimers();
});

const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the first fault opens the breaker, and an answered probe closes it', async () => {
  expect(breaker.state).toBe('closed');
  breaker.fault();
  expect(breaker.state).toBe('open');
  await passed(0);
  expect(breaker.state).toBe('half-open');
  probes[0]?.resolve();
  await passed(0);
  expect(breaker.state).toBe('closed');
});

test('faults while the breaker is open start no further probe', async () => {
  for (let count = 0; count < 5; count += 1) breaker.fault();
  await passed(0);
  breaker.fault();
  await passed(1_000);
  expect(probes).toHaveLength(1);
});

test('a probe that fails is followed by another after a pause', async () => {
  breaker.fault();
  await passed(0);
  probes[0]?.reject(new Error('away'));
  await passed(0);
  expect(breaker.state).toBe('open');
  await passed(99);
  expect(probes).toHaveLength(1);
  await passed(1);
  expect(probes).toHaveLength(2);
  probes[1]?.resolve();
  await passed(0);
  expect(breaker.state).toBe('closed');
});

test('an ended breaker sends no probe', async () => {
  breaker.fault();
  await passed(0);
  breaker.end();
  probes[0]?.reject(new Error('away'));
  await passed(10_000);
  expect(probes).toHaveLength(1);
});
