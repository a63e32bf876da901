import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProduct } from '#contracts/catalogue.ts';
import { writeSettings } from '#contracts/settings.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture } from '#testing/engines.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from './bus.ts';

const nats = natsFixture();
const sentence = "the system's bus is gone: it stopped, or cannot be reached any more";
const connect = () => connectBus({ NATS_URL: nats.url });

/** A connection that receives every request as a catalogue would, but answers no request. */
let silent: Awaited<ReturnType<typeof connectNats>>;
beforeAll(async () => {
  silent = await connectNats('test', { NATS_URL: nats.url }, false);
  silent.subscribe('>');
  await silent.flush();
});
afterAll(() => silent.close());

test('a command that had no time to notice that its bus is back goes on', async () => {
  await using bus = await connect();
  const became = async (wanted: string) => {
    for await (const { type } of bus.nats.status()) if (type === wanted) return;
  };
  const [away, back] = [became('disconnect'), became('reconnect')];
  await bus.nats.reconnect();
  await away;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  await back;
  const waits = new Promise((resolve) => setTimeout(resolve, 500, 'waits'));
  expect(await Promise.race([bus.request(readProduct, { reference: 'woo-tshirt' }), waits])).toBe('waits');
});

test('a command that lost its bus ends with one sentence within seconds', async () => {
  await using bus = await connect();
  const written = bus.request(writeSettings, { settings: {} }).catch((error: unknown) => error);
  const shown = runWith({ connect }, ['products', 'show', 'woo-tshirt']);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const stopped = Date.now();
  process.kill(nats.pid, 'SIGKILL');

  const { code, out, err } = await shown;
  expect([code, out, err]).toEqual([5, '', `cartwright: ${sentence}\n`]);
  expect(await written).toMatchObject({ name: 'Problem', message: sentence });
  expect(Date.now() - stopped).toBeLessThan(30_000);
  // Later requests fail at once.
  await expect(bus.request(readProduct, { reference: 'woo-tshirt' })).rejects.toThrow(sentence);
  expect(Date.now() - stopped).toBeLessThan(30_000);
});
