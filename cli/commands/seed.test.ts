import { expect, test } from 'vitest';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const connect = () => connectBus(catalogue.address);
const cartwright = (...args: string[]) => runWith({ connect }, args);
const asJson = async (...args: string[]) => JSON.parse((await cartwright(...args, '--json')).out);

const none = { created: 0, changed: 0, unchanged: 0, removed: 0 };
const demo = { products: 62, variations: 52, reviews: 42, coupons: 4 };

test('the demo shop is created once, and is unchanged the second time', async () => {
  const first = await asJson('seed', '--demo');
  expect(first).toMatchObject({
    leftOut: [],
    seconds: expect.any(Number),
    productsPerSecond: expect.any(Number),
    peakMegabytes: expect.any(Number),
  });
  for (const [name, created] of Object.entries(demo)) expect(first.taken[name]).toEqual({ ...none, created });
  const second = await asJson('seed', '--demo');
  for (const [name, unchanged] of Object.entries(demo))
    expect(second.taken[name]).toEqual({ ...none, unchanged });
  expect(await asJson('settings', 'show', 'title')).toEqual({ title: 'Kettle & Clay' });
});

test('synthetic products are added, and are the same each time', async () => {
  const { taken } = await asJson('seed', '--products', '500');
  expect([taken.products, taken.reviews]).toEqual([
    { ...none, created: 500 },
    { ...none, created: 50 },
  ]);
  const share = taken.variations.created / 500;
  expect(share).toBeGreaterThan(1.2);
  expect(share).toBeLessThan(2);
  const again = await asJson('seed', '--products', '500');
  expect(again.taken.products).toEqual({ ...none, unchanged: 500 });
  expect(again.taken.variations).toEqual({ ...none, unchanged: taken.variations.created });
  expect((await asJson('products', 'list', '--search', 'cartwright', '--per-page', '1')).total).toBe(500);
  expect((await asJson('products', 'list')).total).toBe(500 + demo.products);
});

test('with products of another shop, the demo shop’s settings are skipped and reported', async () => {
  await cartwright('settings', 'set', 'currency', 'USD');
  const { leftOut } = await asJson('seed', '--demo');
  expect(leftOut).toEqual([{ what: 'settings', count: 1, why: expect.stringContaining('--reset') }]);
  expect(await asJson('settings', 'show', 'currency')).toEqual({ currency: 'USD' });
});

test('with --reset all existing records are deleted first', async () => {
  const { code, err, out } = await runWith({ connect, columns: 100 }, ['seed', '--demo', '--reset', '--yes']);
  expect([code, err.includes('62 of 62 products')]).toEqual([0, true]);
  expect(out).toMatch(/^products +62 +0 +0 +562$/m);
  expect((await asJson('products', 'list')).total).toBe(demo.products);
  expect(await asJson('settings', 'show', 'currency')).toEqual({ currency: 'EUR' });
});

test.each([
  [['seed'], 'cartwright: give --demo, --products N, or both\n'],
  [
    ['seed', '--products', '0'],
    "error: option '--products <n>' argument '0' is invalid. It must be a whole number from 1 to 10000000.\n",
  ],
])('%j is refused before anything is connected', async (args, sentence) => {
  expect(await runWith({}, args)).toEqual({ code: 2, out: '', err: sentence, connected: 0 });
});
