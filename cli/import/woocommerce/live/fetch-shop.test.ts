import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeShop } from '#testing/shop.ts';
import { ShopClient } from './client.ts';
import { type FakeShop, startFakeShop } from './fake-shop.fixture.ts';
import { ShopFetch } from './fetch-shop.ts';

let shop: FakeShop;
const retries = { timeoutMs: 2_000, pausesMs: [1, 1] };
const silent = { show: () => undefined, end: () => undefined };
let folder = '';

const content = async (path: string, file: string) => JSON.parse(await readFile(join(path, file), 'utf8'));

beforeAll(async () => {
  shop = await startFakeShop();
  folder = await mkdtemp(join(tmpdir(), 'cartwright-live-'));
  shop.folder = join(folder, 'shop');
  await writeShop(shop.folder, 230);
  const products = await content(shop.folder, 'products.json');
  products[0].type = 'variable';
  const files: Record<string, unknown> = {
    'products.json': products,
    'variations.json': { 1000: Array.from({ length: 130 }, (_, index) => ({ id: index + 1 })) },
    'shipping-zones.json': [
      { id: 3, name: 'UK', locations: [{ code: 'GB' }], methods: [{ instance_id: 1 }] },
    ],
    'attributes.json': [{ id: 4, name: 'Colour', slug: 'pa_colour' }],
    'attribute-terms.json': { 4: [{ id: 5, name: 'Red', slug: 'red' }] },
    'media.json': [{ id: 7, media_details: { sizes: {} } }],
    'reviews.json': [],
    'coupons.json': [],
    'shipping-classes.json': [],
  };
  for (const [file, value] of Object.entries(files)) {
    await writeFile(join(shop.folder, file), JSON.stringify(value));
  }
});
afterAll(async () => {
  await shop.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  shop.trouble = () => null;
  shop.asked.length = 0;
});

const client = () => new ShopClient({ url: shop.url, ...shop.key }, retries);
let runs = 0;

/** Fetches the shop into a new folder, and returns the folder. */
async function fetched(): Promise<string> {
  runs += 1;
  const path = await mkdtemp(join(folder, `fetched-${runs}-`));
  await new ShopFetch(client(), path, silent).run();
  return path;
}

describe('a shop that is fetched', () => {
  test('is stored unchanged in the folder, each file for this user only', async () => {
    const path = await fetched();
    const names = await readdir(shop.folder);
    expect((await readdir(path)).sort()).toEqual([...names, 'plugins.json'].sort());
    for (const name of names) expect(await content(path, name)).toEqual(await content(shop.folder, name));
    const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o077));
    expect(modes.filter((mode) => mode !== 0)).toEqual([]);
  });

  test('is read page by page in the order of ids', async () => {
    await fetched();
    const products = shop.asked.filter((one) => one.startsWith('wc/v3/products?'));
    expect(products).toEqual(
      [1, 2, 3].map(
        (page) => `wc/v3/products?per_page=100&page=${page}&context=edit&orderby=id&order=asc&status=any`,
      ),
    );
  });

  test('gets a request again while it is busy or fails temporarily', async () => {
    let failures = 0;
    shop.trouble = (path) => {
      const isBusy = path.includes('page=2') && failures < 2;
      if (isBusy) failures += 1;
      return isBusy ? { status: failures === 1 ? 429 : 503 } : null;
    };
    const path = await fetched();
    expect([failures, (await content(path, 'products.json')).length]).toEqual([2, 230]);
  });

  test.each([401, 403, 404])(
    'that refuses its list of pictures (%i) gets no file of pictures',
    async (status) => {
      shop.trouble = (path) => (path.startsWith('wp/v2/media?') ? { status } : null);
      expect(await readdir(await fetched())).not.toContain('media.json');
    },
  );

  test('without brands, which WooCommerce 9.6 added, gets no file of brands', async () => {
    expect(await readdir(await fetched())).not.toContain('brands.json');
  });

  test.each([
    ['401', { status: 401 }, 'the shop refuses the key pair for wc/v3/products (401)'],
    ['404', { status: 404 }, /no WooCommerce REST API v3 at .* \(404 for wc\/v3\/products\)/],
    ['a page of HTML', { status: 200, body: '<html>' }, 'wc/v3/products with something else than JSON'],
    ['an object', { status: 200, body: '{}' }, 'wc/v3/products with something else than a list'],
    ['500 for good', { status: 500 }, 'the shop answered wc/v3/products'],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://www.shop.example/' } },
      'redirects to https://www.shop.example/',
    ],
  ])('that answers %s is refused with a sentence', async (_, trouble, sentence) => {
    shop.trouble = (path) => (path.startsWith('wc/v3/products?') ? trouble : null);
    await expect(fetched()).rejects.toThrow(sentence);
  });

  test('whose products are deleted meanwhile is refused, because another product would be skipped', async () => {
    const records = '[{"id":1,"type":"simple"}]';
    shop.trouble = (path) => {
      if (!path.startsWith('wc/v3/products?')) return null;
      const total = path.includes('page=1&') ? '200' : '199';
      return { status: 200, body: records, headers: { 'x-wp-total': total, 'x-wp-totalpages': '2' } };
    };
    await expect(fetched()).rejects.toThrow('was changed while wc/v3/products was read');
  });
});

describe('the key pair of a shop', () => {
  test.each(['http://shop.example', 'http://127.0.0.1.shop.example', 'http://localhost.shop.example'])(
    'is not sent to %s',
    (url) => {
      expect(() => new ShopClient({ url, ...shop.key })).toThrow('is sent over https only');
    },
  );

  test.each(['ftp://shop.example', 'shop.example'])('cannot be sent to %s', (url) => {
    expect(() => new ShopClient({ url, ...shop.key })).toThrow('is no address of a shop');
  });

  test('is not in any error message', async () => {
    const wrong = new ShopClient(
      { url: shop.url, consumerKey: 'ck_wrong', consumerSecret: 'cs_wrong' },
      retries,
    );
    const error = await wrong.read('wc/v3/products').catch(String);
    expect(error).toContain('refuses the key pair');
    expect(error).not.toMatch(/c[ks]_wrong|Basic/);
  });
});
