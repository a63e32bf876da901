import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '#testing/import-shop.ts';
import type { RunningSystem } from '#testing/system.ts';
import { root } from '../../dev/base/settings.ts';

const headers = { 'content-type': 'application/json' };

/** The members of an answer that the tests use; tests/specification checks the shapes. */
// biome-ignore lint/suspicious/noExplicitAny: any answer
type Body = any;

/** Defines tests of what README.md shows, on a system with the demo shop. The last one replaces the shop. */
export function testReadme(running: () => RunningSystem): void {
  async function send(path: string, body?: object): Promise<{ status: number; body: Body }> {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
    const answer = await fetch(running().httpUrl + path, init);
    return { status: answer.status, body: await answer.json() };
  }

  test('the first requests of the README find coffee by price, and mugs on sale', async () => {
    const coffee = '/v2/products?category=coffee&orderby=price&order=asc&_fields=id,name,prices.price';
    const { body: cheapest } = await send(coffee);
    expect([cheapest.total_products, cheapest.products[0]]).toEqual([
      21,
      { id: 125, name: 'Tasting sample', prices: { price: '0.00' } },
    ]);
    const amounts = cheapest.products.map((one: Body) => Number(one.prices.price));
    expect(amounts).toEqual([...amounts].sort((one, other) => one - other));

    const { body: mugs } = await send('/v2/products?search=mug&on_sale=true');
    expect(mugs.products.map(({ prices }: Body) => prices.on_sale)).not.toContain(false);
    expect(mugs.products.map(({ id }: Body) => id)).toContain(108);
  });

  test('the purchase of the README costs the price that was set, on both mounts', async () => {
    const { body: before } = await send('/v2/products/KC-DAWN');
    expect([before.id, before.name, before.prices.price]).toEqual([101, 'Dawn mug', '18.50']);
    expect(await runCli(running().dataDir, ['products', 'set', 'KC-DAWN', '--price', '19.50'])).toContain(
      'KC-DAWN  Dawn mug  €19.50',
    );
    await expect.poll(async () => (await send('/v2/products/KC-DAWN')).body.prices.price).toBe('19.50');

    const { body: cart } = await send('/v2/cart/add-item', { id: '101', quantity: '2' });
    // 2 × 19.50 = 39.00, which includes 39.00 × 21 / 121 = 6.77 tax. The parcel costs 5.95 plus 1.25 tax.
    expect(cart.totals).toMatchObject({ subtotal: '32.23', total_tax: '8.02', total: '46.20' });
    expect(Object.values(cart.items)).toMatchObject([{ price: '€19.50', quantity: { value: 2 } }]);

    expect((await send(`/v2/cart?cart_key=${cart.cart_key}`)).body).toEqual({ ...cart, notices: {} });
    const { body: other } = await send(`/wp-json/cocart/v2/cart?cart_key=${cart.cart_key}`);
    expect([other.items.length, other.totals.total]).toEqual([1, '4620']);
    expect(await runCli(running().dataDir, ['status'])).toMatch(/^catalogue +catalogue-1 /m);
  });

  test('the import of the README replaces the demo shop, and changes nothing when repeated', async () => {
    const args = [
      'import',
      'woocommerce',
      '--from',
      join(root, 'examples/shop'),
      '--reset',
      '--yes',
      '--json',
    ];
    const { taken } = JSON.parse(await runCli(running().dataDir, args));
    expect(taken.products).toEqual({ created: 0, changed: 3, unchanged: 0, removed: 59 });
    expect([taken.variations.removed, taken.reviews.removed, taken.brands.removed]).toEqual([52, 42, 5]);
    expect(await runCli(running().dataDir, args)).not.toMatch(/"(created|changed|removed)":\s*[1-9]/);

    expect((await send('/v2/products')).body.products.map(({ id }: Body) => id).sort()).toEqual([
      101, 102, 103,
    ]);
    for (const gone of ['brands', 'attributes', 'reviews']) {
      expect((await send(`/v2/products/${gone}`)).body).toEqual([]);
    }
    const { status, body } = await send('/v2/cart/add-item', { id: 'BRD-01', quantity: '5' });
    const shortage = { status: 404, requested: 5, in_cart: 0, available: 4, name: 'Walnut Board' };
    expect([status, body.data]).toEqual([404, shortage]);
  });
}
