import { beforeEach, expect, test } from 'vitest';
import { GrowthLimit } from './growth-limit.ts';

let now = 0;
let limit: GrowthLimit;
beforeEach(() => {
  now = 1_000_000;
  limit = new GrowthLimit({ carts: 20, bytes: 1_000, windowSeconds: 600 }, () => now);
});

const cart = { carts: 1, bytes: 0 } as const;
const bytes = (count: number) => ({ carts: 0, bytes: count }) as const;
const refused = (retryAfter: number) =>
  expect.objectContaining({
    code: 'service_rate_limit_exceeded',
    data: { retry_after: retryAfter, limit: 20, window: 600 },
  });

test('new carts are limited for each client separately', () => {
  for (let round = 0; round < 20; round += 1) limit.count('many', cart);
  expect(() => limit.count('many', cart)).toThrow(refused(30));
  limit.count('another', cart);
});

test('bytes have their own limit, and are refused as a whole', () => {
  limit.count('large', bytes(900));
  expect(() => limit.count('large', bytes(200))).toThrow(refused(60));
  limit.count('large', bytes(100));
  limit.count('large', cart);
  expect(() => limit.count('large', { carts: 1, bytes: 500 })).toThrow(refused(300));
  for (let round = 0; round < 19; round += 1) limit.count('large', cart);
  expect(() => limit.count('large', cart)).toThrow(refused(30));
});

test('only growth that fits is counted', () => {
  expect(limit.fits('trying', bytes(900))).toBe(true);
  expect(limit.fits('trying', bytes(200))).toBe(false);
  expect(limit.fits('trying', bytes(100))).toBe(true);
  expect(limit.fits('trying', bytes(1))).toBe(false);
  expect(limit.fits('another', bytes(900))).toBe(true);
  now += 60_000;
  expect(limit.fits('trying', bytes(100))).toBe(true);
});

test('growth that is counted anyway is never refused, and raises the level at most to the limit', () => {
  for (let round = 0; round < 3; round += 1) limit.count('growing', bytes(900), true);
  expect(() => limit.count('growing', bytes(100))).toThrow(refused(60));
  now += 60_000;
  limit.count('growing', bytes(100));
});

test('a level falls evenly with time', () => {
  for (let round = 0; round < 20; round += 1) limit.count('resting', cart);
  now += 29_999;
  expect(() => limit.count('resting', cart)).toThrow(refused(1));
  now += 1;
  limit.count('resting', cart);
  now += 600_000;
  for (let round = 0; round < 20; round += 1) limit.count('resting', cart);
  expect(() => limit.count('resting', cart)).toThrow(refused(30));
});

test('the most recent of very many clients are remembered', () => {
  const one = new GrowthLimit({ carts: 1, bytes: 1, windowSeconds: 600 }, () => now);
  for (let client = 0; client < 60_000; client += 1) one.count(`network-${client}`, cart);
  expect(() => one.count('network-59999', cart)).toThrow();
  one.count('network-0', cart);
});
