import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { serviceProcess } from '#testing/service-process.ts';
import { freePort } from '../../dev/base/ports.ts';

const mongod = mongodFixture();
const nats = natsFixture();
let folder = '';
let port = 0;
const clock = (offsetMs: number) => writeFile(join(folder, 'clock'), String(offsetMs));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-clock-'));
  port = await freePort();
  await clock(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
serviceProcess('catalogue-1', () => ({
  ...{ NATS_URL: nats.url, CATALOGUE_MONGODB_URL: mongod.url, PRIVATE_PORT: String(port) },
  NODE_OPTIONS: `--import=${new URL(`../../testing/shifted-clock.mjs?file=${join(folder, 'clock')}`, import.meta.url).href}`,
  LOG_LEVEL: 'fatal',
}));

test('a replica with a wrong clock reports that and takes no work until the clock is right', async () => {
  const connection = await connectNats('cli', { NATS_URL: nats.url }, false);
  const caller = new Caller(connection, 'operator');
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready?verbose`);
    const { reasons } = (await response.json()) as { reasons: string[] };
    return { status: response.status, reasons };
  };
  const context = () => ({ requestId: 'test', deadline: Date.now() + 2_000, claim: null });
  const serves = () =>
    caller.request(readCatalogueNumber, {}, context()).then(
      () => true,
      ({ code }: { code: string }) => code,
    );
  const untilReady = async () => {
    await expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 200, reasons: [] });
    await expect.poll(serves, { timeout: 30_000 }).toBe(true);
  };
  await untilReady();
  for (const [offset, words] of [
    [-5_000, /^the clock is \d\.\d s behind nats, \d\.\d s behind mongodb/],
    [61_000, /^the clock is 6\d\.\d s ahead of nats, 6\d\.\d s ahead of mongodb/],
  ] as const) {
    await clock(offset);
    const reasons = [expect.stringMatching(words)];
    await expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 503, reasons });
    await expect.poll(serves, { timeout: 30_000 }).toBe('service_unavailable');
    await clock(0);
    await untilReady();
  }
  await connection.close();
});
