import { describe, expect, test } from 'vitest';
import { ClockWatch } from './dependencies.ts';
import { askWithClock, up } from './dependency.ts';
import { Metrics } from './metrics.ts';

/**
 * Returns a clock watch with a simulated clock, and a function that reports readings of other clocks in
 * milliseconds.
 */
function watched() {
  const clock = { now: 0 };
  const metrics = new Metrics('watch-1');
  const watch = new ClockWatch(metrics, () => clock.now);
  const read = (name: string, aheadMs: number, errorMs = 1) =>
    watch.withClock(name, { ...up, clock: { aheadMs, errorMs } });
  return { clock, metrics, watch, read };
}

describe('the clock of this process', () => {
  test('is wrong when every recently read clock differs, and right again when one agrees', () => {
    const { watch, read } = watched();
    expect(watch.fault).toBe(null);
    read('redis', 2_500);
    read('nats', 2_490);
    expect(watch.fault).toBe('the clock is 2.5 s behind redis, 2.5 s behind nats');
    read('redis', 3);
    expect(watch.fault).toBe(null);
  });

  test('is reported as ahead if the other clocks are behind', () => {
    const { watch, read } = watched();
    read('nats', -61_000);
    expect(watch.fault).toBe('the clock is 61.0 s ahead of nats');
  });

  test('is not wrong if a slow answer may explain the difference, or the reading is old', () => {
    const { watch, read, clock } = watched();
    read('nats', 1_400, 500);
    expect(watch.fault).toBe(null);
    read('nats', 1_400, 300);
    expect(watch.fault).not.toBe(null);
    clock.now += 5_000;
    expect([watch.fault, watch.ahead]).toEqual([null, {}]);
  });
});

test('the clock that differs from all others is the wrong one', async () => {
  const { watch, read, metrics } = watched();
  expect(read('nats', 2).state).toBe('up');
  expect(read('redis', -3_000)).toEqual({ state: 'sick', reason: 'its clock is 3.0 s behind this process' });
  expect(watch.fault).toBe(null);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/cartwright_clock_ahead_seconds\{dependency="redis",replica="watch-1"\} -3\n/);
});

test('a clock is read to within half the time that the answer took', async () => {
  const ask = () => new Promise<number>((resolve) => setTimeout(() => resolve(Date.now() + 5_000), 40));
  const { clock } = await askWithClock(ask, (time) => time);
  expect(Math.abs(clock.aheadMs - 5_000)).toBeLessThanOrEqual(clock.errorMs + 2);
  expect(clock.errorMs).toBeGreaterThan(15);
});
