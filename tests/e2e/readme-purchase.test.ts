import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '#platform/testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';
import { root } from '../../dev/settings.ts';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem();
  await runCli(system.dataDir, ['import', 'woocommerce', '--from', join(root, 'examples/shop')]);
}, 120_000);
afterAll(() => system.stop());

const json = { 'content-type': 'application/json' };

test('the purchase of the README can be done, and costs what the arithmetic says', async () => {
  const product = await (await fetch(`${system.httpUrl}/v2/products/MUG-01`)).json();
  expect([product.id, product.name, product.prices.price]).toEqual([101, 'Enamel Mug', '14.50']);

  const body = JSON.stringify({ id: '101', quantity: '2' });
  const added = await fetch(`${system.httpUrl}/v2/cart/add-item`, { method: 'POST', headers: json, body });
  const cart = await added.json();
  // 2 × 14.50 = 29.00; 21 % of it 6.09; 35.09
  expect(cart.totals).toMatchObject({ subtotal: '29.00', total_tax: '6.09', total: '35.09' });
  expect(cart.items[Object.keys(cart.items)[0] ?? '']).toMatchObject({
    price: '€14,50',
    quantity: { value: 2 },
  });

  const read = await (await fetch(`${system.httpUrl}/v2/cart?cart_key=${cart.cart_key}`)).json();
  expect(read).toEqual({ ...cart, notices: {} });
  const other = await (
    await fetch(`${system.httpUrl}/wp-json/cocart/v2/cart?cart_key=${cart.cart_key}`)
  ).json();
  expect([other.items.length, other.totals.total]).toEqual([1, '3509']);
});

test('a repeated import changes nothing, and what is in stock bounds what can be bought', async () => {
  const again = JSON.parse(
    await runCli(system.dataDir, ['import', 'woocommerce', '--from', join(root, 'examples/shop'), '--json']),
  );
  expect(JSON.stringify(again)).not.toMatch(/"(created|changed)":[1-9]/);
  const body = JSON.stringify({ id: 'BRD-01', quantity: '5' });
  const refused = await fetch(`${system.httpUrl}/v2/cart/add-item`, { method: 'POST', headers: json, body });
  expect([refused.status, (await refused.json()).data]).toEqual([
    404,
    { status: 404, requested: 5, in_cart: 0, available: 4 },
  ]);
});
