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

const headers = { 'content-type': 'application/json' };

/** What the tests look at in an answer; the shapes are checked by tests/specification. */
// biome-ignore lint/suspicious/noExplicitAny: any answer
type Body = any;

async function send(path: string, body?: object): Promise<{ status: number; body: Body }> {
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  const answer = await fetch(system.httpUrl + path, init);
  return { status: answer.status, body: await answer.json() };
}

test('the purchase of the README can be done, and costs what the arithmetic says', async () => {
  const { body: product } = await send('/v2/products/MUG-01');
  expect([product.id, product.name, product.prices.price]).toEqual([101, 'Enamel Mug', '14.50']);

  const { body: cart } = await send('/v2/cart/add-item', { id: '101', quantity: '2' });
  // 2 × 14.50 = 29.00; 21 % of it 6.09; 35.09
  expect(cart.totals).toMatchObject({ subtotal: '29.00', total_tax: '6.09', total: '35.09' });
  expect(Object.values(cart.items)).toMatchObject([{ price: '€14,50', quantity: { value: 2 } }]);

  expect((await send(`/v2/cart?cart_key=${cart.cart_key}`)).body).toEqual({ ...cart, notices: {} });
  const { body: other } = await send(`/wp-json/cocart/v2/cart?cart_key=${cart.cart_key}`);
  expect([other.items.length, other.totals.total]).toEqual([1, '3509']);
});

test('a repeated import changes nothing, and what is in stock bounds what can be bought', async () => {
  const args = ['import', 'woocommerce', '--from', join(root, 'examples/shop'), '--json'];
  expect(await runCli(system.dataDir, args)).not.toMatch(/"(created|changed)":\s*[1-9]/);
  const { status, body } = await send('/v2/cart/add-item', { id: 'BRD-01', quantity: '5' });
  expect([status, body.data]).toEqual([404, { status: 404, requested: 5, in_cart: 0, available: 4 }]);
});
