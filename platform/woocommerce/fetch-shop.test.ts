import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeShop } from '#testing/shop.ts';
import { ShopClient } from './client.ts';
import { type FakeShop, type OddPaging, startFakeShop } from './fake-shop.fixture.ts';
import { ShopFetch } from './fetch-shop.ts';
import { Notes } from './notes.ts';

let shop: FakeShop;
const retries = { timeoutMs: 2_000, pausesMs: [1, 1] };
const silent = () => undefined;
let folder = '';

const content = async (path: string, file: string) => JSON.parse(await readFile(join(path, file), 'utf8'));

const products = 230;
const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const terms = (first: number, count: number) =>
  ids(first, count).map((id) => ({ id, name: `Term ${id}`, slug: `term-${id}` }));
const variations = (parent: number, first: number, count: number) =>
  ids(first, count).map((id) => ({ id, parent_id: parent, regular_price: '5.00' }));

beforeAll(async () => {
  shop = await startFakeShop();
  folder = await mkdtemp(join(tmpdir(), 'cartwright-live-'));
  shop.folder = join(folder, 'shop');
  await writeShop(shop.folder, products);
  const records = await content(shop.folder, 'products.json');
  Object.assign(records[0], { type: 'variable', variations: ids(2_001, 230) });
  Object.assign(records[229], { type: 'variable', variations: ids(2_301, 2) });
  const files: Record<string, unknown> = {
    'products.json': records,
    'variations.json': { 1000: variations(1000, 2_001, 230), 1229: variations(1229, 2_301, 2) },
    'shipping-zones.json': [
      { id: 3, name: 'UK', locations: [{ code: 'GB' }], methods: [{ instance_id: 1 }] },
    ],
    'attributes.json': [{ id: 4, name: 'Colour', slug: 'pa_colour' }],
    'attribute-terms.json': { 4: terms(501, 230) },
    'categories.json': terms(1, 230),
    'tags.json': terms(1, 230),
    'shipping-classes.json': terms(1, 230),
    'media.json': ids(1, 230).map((id) => ({ id, media_details: { sizes: {} } })),
    'reviews.json': ids(1, 230).map((id) => ({ id, product_id: 1000 })),
    'coupons.json': ids(1, 230).map((id) => ({ id, code: `code-${id}` })),
    'customers.json': ids(1, 230).map((id) => ({ id, username: `user-${id}` })),
    'taxes.json': ids(1, 230).map((id) => ({ id, rate: '1.0000' })),
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
  Object.assign(shop, {
    trouble: () => null,
    odd: null,
    hasAllVariations: false,
    plainPermalinks: false,
    dropsAuthorization: false,
  });
  shop.asked.length = 0;
});

const client = (notes = new Notes()) => new ShopClient({ url: shop.url, ...shop.key }, retries, notes);
let runs = 0;

/** Fetches the shop into a new folder. Returns the folder, the lists that may be incomplete, and the notes. */
async function fetchedWith(notes = new Notes()) {
  runs += 1;
  const path = await mkdtemp(join(folder, `fetched-${runs}-`));
  const gaps = await new ShopFetch(client(notes), path, silent).run();
  return { path, gaps: Object.fromEntries(gaps), notes };
}

/** Fetches the shop into a new folder, and returns the folder. */
const fetched = async () => (await fetchedWith()).path;

describe('a shop that is fetched', () => {
  test('is stored unchanged in the folder, each file for this user only', async () => {
    const path = await fetched();
    const names = await readdir(shop.folder);
    expect((await readdir(path)).sort()).toEqual([...names, 'plugins.json'].sort());
    for (const name of names) expect(await content(path, name)).toEqual(await content(shop.folder, name));
    const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o077));
    expect(modes.filter((mode) => mode !== 0)).toEqual([]);
  });

  test('is read page by page in the order of ids, until a page brings nothing new', async () => {
    await fetched();
    expect(shop.asked.filter((one) => one.startsWith('wc/v3/products?'))).toEqual(
      [1, 2, 3, 4].map(
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

  test.each([false, true])('has all variations, with one list of all of them: %s', async (hasAll) => {
    shop.hasAllVariations = hasAll;
    const { path, gaps } = await fetchedWith();
    expect(await content(path, 'variations.json')).toEqual(await content(shop.folder, 'variations.json'));
    expect(gaps).toEqual({});
    const requests = shop.asked.filter((one) => /^wc\/v3\/products\/\d+\/variations/.test(one));
    // A list of a product is at its end when it has all variations that the product names.
    expect(requests.length).toBe(hasAll ? 0 : 4);
  });

  test('is asked for the variations of a product that are missing in the list of all variations', async () => {
    shop.hasAllVariations = true;
    const without = (all: readonly unknown[]) => all.filter((one) => (one as { id: number }).id !== 2_302);
    shop.odd = {
      list: 'wc/v3/variations',
      paging: {
        pageOf: (all, page) => without(all).slice((page - 1) * 100, page * 100),
        headers: () => ({}),
      },
    };
    const { path } = await fetchedWith();
    expect(await content(path, 'variations.json')).toEqual(await content(shop.folder, 'variations.json'));
    expect(shop.asked.filter((one) => one.includes('products/1229/variations'))).toHaveLength(1);
  });
});

/** The lists of a shop, with their files. Each has 230 records. */
const lists = {
  'products.json': 'wc/v3/products',
  'variations.json': 'wc/v3/products/1000/variations',
  'categories.json': 'wc/v3/products/categories',
  'tags.json': 'wc/v3/products/tags',
  'shipping-classes.json': 'wc/v3/products/shipping_classes',
  'attribute-terms.json': 'wc/v3/products/attributes/4/terms',
  'reviews.json': 'wc/v3/products/reviews',
  'coupons.json': 'wc/v3/coupons',
  'customers.json': 'wc/v3/customers',
  'taxes.json': 'wc/v3/taxes',
  'media.json': 'wp/v2/media',
};
const none = () => ({});
const told = (total: number, pages: number) => () => ({
  'X-WP-Total': String(total),
  'X-WP-TotalPages': String(pages),
});
const slice = (all: readonly unknown[], page: number, perPage: number) =>
  all.slice((page - 1) * perPage, page * perPage);

/** Kinds of paging that still lead to all records of a list. */
const readable: Record<string, OddPaging> = {
  'without headers': { headers: none },
  'with the size of each page as the number of records': {
    headers: (_, size) => ({ 'X-WP-Total': String(size), 'X-WP-TotalPages': '1' }),
  },
  'with too small a number of records': { headers: told(1, 1) },
  'with numbers that are none': { headers: () => ({ 'X-WP-Total': 'many', 'X-WP-TotalPages': '-1' }) },
  'with 50 records per page at most': { most: 50 },
  'with 50 records per page at most, without headers': { most: 50, headers: none },
  'that refuses more than 50 records per page': { most: 50, refusesMore: true },
  'that refuses a page after the last one': { refusesBeyond: true, headers: none },
  'with a page that is short although more follow': {
    headers: none,
    pageOf: (all, page) => (page === 1 ? all.slice(0, 30) : slice(all.slice(30), page - 1, 100)),
  },
  'that repeats its last page after the end': {
    pageOf: (all, page, perPage) => slice(all, Math.min(page, 3), perPage),
  },
  'that repeats records because others were added': {
    pageOf: (all, page, perPage) =>
      page === 1 ? all.slice(0, perPage) : slice([all[0], ...all], page, perPage),
  },
};

describe.each(Object.entries(lists))('the list %s', (file, path) => {
  const read = async () => {
    const records: unknown[] = [];
    let gap: string | undefined;
    for await (const page of client().pages(path, {})) {
      records.push(...page.records);
      gap = page.gap;
    }
    return { records, gap };
  };

  test.each(Object.entries(readable))('%s is read to its end', async (_, paging) => {
    shop.odd = { list: path, paging };
    const { records, gap } = await read();
    const all = await content(shop.folder, file);
    expect(records).toEqual({ 'variations.json': all[1000], 'attribute-terms.json': all[4] }[file] ?? all);
    // A page that was short without any number of records leaves no doubt: the list was read to its end.
    expect(gap).toBe(undefined);
  });
});

describe('a list that may be incomplete', () => {
  test.each<[string, OddPaging, string]>([
    ['with too great a number of records', { headers: told(300, 3) }, 'told 300 records and gave 230'],
    ['with too great a number of pages', { headers: told(300, 900_000) }, 'told 300 records and gave 230'],
    [
      'that has the same page for every number',
      { pageOf: (all) => all.slice(0, 100) },
      'told 230 records and gave 100',
    ],
    [
      'that has the same page for every number, without headers',
      { pageOf: (all) => all.slice(0, 100), headers: none },
      'gave the same records again after 100',
    ],
    [
      'that has the same page for every number, and tells its size',
      { pageOf: (all) => all.slice(0, 100), headers: told(100, 1) },
      'gave the same records again after 100',
    ],
    [
      'of which a record was deleted meanwhile',
      {
        headers: (total) => told(total - 1, 3)(),
        pageOf: (all, page, perPage) => slice(all.slice(page === 1 ? 0 : 1), page, perPage),
      },
      '',
    ],
    [
      'of which a page is empty',
      { pageOf: (all, page, perPage) => (page === 2 ? [] : slice(all, page, perPage)) },
      'told 230 records and gave 130',
    ],
  ])('%s is named', async (what, paging, sentence) => {
    if (what.includes('deleted')) {
      let page = 0;
      shop.trouble = (path) => {
        if (path.startsWith('wc/v3/coupons')) page += 1;
        return null;
      };
      shop.odd = {
        list: 'wc/v3/coupons',
        paging: { ...paging, headers: () => told(page === 1 ? 230 : 229, 3)() },
      };
      expect((await fetchedWith()).gaps).toEqual({
        'coupons.json': 'the shop told 230 records and gave 229',
      });
      return;
    }
    shop.odd = { list: 'wc/v3/coupons', paging };
    const { gaps } = await fetchedWith();
    expect(gaps).toEqual({ 'coupons.json': `the shop ${sentence}` });
    expect(shop.asked.filter((one) => one.startsWith('wc/v3/coupons')).length).toBeLessThan(20);
  });

  test('of variations leaves its product out, and says so', async () => {
    shop.odd = { list: 'wc/v3/products/1229/variations', paging: { headers: told(3, 1) } };
    const records = await content(shop.folder, 'products.json');
    // The product does not name its variations, so that only the number in the headers is known.
    const unnamed = records.map(({ variations: _, ...one }: Record<string, unknown>) => one);
    shop.trouble = (path) =>
      path.startsWith('wc/v3/products?')
        ? { status: 200, body: JSON.stringify(path.includes('page=1&') ? unnamed : []) }
        : null;
    const { path, gaps } = await fetchedWith();
    expect(gaps['products.json']).toContain(
      'variations of product 1229: the shop told 3 records and gave 2.',
    );
    expect((await content(path, 'products.json')).map(({ id }: { id: number }) => id)).not.toContain(1229);
    expect(Object.keys(await content(path, 'variations.json'))).toEqual(['1000']);
  });

  test('is no reason for doubt if it has the pictures, of which WordPress counts hidden ones too', async () => {
    shop.odd = { list: 'wp/v2/media', paging: { headers: told(300, 3) } };
    expect((await fetchedWith()).gaps).toEqual({});
  });
});

describe('text around the JSON of an answer', () => {
  const notice = '<br />\n<b>Deprecated</b>:  x[0] in <b>y.php</b> on line <b>3</b><br />\n';
  const list = '[{"id":1,"type":"simple","name":"A ] and \\" <b>"}]';
  const products = (body: string) => {
    shop.trouble = (path) =>
      path.startsWith('wc/v3/products?')
        ? { status: 200, body: path.includes('page=1&') ? body : '[]' }
        : null;
  };

  test.each([
    ['a message of PHP', `${notice}${list}`],
    ['a message of PHP without HTML', `\nNotice: Undefined index: [a] {b} in /y.php on line 3\n${list}`],
    ['a comment after it', `${list}\n<!-- Cached by {x} at [1] -->`],
    ['a comment without a line end', `<!-- a -->${list}<!-- b -->`],
    ['byte order marks of two files', `\uFEFF\uFEFF${notice}\uFEFF${list}`],
  ])('is left out: %s', async (_, body) => {
    products(body);
    const { path, notes } = await fetchedWith();
    expect(await content(path, 'products.json')).toEqual(JSON.parse(list));
    expect(notes.adjusted).toMatchObject([{ what: 'answers of the shop', count: 1 }]);
    expect(notes.adjusted[0]?.why).toContain('first at wc/v3/products: "');
  });

  test('is not noted if it is a byte order mark only', async () => {
    products(`\uFEFF\uFEFF${list}`);
    const { path, notes } = await fetchedWith();
    expect(await content(path, 'products.json')).toEqual(JSON.parse(list));
    expect(notes.adjusted).toEqual([]);
  });

  test.each([
    ['half a list', `${notice}[{"id":1},{"id"`],
    ['two lists', `${notice}[{"id":1}]\n[{"id":2}]`],
    ['a page with JSON in it', `<html><script>${list}</script></html>`],
    ['only a message', notice],
    ['nothing', ''],
  ])('is shown with the address if there is %s', async (_, body) => {
    products(body);
    const error = await fetched().catch(String);
    const start = body.trim().replaceAll(/\s+/g, ' ').slice(0, 100);
    expect(error).toContain(`wc/v3/products with something else than JSON: "${start}`);
    expect(error).toContain(`${shop.url}/wp-json/wc/v3/products?per_page=100&page=1`);
  });
});

describe('a shop with plain permalinks', () => {
  test('is read by rest_route, with the key pair where WooCommerce reads it', async () => {
    shop.plainPermalinks = true;
    shop.hasAllVariations = true;
    const { path, gaps } = await fetchedWith();
    expect(gaps).toEqual({});
    for (const name of ['products.json', 'site.json', 'variations.json', 'media.json', 'taxes.json']) {
      expect(await content(path, name)).toEqual(await content(shop.folder, name));
    }
  });

  test('is not looked for if the shop cannot be reached or fails', async () => {
    shop.trouble = () => ({ status: 500 });
    await expect(fetched()).rejects.toThrow('the shop answered /wp-json/ with 500');
    expect(shop.asked.some((one) => one.includes('rest_route'))).toBe(false);
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

  test('is sent only to the routes that take it, so that application passwords do not matter', async () => {
    // The fake shop refuses a key pair on the other routes, as WordPress does.
    expect(await readdir(await fetched())).toEqual(expect.arrayContaining(['site.json', 'media.json']));
  });

  test('is sent in the query if the host drops the header, and only then', async () => {
    await fetched();
    expect(shop.asked.some((one) => one.includes('consumer_'))).toBe(false);
    shop.dropsAuthorization = true;
    shop.asked.length = 0;
    const path = await fetched();
    expect(await content(path, 'products.json')).toEqual(await content(shop.folder, 'products.json'));
    const withKey = shop.asked.filter((one) => one.includes('consumer_secret=cs_test'));
    expect(withKey.length).toBe(shop.asked.filter((one) => one.startsWith('wc/')).length - 1);
    expect(withKey.every((one) => one.startsWith('wc/'))).toBe(true);
  });

  test('is not sent in the query if the shop has read it in the header and finds it wrong', async () => {
    const body = JSON.stringify({ code: 'woocommerce_rest_authentication_error' });
    shop.trouble = (path) => (path.startsWith('wc/') ? { status: 401, body } : null);
    await expect(fetched()).rejects.toThrow('refuses the key pair for wc/v3/settings/general (401)');
    expect(shop.asked.some((one) => one.includes('consumer_'))).toBe(false);
  });

  test.each([
    [
      { status: 301, headers: { location: 'https://www.shop.example/x?consumer_secret=cs_test' } },
      'redirects',
    ],
    [
      {
        status: 200,
        body: `blocked: /x?consumer_key=ck_test&consumer_secret=cs_test ${btoa('ck_test:cs_test')}`,
      },
      'blocked',
    ],
    [{ status: 200, body: `${'x'.repeat(110)} ck_test cs_test` }, 'xxx'],
    [{ status: 403, body: 'cs_test' }, 'refuses the key pair for wc/v3/products (403)'],
  ])('is not in messages if it is in the query: %j', async (trouble, words) => {
    shop.dropsAuthorization = true;
    shop.trouble = (path) => (path.startsWith('wc/v3/products?') ? trouble : null);
    const error = await fetched().catch(String);
    expect(error).toContain(words);
    expect(error).not.toMatch(/c[ks]_te|consumer_secret=cs|Y2tfdGVzd/);
  });

  test('is not needed for the index: a shop that shows it to nobody is read without it', async () => {
    shop.trouble = (path) => (path.startsWith('?') ? { status: 401 } : null);
    const { path, notes } = await fetchedWith();
    expect(await readdir(path)).not.toContain('site.json');
    expect(notes.leftOut).toMatchObject([{ what: 'name, address and time zone of the site' }]);
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
