import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { commandTimeoutMs, redisDriver } from './driver.ts';

const server = redisFixture();

test('an answer that arrived while the event loop was blocked is no missing answer', async () => {
  const redis = redisDriver(server.url);
  await once(redis, 'ready');
  const answer = redis.ping();
  await nextTurn();
  for (const end = performance.now() + 2 * commandTimeoutMs; performance.now() < end; );
  expect(await answer).toBe('PONG');
  redis.disconnect();
});
