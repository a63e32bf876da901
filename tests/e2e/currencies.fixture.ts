import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '#testing/import-shop.ts';
import { type ShopChanges, writeShop } from '#testing/shop.ts';
import type { RunningSystem } from '#testing/system.ts';
import { dinars, type Purchase, yen } from './purchases.fixture.ts';

/** The members of an answer that the tests use; tests/specification checks the shapes. */
// biome-ignore lint/suspicious/noExplicitAny: any answer
type Body = any;

const startMs = 600_000;
const mounts = { service: '', cocart: '/wp-json/cocart' } as const;

/** Returns totals with amounts as texts, as in answers. Lists of taxes stay whole numbers in both dialects. */
function written(totals: Purchase['totals'], text: (amount: number) => string) {
  const entries = Object.entries(totals);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? text(value) : value]),
  );
}

/**
 * Defines tests of purchases in two currencies. Each currency replaces the catalogue of the system, which must have no
 * rate limits.
 */
export function testCurrencies(running: () => RunningSystem): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartwright-currencies-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function send(method: string, path: string, body?: object): Promise<Body> {
    const answer = await fetch(running().httpUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  }

  /** Replaces the catalogue with three products in a currency. Returns the ids of the products. */
  async function openShop(name: string, changes: ShopChanges): Promise<readonly number[]> {
    const ids = await writeShop(join(folder, name), 3, changes);
    await runCli(running().dataDir, [
      'import',
      'woocommerce',
      '--from',
      join(folder, name),
      '--reset',
      '--yes',
    ]);
    return ids;
  }

  /** Returns the key of a new cart with these quantities of the products. The cart is filled through a mount. */
  async function filledCart(
    mount: string,
    ids: readonly number[],
    quantities: readonly number[],
  ): Promise<string> {
    const items = ids.map((id, index) => ({ id: String(id), quantity: String(quantities[index]) }));
    const { cart_key: key } = await send('POST', `${mount}/v2/cart/add-items`, { items });
    return key;
  }

  describe.each([
    ['yen, prices with tax', yen],
    ['dinars, prices without tax', dinars],
  ])('in a store in %s', (name, purchase) => {
    const { decimals, quantities, code, lines, prices, saving, toPay } = purchase;
    const decimal = (minor: number) => (minor / 10 ** decimals).toFixed(decimals);
    const asDecimals = written(purchase.totals, decimal);
    let ids: readonly number[];
    beforeAll(async () => {
      ids = await openShop(name, purchase.shop);
    }, startMs);

    test.each(Object.values(mounts))(
      'a purchase on the mount "%s/" is exact to the minor unit',
      async (mount) => {
        const key = await filledCart(mount, ids, quantities);
        await send('POST', `${mount}/v2/cart/apply-coupon?cart_key=${key}`, { code });
        const query = `?cart_key=${key}`;
        const service: Body = await send('GET', `/v2/cart${query}`);
        expect(service.totals).toEqual(asDecimals);
        const items: Body[] = Object.values(service.items);
        expect(
          items.map(({ totals }) => [totals.subtotal, totals.subtotal_tax, totals.total, totals.tax]),
        ).toEqual(lines);
        expect(items.map(({ price }) => price)).toEqual(prices);
        expect(service.coupons).toMatchObject([{ coupon: code, saving: saving[0], saving_html: saving[1] }]);
        const cocart: Body = await send('GET', `/wp-json/cocart/v2/cart${query}`);
        expect(cocart.totals).toMatchObject(
          Object.fromEntries(
            ['subtotal', 'discount_total', 'shipping_total', 'shipping_tax', 'total', 'total_tax'].map(
              (one) => [one, String(purchase.totals[one])],
            ),
          ),
        );
        for (const one of Object.values(mounts)) {
          expect(await send('GET', `${one}/v2/cart/totals${query}`)).toEqual(asDecimals);
          expect((await send('GET', `${one}/v2/cart/totals${query}&html=true`)).total).toBe(toPay);
        }
      },
    );

    test('in carts with quantities of 1 to 9, the amounts of the items add up to the totals on both mounts', async () => {
      for (let pieces = 1; pieces < 10; pieces += 1) {
        const key = await filledCart('', ids, [pieces, 10 - pieces, 1 + (pieces % 3)]);
        await send('POST', `/v2/cart/apply-coupon?cart_key=${key}`, { code });
        const { items, totals }: Body = await send('GET', `/v2/cart?cart_key=${key}`);
        const { totals: inMinor }: Body = await send('GET', `/wp-json/cocart/v2/cart?cart_key=${key}`);
        const unit = (text: string | number) => Math.round(Number(text) * 10 ** decimals);
        const sumOf = (member: string) =>
          Object.values(items).reduce((sum: number, item: Body) => sum + unit(item.totals[member]), 0);
        expect([sumOf('subtotal'), sumOf('subtotal_tax'), sumOf('total'), sumOf('tax')]).toEqual(
          [totals.subtotal, totals.subtotal_tax, totals.cart_contents_total, totals.cart_contents_tax].map(
            unit,
          ),
        );
        const paid = ['cart_contents_total', 'shipping_total', 'total_tax'].map((one) => unit(totals[one]));
        expect(paid.reduce((sum, one) => sum + one)).toBe(unit(totals.total));
        for (const one of ['subtotal', 'total', 'total_tax', 'shipping_total']) {
          expect([one, inMinor[one]]).toEqual([one, String(unit(totals[one]))]);
          expect(totals[one]).toBe(decimal(unit(totals[one])));
        }
      }
    });
  });
}
