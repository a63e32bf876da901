import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop, runCli } from '#testing/import-shop.ts';

/** Maximum milliseconds from the start or end of a sale until every answer about the product shows the change. */
const promisedMs = 1_000;
const patienceMs = 10_000;

/**
 * The surfaces are the answers that show a sale, such as product, filtered list and cart. For each surface, a function
 * that reads the answer and returns whether the answer shows the sale.
 */
type Surfaces = Readonly<Record<string, () => Promise<boolean>>>;

/**
 * Repeats each function of `all` until it returns `wanted` three times in a row. Returns, for each name, how
 * late the last wrong answer was: the milliseconds from `moment` until its request was sent; 0 if no answer was
 * wrong.
 */
async function delays(all: Surfaces, wanted: boolean, moment: number) {
  const seen = Object.entries(all).map(async ([name, read]) => {
    let last = 0;
    for (let agree = 0; ; ) {
      const sentAfter = Date.now() - moment;
      const isRight = (await read()) === wanted;
      if (!isRight) last = sentAfter;
      agree = isRight ? agree + 1 : 0;
      if (agree === 3) return [name, last] as const;
      if (last > patienceMs) return [name, Number.POSITIVE_INFINITY] as const;
      await sleep(30);
    }
  });
  return new Map(await Promise.all(seen));
}

/**
 * Sets the start or end of a sale to a time some seconds ahead, with `set`, and returns this time in Unix
 * milliseconds. `before` is whether the sale is on until this time. Waits until all answers show this, so that
 * all caches contain the old price. If the waiting takes too long on a slow machine, tries again with a later
 * time.
 */
async function momentAhead(
  all: Surfaces,
  before: boolean,
  set: (moment: number) => Promise<unknown>,
): Promise<number> {
  for (let aheadMs = 4_000; aheadMs <= 64_000; aheadMs *= 2) {
    const moment = Math.ceil(Date.now() / 1_000) * 1_000 + aheadMs;
    await set(moment);
    await delays(all, before, Date.now());
    if (Date.now() < moment) return moment;
  }
  throw new Error('the surfaces never show what holds before the moment');
}

const late = (all: ReadonlyMap<string, number>) => [...all].filter(([, delay]) => delay > promisedMs);
const isoSeconds = (moment: number) => new Date(moment).toISOString().slice(0, 19);

/** A running system with two replicas of each process. */
interface Replicated {
  readonly url: string;
  readonly dataDir: string;
}

/** Defines tests of when a sale and a price show. They add 30 products to the shop. */
export function testSaleWindow(running: () => Replicated): void {
  let folder = '';
  let id = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartwright-sale-'));
    // The tests use one of 30 products: neither the cheapest nor the newest.
    [id = 0] = (await importShop(running().dataDir, folder, 30)).slice(15);
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function get(path: string) {
    const response = await fetch(`${running().url}${path}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
    const body: any = await response.json();
    return { body, headers: response.headers };
  }

  const ids = async (query: string): Promise<number[]> =>
    (await get(`/v2/products?per_page=100&${query}`)).body.products.map((one: { id: number }) => one.id);

  /** Returns the surfaces of the product. */
  function surfaces(cartKey: string): Surfaces {
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

  test('every surface shows the begin and end of a sale within a second, with warm caches and two replicas of each process', async () => {
    const added = await fetch(`${running().url}/v2/cart/add-item`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: String(id) }),
    });
    const all = surfaces(added.headers.get('cart-key') ?? '');
    const setSale = (from: number, to: number) =>
      runCli(running().dataDir, [
        ...['products', 'set', String(id), '--sale-price', '1.00'],
        ...['--sale-from', `${isoSeconds(from)}Z`, '--sale-to', `${isoSeconds(to)}Z`],
      ]);
    const begins = await momentAhead(all, false, (moment) => setSale(moment, moment + 86_400_000));
    await sleep(begins - Date.now());
    expect(late(await delays(all, true, begins))).toEqual([]);
    // A sale set to end at 09:00:00 is still on during this second. So the end is set one second before `moment`.
    const ends = await momentAhead(all, true, (moment) => setSale(begins, moment - 1_000));
    await sleep(ends - Date.now());
    expect(late(await delays(all, false, ends))).toEqual([]);
  });

  test('every surface shows a price within a second after an administrator set it', async () => {
    await get(`/v2/products/${id}`);
    expect(await ids('max_price=2')).not.toContain(id);
    await runCli(running().dataDir, [
      'products',
      'set',
      String(id),
      '--price',
      '2.00',
      '--sale-price',
      'none',
    ]);
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
}
