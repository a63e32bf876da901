import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { product, type StandIn, startStandIn } from '../compare/stand-in.fixture.ts';
import type { Found } from '../compare/two-shops.ts';
import { runWith } from '../program.fixture.ts';
import type { Host } from '../shared/host.ts';

let old: StandIn;
let own: StandIn;
beforeEach(async () => {
  [old, own] = await Promise.all([startStandIn(), startStandIn()]);
});
afterEach(() => Promise.all([old.end(), own.end()]));

const compare = (args: readonly string[] = [], host: Partial<Host> = {}) =>
  runWith(host, ['compare', '--with', old.url, '--here', own.url, ...args]);
/** Runs `compare`. Returns the report, and its differences by path and member. */
async function report(args: readonly string[] = [], host: Partial<Host> = {}) {
  const { code, out, err } = await compare([...args, '--json'], host);
  const parsed = JSON.parse(out);
  const found = new Map<string, Found>(
    parsed.differences.map((one: Found) => [`${one.path} ${one.member}`, one]),
  );
  return { code, err, parsed, found };
}

describe('compare', () => {
  test('finds no difference in two shops that are equal except for addresses, keys, hashes and times', async () => {
    const { code, err, parsed } = await report([
      '--carts',
      '5',
      '--coupons',
      'ten,none',
      '--countries',
      'DE,FR',
    ]);
    expect(parsed.differences).toEqual([]);
    expect([code, err]).toEqual([0, '']);
    expect(parsed).toMatchObject({ products: 4, carts: 5, seed: 1, couponsCompared: true, left: 0 });
    // 14 lists: all products, three lists of terms, and ten filtered lists of products (a category, a tag, three
    // prices, `on_sale`, `featured` and three statuses).
    expect(parsed.lists).toBe(14);
    expect(own.asked.map((one) => one.replaceAll(/cart_key=\w+|item\/[\w-]+/g, ''))).toEqual(
      old.asked.map((one) => one.replaceAll(/cart_key=\w+|item\/[\w-]+/g, '')),
    );
  });

  test('reports different prices, texts, orders and missing products, with their number and an example', async () => {
    const [first, second] = own.products;
    if (!first || !second) throw new Error('two products are needed');
    first.prices = { ...first.prices, price: '1111' };
    second.name = 'Other';
    own.products.reverse();
    own.products.push(product(14, 100));
    old.products.push(product(15, 100));
    const { code, err, found } = await report(['--carts', '0']);
    expect(code).toBe(1);
    expect(JSON.parse(err).error.message).toMatch(/^the answers differ in \d+ members$/);
    expect(found.get('v2/products/{id} prices.price')).toEqual({
      path: 'v2/products/{id}',
      member: 'prices.price',
      there: '1110',
      here: '1111',
      count: 1,
      example: 'v2/products/10',
    });
    expect(found.get('v2/products[] name')).toMatchObject({ there: 'Product 11', here: 'Other', count: 1 });
    expect(found.get('v2/products/{id} status')).toMatchObject({
      there: 200,
      here: 404,
      example: 'v2/products/15',
    });
    expect(found.get('v2/products records[]')).toMatchObject({ there: 'the one of 15', count: 2 });
    expect(found.get('v2/products records[] (order)')).toMatchObject({
      there: '10, 11, 12, 13',
      here: '13, 12, 11, 10',
    });
  });

  test('reports different cart totals, by whole minor units', async () => {
    own.tax = 9.875;
    const { found } = await report(['--carts', '5', '--seed', '7']);
    const total = found.get('v2/cart totals.total');
    expect(total).toMatchObject({ count: 5, example: expect.stringMatching(/^cart 1: \d of 1\d/) });
    expect(Number(total?.here)).toBeGreaterThan(Number(total?.there));
    expect([...found.keys()].some((one) => one.endsWith('.subtotal'))).toBe(false);
    // A tax rate that differs by 0.000000001 gives the same totals after rounding.
    own.tax = old.tax + 1e-9;
    expect((await report(['--carts', '5', '--seed', '7'])).parsed.differences).toEqual([]);
  });

  test('buys variations with an option for each attribute that they leave open, and nothing out of stock', async () => {
    const inStock = { is_in_stock: true };
    const variations = [
      { id: 21, attributes: { attribute_pa_size: '', attribute_pa_colour: 'red' }, stock: inStock },
      { id: 22, attributes: { attribute_pa_size: 's' }, stock: { is_in_stock: false } },
      { id: 23, attributes: { attribute_pa_unknown: '' }, stock: inStock },
    ];
    const attributes = { attribute_pa_size: { options: { s: 'Small', m: 'Medium' } } };
    const variable = product(20, 500, { type: 'variable', variations, attributes });
    const soldOut = product(24, 500, { stock: { is_in_stock: false, stock_status: 'outofstock' } });
    for (const { products } of [old, own]) products.splice(0, products.length, variable, soldOut);
    await report(['--carts', '4']);
    const added = old.sent.filter(({ id }) => id !== undefined);
    expect(new Set(added.map(({ id }) => id))).toEqual(new Set(['21']));
    const sizes = added.map(({ variation }) => Object.entries(variation as object).join());
    expect(sizes.every((one) => /^attribute_pa_size,[sm]$/.test(one))).toBe(true);
  });

  test('reports a step that one shop refuses', async () => {
    old.trouble = (path) => (path.includes('add-item') ? { status: 400, body: '{"code":"x"}' } : null);
    const { found } = await report(['--carts', '2']);
    expect(found.get('cart: add status')).toMatchObject({ there: 400, here: 200 });
    expect(found.get('cart: add code')).toMatchObject({ there: 'x' });
  });

  test('ends with 0 against a shop that answers as CoCart, and counts apart what is expected', async () => {
    old.answersAsCocart = true;
    // One piece of a product is left, and carts with up to three pieces of it are tried.
    for (const { products } of [old, own]) {
      products.push(
        product(14, 900, { stock: { is_in_stock: true, stock_status: 'instock', stock_quantity: 1 } }),
      );
      products.push(product(15, 900, { stock: { is_in_stock: false, stock_status: 'outofstock' } }));
    }
    const args = ['--carts', '40', '--countries', 'DE,FR'];
    const { code, parsed, err } = await report(args);
    expect([parsed.differences, code, err]).toEqual([[], 0, '']);
    const reasons = new Set(parsed.expected.map(({ reason }: { reason: string }) => reason));
    expect([...reasons].sort()).toEqual([
      '`_links` have the member `targetHints`, which WordPress adds from 6.7 on',
      '`currency_symbol_pos` is `currency_prefix` or `currency_suffix`',
      '`meta.dimensions` of an item without dimensions is an object of empty texts',
      '`rated_out_of` of a product without ratings is empty',
      '`stock_status`, `virtual`, `max_price=0`, and comma lists of categories and tags have no effect',
      '`update-customer` on an empty cart is 404 `cocart_cart_empty`',
      'after `update-customer` the taxes of the items are 0, though the totals have them',
      'an address lacks `company` where the shop hides this field',
      'more than the stock is 405, a product that cannot be bought is 400',
    ]);
    const { out } = await compare(args);
    expect(out).toMatch(/^expected, as in docs\/differences\.md +times$/m);
    expect(out).toMatch(/: 0 differences, \d+ expected$/m);

    // A fault beside them is found, whatever is expected of the same answers.
    const dearer = own.products.find(({ id }) => id === 12);
    if (dearer) dearer.prices = { ...dearer.prices, price: '1333' };
    const { code: failed, parsed: later } = await report(args);
    expect(failed).toBe(1);
    const members = new Set(later.differences.map(({ member }: Found) => member));
    for (const member of [
      'prices.price',
      'items[].price',
      'totals.subtotal',
      'totals.total_tax',
      'totals.total',
    ]) {
      expect(members).toContain(member);
    }
  });

  test('fills a third of the carts with goods of one tax class, each class as often as others', async () => {
    const odd = [11, 13, 15, 17, 19, 21, 23].map((id) => product(id, 500, { tax_class: '' }));
    for (const { products } of [old, own]) {
      products.splice(0, products.length, ...odd, product(12, 100, { tax_class: 'zero-rate' }));
    }
    const cartsOf = (lines: { id?: unknown }[]) => {
      const carts: string[][] = [];
      for (const asked of old.asked) {
        if (!asked.includes('v2/cart/add-item')) continue;
        if (!asked.includes('cart_key=')) carts.push([]);
        carts.at(-1)?.push(String(lines.shift()?.id));
      }
      return carts;
    };
    await report(['--carts', '60', '--key', 'ck_1'], { consumerSecret: () => 'cs_1' });
    const carts = cartsOf(old.sent.filter(({ id }) => id !== undefined));
    expect(carts).toHaveLength(60);
    // By chance alone, one cart in 60 would have several lines of the one product without tax.
    const zero = carts.filter((lines) => lines.length > 1 && lines.every((id) => id === '12'));
    expect(zero.length).toBeGreaterThan(4);
  });

  test('prints a table of path, member, both values and how often', async () => {
    for (const one of own.products) one.prices = { ...one.prices, regular_price: '' };
    const { out } = await compare(['--carts', '0']);
    expect(out).toMatch(/^path +member +there +here +times$/m);
    expect(out).toMatch(/^v2\/products\/\{id\} +prices\.regular_price +"1110" +"" +4$/m);
    expect(out).toMatch(/v2\/products\/\{id\} prices\.regular_price: v2\/products\/10$/m);
    expect(out).toMatch(/^4 products, 14 lists and 0 carts \(seed 1\): 2 differences, 0 expected$/m);
  });
});

describe('the old shop', () => {
  test('is only read, except for carts of guests, which are emptied afterwards', async () => {
    const { parsed } = await report(['--carts', '3']);
    const writes = old.asked.filter((one) => !one.startsWith('GET '));
    expect(writes.every((one) => one.startsWith('POST /wp-json/cocart/v2/cart/'))).toBe(true);
    expect([...old.carts.values()].map((lines) => lines.size)).toEqual([0, 0, 0]);
    expect(parsed).toMatchObject({ emptied: 3, removed: 0, left: 0 });
    expect(old.authorized).toEqual([]);
  });

  test('removes the test carts with a key pair, which also lists coupons and is not used otherwise', async () => {
    const { parsed } = await report(['--carts', '6', '--key', 'ck_1', '--secret-stdin'], {
      input: async () => 'cs_1',
    });
    expect(parsed).toMatchObject({ removed: 6, emptied: 0, couponsCompared: true, differences: [] });
    expect(old.carts.size).toBe(0);
    expect(
      old.authorized.every((one) =>
        / \/wp-json\/(wc\/v3\/(coupons|products)|cocart\/v2\/session\/)/.test(one),
      ),
    ).toBe(true);
    expect(own.authorized).toEqual([]);
  });

  test('has its test carts emptied if the key pair may not delete them', async () => {
    const { parsed } = await report(['--carts', '2', '--key', 'ck_1'], { consumerSecret: () => 'cs_other' });
    expect(parsed).toMatchObject({ removed: 0, emptied: 2 });
  });

  test('has its test carts emptied when a comparison ends early', async () => {
    own.trouble = (path) => (path.startsWith('/wp-json/cocart/v2/cart/add-item') ? 'hang' : null);
    const compared = compare(['--carts', '3'], {});
    while (!own.asked.some((one) => one.includes('add-item')))
      await new Promise((next) => setTimeout(next, 5));
    await own.end();
    const { code, err } = await compared;
    expect([code, err]).toEqual([5, expect.stringContaining('this system at')]);
    expect([...old.carts.values()].map((lines) => lines.size)).toEqual([0]);
  });

  test('has its test carts emptied at Ctrl-C, and the command ends with 130', async () => {
    const controller = new AbortController();
    own.trouble = (path) => {
      if (path.includes('v2/cart/')) controller.abort();
      return null;
    };
    const { code, err } = await compare(['--carts', '3'], { interrupted: () => controller.signal });
    expect([code, err]).toEqual([130, 'cartwright: interrupted\n']);
    expect([...old.carts.values(), ...own.carts.values()].map((lines) => lines.size)).toEqual([0, 0]);
  });

  test('with plain permalinks is requested by rest_route, and its links are not reported', async () => {
    old.plainPermalinks = true;
    for (const [shop, link] of [
      [old, '/index.php?rest_route=%2Fcocart%2Fv2%2Fcart%2Fadd-item&id=10'],
      [own, '/wp-json/cocart/v2/cart/add-item?id=10'],
    ] as const) {
      for (const one of shop.products) one.link = shop.url + link;
    }
    const { parsed } = await report(['--carts', '2']);
    expect(parsed).toMatchObject({ differences: [], products: 4, emptied: 2 });
  });

  test.each([false, true])(
    'whose host drops the header gets the key pair in the query (plain permalinks: %s)',
    async (plainPermalinks) => {
      Object.assign(old, { plainPermalinks, dropsAuthorization: true });
      const { code, out, err } = await compare(['--carts', '2', '--key', 'ck_1', '--json'], {
        consumerSecret: () => 'cs_1',
      });
      expect([code, JSON.parse(out).removed]).toEqual([0, 2]);
      expect(out + err).not.toMatch(/ck_1|cs_1/);
      const withKey = old.asked.filter((one) => one.includes('consumer_'));
      expect(withKey.every((one) => /wc\/v3\/(coupons|products)|cocart\/v2\/session\//.test(one))).toBe(true);
    },
  );

  test('is read at the address that it redirects to', async () => {
    const http = await startStandIn();
    http.trouble = (path) => ({ status: 301, headers: { location: old.url + path } });
    const { code, out } = await runWith({}, [
      ...['compare', '--with', http.url, '--here', own.url, '--carts', '1', '--json'],
    ]);
    expect([code, JSON.parse(out).there, http.asked.length]).toEqual([0, old.url, 1]);
    await http.end();
  });

  test('that keeps limiting requests ends the comparison with an error', async () => {
    old.trouble = (path) => (path.includes('/products/12') ? { status: 429 } : null);
    const { code, err } = await compare(['--carts', '0']);
    expect([code, err]).toEqual([5, expect.stringContaining('limits requests (429)')]);
  });

  test('without a coupon route gets one request for coupons, and the report mentions that', async () => {
    old.appliesCoupons = false;
    const { parsed } = await report(['--carts', '8', '--coupons', 'ten']);
    expect(parsed).toMatchObject({ couponsCompared: false, differences: [] });
    expect(old.asked.filter((one) => one.includes('apply-coupon'))).toHaveLength(1);
    expect((await compare(['--carts', '8', '--coupons', 'ten'])).out).toContain('Coupons were not compared');
  });

  test('that is busy gets the request again after its Retry-After', async () => {
    let failures = 0;
    old.trouble = (path) => {
      if (!path.includes('/products/12') || failures > 0) return null;
      failures += 1;
      return { status: 503, headers: { 'retry-after': '7' } };
    };
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    expect((await report(['--carts', '0'], { pause })).parsed.differences).toEqual([]);
    expect(pauses).toContain(7_000);
  });

  test.each<[string, ReturnType<StandIn['trouble']>, RegExp]>([
    ['404', { status: 404 }, /there is no CoCart 4 at .* \(404\)/],
    [
      'a page of HTML',
      { status: 200, body: '<html>' },
      /there is no CoCart 4 at .* something else than JSON/,
    ],
    ['an object', { status: 200, body: '{"a":1}' }, /no list of products/],
    ['401', { status: 401 }, /requires a login for its products/],
    ['500 for good', { status: 500 }, /the old shop answers with 500 now/],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://www.x.example/' } },
      /redirects to https:\/\/www\.x/,
    ],
  ])(
    'that answers %s is named in the error, and this system gets no request',
    async (_, trouble, sentence) => {
      old.trouble = () => trouble;
      const { code, out, err } = await compare();
      expect([code === 0, out]).toEqual([false, '']);
      expect(err).toMatch(sentence);
      expect(own.asked).toEqual([]);
    },
  );

  test.each<[string, readonly string[], string]>([
    ['ftp://x', [], 'is no address of a shop'],
    ['http://ann:secret@x', [], 'holds no password'],
    ['http://shop.example', ['--key', 'ck_1'], 'is sent over https only'],
  ])('at %s is refused', async (url, args, sentence) => {
    const { code, err } = await runWith({ consumerSecret: () => 'cs_1' }, [
      ...['compare', '--with', url, '--here', own.url, ...args],
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
    expect(err).not.toContain('secret@');
  });

  test('gets no request if the secret of the key is missing', async () => {
    const { code, err } = await compare(['--key', 'ck_1']);
    expect([code, err]).toEqual([2, expect.stringContaining('the secret of the key comes from')]);
    expect(old.asked).toEqual([]);
  });
});
