import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KnownTokens } from './known-tokens.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a heartbeat reads MongoDB only if nothing else has read it for half a second', async () => {
  let reads = 0;
  const last = async () => {
    reads += 1;
    return 7;
  };
  const known = new KnownTokens({
    store: { last, since: async () => ({ number: 7, changes: [] }) },
    log: { append: async () => ({ id: '', sequence: 0 }) as never, between: async () => [] },
    signingKeys: { publicKeys: async () => [] },
    logger: pino({ level: 'silent' }),
  });
  expect(await known.followed()).toBe(7);
  vi.advanceTimersByTime(499);
  expect(await known.followed()).toBe(7);
  expect(reads).toBe(1);
  vi.advanceTimersByTime(1);
  await known.followed();
  expect(reads).toBe(2);
  // A gateway's confirmation always reads.
  await known.number();
  expect(reads).toBe(3);
});
