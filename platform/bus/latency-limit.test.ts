import { expect, test } from 'vitest';
import { LatencyLimit } from './latency-limit.ts';

/** Simulates a service that processes `parallel` requests at a time, each in `eachMs` of virtual time. */
function callers(most: number, parallel: number, eachMs: number) {
  let now = 0;
  const limit = new LatencyLimit(most, () => now);
  const running: number[] = [];
  return {
    limit,
    /**
     * Sends `perMs` requests per millisecond. Returns the durations of answered requests and the number of
     * refusals.
     */
    run(perMs: number, forMs: number) {
      const times: number[] = [];
      let refused = 0;
      for (const end = now + forMs; now < end; now += 1) {
        for (let one = 0; one < perMs; one += 1) {
          if (limit.enter()) running.push(now);
          else refused += 1;
        }
        for (let done = 0; done < parallel / eachMs && running.length > 0; done += 1) {
          const began = running.shift() ?? 0;
          times.push(now - began + eachMs);
          limit.leave(now - began + eachMs);
        }
      }
      return { times: times.sort((one, other) => one - other), refused };
    },
  };
}

test('under three and ten times its capacity a service answers fast and stays busy', () => {
  for (const times of [3, 10]) {
    const { limit, run } = callers(512, 1, 1);
    run(times, 3_000);
    const { times: took, refused } = run(times, 3_000);
    expect(took).toHaveLength(3_000);
    expect(refused).toBeGreaterThan((times - 1.01) * 3_000);
    expect(took[Math.floor(took.length * 0.99)]).toBeLessThan(250);
    expect(limit.limit).toBeGreaterThanOrEqual(32);
  }
});

test('a load within the service’s capacity is never refused', () => {
  const { run } = callers(512, 4, 4);
  expect(run(1, 10_000).refused).toBe(0);
});

test('after a peak the limit rises as soon as it is needed', () => {
  let now = 0;
  const limit = new LatencyLimit(512, () => now);
  const round = (ms: number) => {
    let taken = 0;
    while (taken < 100 && limit.enter()) taken += 1;
    for (let one = 0; one < taken; one += 1) {
      now += 220 / taken;
      limit.leave(ms);
    }
  };
  for (let rounds = 0; rounds < 40; rounds += 1) round(1_000);
  expect(limit.limit).toBe(32);
  for (let rounds = 0; rounds < 10; rounds += 1) round(20);
  expect(limit.limit).toBeGreaterThan(80);
});

test('a slow service is not mistaken for an overloaded one', () => {
  let now = 0;
  const limit = new LatencyLimit(512, () => now);
  const round = (atOnce: number, ms: number) => {
    for (let one = 0; one < atOnce; one += 1) expect(limit.enter()).toBe(true);
    now += 250;
    for (let one = 0; one < atOnce; one += 1) limit.leave(ms);
  };
  for (let rounds = 0; rounds < 200; rounds += 1) round(5, 180);
  for (let rounds = 0; rounds < 20; rounds += 1) round(60, 180);
  expect(limit.limit).toBe(128);
});

test('a first burst to processes that have just started is not mistaken for an overload', () => {
  let now = 0;
  const limit = new LatencyLimit(512, () => now);
  const secondOf64Requests = () => {
    for (let rounds = 0; rounds < 4; rounds += 1) {
      let entered = 0;
      while (entered < 64 && limit.enter()) entered += 1;
      now += 250;
      for (let one = 0; one < entered; one += 1) limit.leave(250);
    }
  };
  for (let seconds = 0; seconds < 2; seconds += 1) secondOf64Requests();
  expect(limit.limit).toBe(128);
  for (let seconds = 0; seconds < 4; seconds += 1) secondOf64Requests();
  expect(limit.limit).toBeLessThan(64);
});
