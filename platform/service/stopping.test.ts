import { expect, test } from 'vitest';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { serviceProcess } from '#testing/service-process.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const service = serviceProcess('catalogue-1', () => ({
  ...{ NATS_URL: nats.url, CATALOGUE_MONGODB_URL: mongod.url, LOG_LEVEL: 'fatal' },
}));

test('a process ends by itself although NATS does not answer', async () => {
  process.kill(nats.pid, 'SIGSTOP');
  try {
    expect(await service.stop()).toBe(0);
  } finally {
    process.kill(nats.pid, 'SIGCONT');
  }
});
