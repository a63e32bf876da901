import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DelayedRefusals } from './delayed-refusals.ts';

let held: DelayedRefusals;
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  held = new DelayedRefusals();
  sent = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const answer = () => new EventEmitter() as ServerResponse;
const hold = (network: string, response = answer()) =>
  held.hold(network, response, () => void sent.push(network));

test('an answer is held for a second and sent once', () => {
  expect(hold('203.0.113.9')).toBe(true);
  vi.advanceTimersByTime(900);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual(['203.0.113.9']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a network has at most 64 delayed answers; those of disconnected clients no longer count', () => {
  const first = answer();
  expect(hold('203.0.113.9', first)).toBe(true);
  for (let at = 1; at < 64; at += 1) expect(hold('203.0.113.9')).toBe(true);
  expect([hold('203.0.113.9'), hold('198.51.100.1')]).toEqual([false, true]);
  first.emit('close');
  expect([hold('203.0.113.9'), hold('203.0.113.9')]).toEqual([true, false]);
  vi.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(65);
  expect(hold('203.0.113.9')).toBe(true);
});

test('no more than 4,096 answers are held, and 400 are sent in a second', () => {
  for (let at = 0; at < 4_096; at += 1) expect(hold(`network ${at >> 3}`)).toBe(true);
  expect(hold('one more')).toBe(false);
  vi.advanceTimersByTime(1_990);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(400);
  vi.advanceTimersByTime(20_000);
  expect(sent).toHaveLength(4_096);
});
