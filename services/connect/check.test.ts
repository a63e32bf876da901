import { afterEach, beforeEach, expect, test } from 'vitest';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { ShopData } from '#platform/woocommerce/shop-data.fixture.ts';
import { checkShop } from './check.ts';
import { wooProduct } from './followed-shop.fixture.ts';

let shop: FakeShop;
let data: ShopData;
beforeEach(async () => {
  shop = await startFakeShop();
  data = new ShopData(
    () => 0,
    () => 0.5,
  );
  shop.data = data;
  data.setting('', { name: 'Shop' });
  const plugins = [{ plugin: 'roles/roles.php', name: 'Role prices', version: '1' }];
  data.setting('wc/v3/system_status', {
    active_plugins: plugins,
    environment: { version: '10.5.0', wp_version: '6.9.4' },
    settings: { HPOS_enabled: true },
  });
  data.save('products', wooProduct(10, { price: '12.50' }));
  data.setting('wc/store/v1/products/10', { prices: { price: '1250', currency_minor_unit: 2 } });
});
afterEach(() => shop.end());

async function found(): Promise<Record<string, string>> {
  const client = new ShopClient({ url: shop.url, ...shop.key }, { timeoutMs: 1_000, pausesMs: [] });
  const findings = await checkShop(client, shop.url);
  return Object.fromEntries(findings.map((one) => [one.check, `${one.state} ${one.found}`]));
}

test('a shop with the plugin is well, and its other plugins are named', async () => {
  expect(await found()).toEqual({
    address: `ok ${shop.url} answers, without TLS`,
    'key pair': 'ok it may read the shop',
    version: 'ok WooCommerce 10.5.0, WordPress 6.9.4, orders in tables of their own (HPOS)',
    'not in step': expect.stringContaining('warning plugin Role prices'),
    'plugin Cartwright': 'ok it tells what changes',
    'passwords of customers': 'ok customers log in with those that they have in the shop',
    prices: 'ok a guest sees the same ones as the key pair',
  });
});

test('a missing plugin, other prices for guests and a refused key pair are named', async () => {
  data.traits.hasPlugin = false;
  data.setting('wc/store/v1/products/10', { prices: { price: '1490', currency_minor_unit: 2 } });
  expect(await found()).toMatchObject({
    'plugin Cartwright': expect.stringContaining('warning it is not active'),
    prices: expect.stringContaining('the key pair sees 1250, a guest sees 1490'),
  });
});

test('after a problem of the key pair or of the address, nothing further is asked', async () => {
  shop.trouble = (path) => (path.startsWith('wc/v3/products?') ? { status: 401 } : null);
  expect(await found()).toEqual({
    address: `ok ${shop.url} answers, without TLS`,
    'key pair': expect.stringContaining(
      'problem the shop refuses the key pair for wc/v3/products (401): it is wrong',
    ),
  });
  await shop.end();
  expect(await found()).toEqual({ address: expect.stringContaining('cannot be reached') });
});
