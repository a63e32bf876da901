import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoopDelay } from './loop-delay.ts';

let now = 0;
let loop: LoopDelay;

/** Advances the fake clock in steps of one tick (20 ms). */
function pass(milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 20) {
    now += 20;
    vi.advanceTimersByTime(20);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  loop = new LoopDelay(
    () => now,
    () => ({ active: now, idle: 0 }),
  );
  loop.start();
});
afterEach(() => {
  loop.close();
  vi.useRealTimers();
});

test('the ticks stop in an idle process, and no delay is reported however long it is idle', () => {
  pass(10_000);
  const { ticks } = loop;
  pass(10_000);
  now += 60_000;
  expect([loop.ticks, vi.getTimerCount()]).toEqual([ticks, 0]);
  expect([loop.overdue, loop.longestWait, loop.sustainedDelay, loop.utilization]).toEqual([0, 0, 0, 0]);
});

test('the ticks start again with a request, and go on while requests arrive', () => {
  pass(10_000);
  const { ticks } = loop;
  for (let second = 0; second < 10; second += 1) {
    loop.requestArrived();
    pass(1_000);
  }
  expect(loop.ticks - ticks).toBeGreaterThan(400);
  now += 500;
  expect(loop.overdue).toBeGreaterThanOrEqual(480);
  vi.advanceTimersByTime(20);
  expect([loop.longestWait >= 480, loop.utilization > 0.5]).toEqual([true, true]);
});
