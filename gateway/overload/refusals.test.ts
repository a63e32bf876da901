import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusals } from './refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let sent = 0;

/** Adds refusals. Returns the responses. */
function add(refusals: Refusals, count: number): ServerResponse[] {
  return Array.from({ length: count }, () => {
    const response = new EventEmitter() as ServerResponse;
    refusals.add(response, () => {
      sent += 1;
    });
    return response;
  });
}

test('the first refusals are sent at once, then so many in a second, until all are sent', async () => {
  sent = 0;
  const refusals = new Refusals(100, 50);
  add(refusals, 200);
  expect(sent).toBe(50);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toBe(150);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
});

test('after a pause, refusals are sent at once again', async () => {
  sent = 0;
  const refusals = new Refusals(100, 50);
  add(refusals, 60);
  await vi.advanceTimersByTimeAsync(1_000);
  add(refusals, 50);
  expect(sent).toBe(110);
});

test('a client that leaves gets no refusal, and takes no place of others', async () => {
  sent = 0;
  const refusals = new Refusals(100, 1);
  const [, second] = add(refusals, 4);
  second?.emit('close');
  await vi.advanceTimersByTimeAsync(40);
  expect(sent).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});
