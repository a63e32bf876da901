import { expect, test } from 'vitest';
import { CocartClient, Pace } from './client.ts';
import { startStandIn } from './stand-in.fixture.ts';

test('requests are sent at an even pace, even after an idle time', async () => {
  let now = 0;
  const pause = async (ms: number) => {
    now += ms;
  };
  const pace = new Pace(5, pause, () => now);
  const at: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    await pace.turn();
    at.push(now);
  }
  now = 10_000;
  for (let count = 0; count < 2; count += 1) {
    await pace.turn();
    at.push(now);
  }
  expect(at).toEqual([0, 200, 400, 600, 10_000, 10_200]);
});

/** A pace that counts the requests and delays none. */
class Counted extends Pace {
  turns = 0;

  constructor() {
    super(5, async () => undefined);
  }

  override turn(): Promise<void> {
    this.turns += 1;
    return super.turn();
  }
}

const pause = async () => undefined;

test('retries are limited by the pace too', async () => {
  const shop = await startStandIn();
  shop.trouble = () => ({ status: 503 });
  const pace = new Counted();
  const client = new CocartClient('the shop', shop.url, { pause, pace });
  expect((await client.ask('v2/cart')).status).toBe(503);
  expect([pace.turns, shop.asked.length]).toEqual([3, 3]);
  await shop.end();
});

test('a date in Retry-After delays the next request, by a minute at most', async () => {
  const shop = await startStandIn();
  const dates = [30_000, 600_000].map((ms) => new Date(Date.now() + ms).toUTCString());
  shop.trouble = () => {
    const [date] = dates.splice(0, 1);
    return date === undefined ? null : { status: 503, headers: { 'retry-after': date } };
  };
  const waits: number[] = [];
  const client = new CocartClient('the shop', shop.url, { pause: async (ms) => void waits.push(ms) });
  expect((await client.ask('v2/products')).status).toBe(200);
  const [first = 0, second] = waits;
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThanOrEqual(30_000);
  expect(second).toBe(60_000);
  await shop.end();
});

test('a request without an answer fails, a write after its first try', async () => {
  const shop = await startStandIn();
  shop.trouble = () => 'hang';
  const pace = new Counted();
  const client = new CocartClient('the shop', shop.url, { pause, pace, timeoutMs: 20 });
  await expect(client.ask('v2/products')).rejects.toThrow(/the shop at .* cannot be reached: .*timeout/);
  expect(pace.turns).toBe(3);
  const write = client.ask('v2/cart/clear', { method: 'POST', json: {} });
  await expect(write).rejects.toThrow('cannot be reached');
  expect(pace.turns).toBe(4);
  await shop.end();
});
