import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FakeShop, startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { writeShop } from '#testing/shop.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const connect = () => connectBus(catalogue.address);
const cartwright = (...args: string[]) => runWith({ connect }, args);
const check = (from: string, ...args: string[]) =>
  cartwright('import', 'woocommerce', '--from', from, '--check', ...args);

/** Files of a shop with data that an import leaves out or changes, or that this system does not support. */
const unsupported: Record<string, unknown> = {
  'products.json': [
    { id: 5, type: 'bundle' },
    { id: 6, type: 'simple', sku: 's6', regular_price: '9.999', stock_quantity: 1.5 },
  ],
  'coupons.json': [{ id: 63, code: 'ten', discount_type: 'fixed_cart', amount: '0.01' }],
  'customers.json': [
    {
      id: 3,
      username: 'ann',
      email: 'ann@example.com',
      meta_data: [{ key: 'billing_vat_id' }, { key: '_wc_other/gift/note' }, { key: 'colour' }],
    },
  ],
  'settings-general.json': [
    { id: 'woocommerce_price_num_decimals', value: '3' },
    { id: 'woocommerce_default_customer_address', value: 'geolocation' },
  ],
  'settings-products.json': [
    { id: 'woocommerce_hide_out_of_stock_items', value: 'yes' },
    { id: 'woocommerce_notify_no_stock_amount', value: 2 },
  ],
  'settings-tax.json': [{ id: 'woocommerce_price_display_suffix', value: 'incl. VAT' }],
  'taxes.json': Array.from({ length: 22 }, (_, index) => ({
    id: index + 1,
    rate: '1.0000',
    priority: index + 1,
  })),
  'shipping-zones.json': [
    { id: 1, name: 'UK', locations: [], methods: [{ method_id: 'by_weight', enabled: true }] },
  ],
  'plugins.json': {
    active_plugins: [
      { plugin: 'woocommerce/woocommerce.php', name: 'WooCommerce', version: '10.5.0' },
      { plugin: 'cart-rest-api-for-woocommerce/cart-rest-api-for-woocommerce.php', name: 'CoCart' },
      { plugin: 'woocommerce-bundles/bundles.php', name: 'Product Bundles' },
    ],
  },
};

async function shop(name: string, files: Record<string, unknown>): Promise<string> {
  const path = join(catalogue.folder, name);
  await writeShop(path, 2);
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(path, file), JSON.stringify(content));
  }
  return path;
}

/** Returns all data of the system that an import could write. */
async function contents(): Promise<string[]> {
  const lists = [
    ['products', 'list'],
    ['coupons', 'list'],
    ['settings', 'show'],
  ];
  return Promise.all(lists.map(async (one) => (await cartwright(...one, '--json')).out));
}

describe('import woocommerce --check', () => {
  test('reports differences as the import does, and writes nothing', async () => {
    const before = await contents();
    const path = await shop('otherwise', unsupported);
    const { code, out } = await check(path, '--json');
    const report = JSON.parse(out);
    expect(code).toBe(0);
    expect(report.checked).toMatchObject({
      products: 1,
      coupons: 1,
      customers: 1,
      taxRates: 20,
      shippingZones: 1,
    });
    const names = (notes: { what: string; count: number }[]) => notes.map(({ what, count }) => [what, count]);
    expect(names(report.adjusted)).toEqual([
      ['shipping methods of type by_weight', 1],
      ['stock', 1],
      ['amounts of coupons', 1],
    ]);
    expect(names(report.leftOut)).toEqual([
      ['location of new customers', 1],
      ['products out of stock', 1],
      ['amount at which stock is out', 1],
      ['text behind prices', 1],
      ['tax rates', 2],
      ['plugin Product Bundles', 1],
      ['products of type bundle', 1],
      ['checkout field billing_vat_id', 1],
      ['checkout field _wc_other/gift/note', 1],
      ['tax-classes.json', 1],
    ]);
    expect(await contents()).toEqual(before);

    // Customers are not imported here, because the auth service does not run in this test.
    await rm(join(path, 'customers.json'));
    const ofOthers = names(report.leftOut).filter(([what]) => !String(what).startsWith('checkout'));
    const imported = JSON.parse((await cartwright('import', 'woocommerce', '--from', path, '--json')).out);
    expect(imported.adjusted).toEqual(report.adjusted);
    expect(names(imported.leftOut)).toEqual(ofOthers);
    expect(imported.taken.products.created).toBe(1);
  });

  test('prints a table and the notes', async () => {
    const { out } = await check(await shop('usual', {}));
    expect(out).toMatch(/^checked +to be taken +to be removed$/m);
    expect(out).toMatch(/^products +2 +\d+$/m);
    expect(out).toMatch(/^will be left out, or behave otherwise\n {2}tax-classes.json \(1\): /m);
    expect(out).toMatch(/nothing was written\n$/);
  });

  test('of a shop with supported settings reports nothing', async () => {
    const path = await shop('followed', {
      'settings-general.json': [{ id: 'woocommerce_default_customer_address', value: 'base' }],
      'settings-products.json': [
        { id: 'woocommerce_hide_out_of_stock_items', value: 'no' },
        { id: 'woocommerce_notify_no_stock_amount', value: '0' },
      ],
      'settings-tax.json': [{ id: 'woocommerce_price_display_suffix', value: '' }],
    });
    const { leftOut } = JSON.parse((await check(path, '--json')).out);
    expect(leftOut).toMatchObject([{ what: 'tax-classes.json' }]);
  });

  test('names every record that cannot be read', async () => {
    const path = await shop('bad', {
      'products.json': [1, 2, 3].map((id) => ({ id, type: 'simple', regular_price: `${id}..2` })),
      'reviews.json': [{ id: 1, product_id: 1, rating: 6 }],
    });
    const { code, out } = await check(path);
    expect(code).toBe(0);
    for (const record of [
      'products.json, record 1 ',
      'products.json, record 3 ',
      'reviews.json, record 1 ',
    ]) {
      expect(out).toContain(record);
    }
    expect(out).toContain('regular_price: must be an amount from 0 on, not "2..2"');
  });

  test('fails as the import does for a file that cannot be read', async () => {
    const path = await shop('broken', {});
    await writeFile(join(path, 'reviews.json'), '[{');
    const { code, out, err } = await check(path);
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('reviews.json is no JSON')]);
  });

  test('is refused together with --reset', async () => {
    const { code, err, connected } = await runWith({}, [
      ...['import', 'woocommerce', '--from', 'x', '--check', '--reset'],
    ]);
    expect([code, connected, err]).toEqual([2, 0, expect.stringContaining('cannot be used with')]);
  });
});

describe('a live shop that is checked', () => {
  /** Checks a simulated live shop. `trouble` returns the answers that differ from the usual answers. */
  async function live(trouble: FakeShop['trouble']) {
    const fake = await startFakeShop();
    fake.folder = await shop('live', { 'shipping-zones.json': [], 'attributes.json': [] });
    for (const file of ['reviews', 'coupons', 'shipping-classes']) {
      await writeFile(join(fake.folder, `${file}.json`), '[]');
    }
    fake.trouble = trouble;
    const keys = ['--consumer-key', fake.key.consumerKey, '--consumer-secret', fake.key.consumerSecret];
    return check(fake.url, ...keys, '--json').finally(() => fake.end());
  }
  const status = (path: string) => path.startsWith('wc/v3/system_status');

  test('is reported with its plugins', async () => {
    const body = JSON.stringify({ active_plugins: [{ plugin: 'gift-cards/gift.php', name: 'Gift Cards' }] });
    const { code, out } = await live((path) => (status(path) ? { status: 200, body } : null));
    expect(code).toBe(0);
    expect(JSON.parse(out).leftOut).toContainEqual(
      expect.objectContaining({ what: 'plugin Gift Cards', count: 1 }),
    );
  });

  test('works if the key pair may not read plugins, and reports that', async () => {
    const { code, out } = await live((path) => (status(path) ? { status: 403 } : null));
    expect(code).toBe(0);
    expect(JSON.parse(out).leftOut).toContainEqual(expect.objectContaining({ what: 'names of plugins' }));
  });
});
