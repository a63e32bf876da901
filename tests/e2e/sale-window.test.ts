import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop, runCli } from '#platform/testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';

const startMs = 600_000;
/** How long after its moment a sale may begin or end anywhere. Milliseconds. */
const promisedMs = 1_000;

let folder = '';
let system: RunningSystem;
let id = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-sale-'));
  system = await startSystem({ replicas: { catalogue: 2, cart: 2, gateway: 2 } });
  // Of 30 products with 30 prices, one that is neither the cheapest nor the newest.
  [id = 0] = (await importShop(system.dataDir, join(folder, 'shop'), 30)).slice(15);
}, startMs);
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
}, startMs);

async function get(path: string) {
  const response = await fetch(`${system.httpUrl}${path}`);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  const body: any = await response.json();
  return { body, headers: response.headers };
}

const ids = async (query: string): Promise<number[]> =>
  (await get(`/v2/products?per_page=100&${query}`)).body.products.map((one: { id: number }) => one.id);

/** Where a sale is to be seen, each answering whether it is. */
function surfaces(cartKey: string): Readonly<Record<string, () => Promise<boolean>>> {
  return {
    product: async () => (await get(`/v2/products/${id}`)).body.prices.price === '1.00',
    'product of v1': async () => (await get(`/v1/products/${id}`)).body.on_sale,
    filter: async () => (await ids('on_sale=true')).includes(id),
    'price range': async () => (await ids('max_price=1')).includes(id),
    order: async () => (await ids('orderby=price&order=asc'))[0] === id,
    cart: async () => {
      const { body } = await get(`/v2/cart?cart_key=${cartKey}`);
      return Object.values<{ price: string }>(body.items).some(({ price }) => price === '$1.00');
    },
  };
}

/** Milliseconds from `moment` until each of the surfaces says `wanted` on three connections in a row. */
async function delays(all: ReturnType<typeof surfaces>, wanted: boolean, moment: number) {
  const seen = Object.entries(all).map(async ([name, says]) => {
    for (let agree = 0; ; ) {
      agree = (await says()) === wanted ? agree + 1 : 0;
      if (agree === 3) return [name, Date.now() - moment] as const;
      if (Date.now() > moment + 10_000) return [name, Number.POSITIVE_INFINITY] as const;
      await sleep(30);
    }
  });
  return new Map(await Promise.all(seen));
}

const late = (all: ReadonlyMap<string, number>) => [...all].filter(([, delay]) => delay > promisedMs);
const wall = (moment: number) => new Date(moment).toISOString().slice(0, 19);

// A moment in which the machine stands still would be taken for ours, so that one of three tries is enough.
test('a sale begins and ends everywhere within a second, with warm caches and two replicas of each', {
  retry: 2,
}, async () => {
  const added = await fetch(`${system.httpUrl}/v2/cart/add-item`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: String(id) }),
  });
  const all = surfaces(added.headers.get('cart-key') ?? '');
  const begins = Math.ceil(Date.now() / 1_000) * 1_000 + 4_000;
  // The second of the end belongs to the sale.
  const ends = begins + 2_000;
  const window = ['--sale-from', `${wall(begins)}Z`, '--sale-to', `${wall(ends - 1_000)}Z`];
  await runCli(system.dataDir, ['products', 'set', String(id), '--sale-price', '1.00', ...window]);
  // Warm: everything has been asked for, and is not on sale yet.
  const before = await Promise.all(Object.values(all).map((says) => says()));
  expect(Date.now()).toBeLessThan(begins);
  expect(before).toEqual(before.map(() => false));
  await sleep(begins - Date.now());
  expect(late(await delays(all, true, begins))).toEqual([]);
  await sleep(Math.max(0, ends - Date.now()));
  expect(late(await delays(all, false, ends))).toEqual([]);
});

test('a price that an administrator sets shows everywhere within a second', { retry: 2 }, async () => {
  await get(`/v2/products/${id}`);
  expect(await ids('max_price=2')).not.toContain(id);
  await runCli(system.dataDir, ['products', 'set', String(id), '--price', '2.00', '--sale-price', 'none']);
  const set = Date.now();
  const shown = await delays(
    {
      product: async () => (await get(`/v2/products/${id}`)).body.prices.price === '2.00',
      list: async () => (await ids('max_price=2')).includes(id),
    },
    true,
    set,
  );
  expect(late(shown)).toEqual([]);
});
