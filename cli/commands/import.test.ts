import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { readSettings } from '#contracts/settings.ts';
import { startFakeShop } from '#platform/woocommerce/fake-shop.fixture.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { writeShop } from '#testing/shop.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const connect = () => connectBus(catalogue.address);
const cartwright = (...args: string[]) => runWith({ connect }, args);

/** Writes the files of a shop with two products and returns their folder. `files` adds or replaces files. */
async function shop(name: string, files: Record<string, unknown> = {}): Promise<string> {
  const path = join(catalogue.folder, name);
  await writeShop(path, 2);
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(path, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return path;
}

const read = async (id: string) => JSON.parse((await cartwright('products', 'show', id, '--json')).out);
const report = async (...args: string[]) =>
  JSON.parse((await cartwright('import', 'woocommerce', ...args, '--json')).out);

describe('import woocommerce', () => {
  const none = { created: 0, changed: 0, unchanged: 0, removed: 0 };

  test('imports a shop once, and finds it unchanged the second time', async () => {
    const path = await shop('first', {
      'customers.json': [{ id: 1 }, { id: 2 }],
      'notes.json': {},
      'reviews.json': [
        { id: 7, product_id: 1000, status: 'approved', reviewer: 'Ann', review: 'Good', rating: 5 },
        { id: 8, product_id: 1, status: 'approved', reviewer: 'Ann', review: 'Lost', rating: 5 },
      ],
      'coupons.json': [{ id: 63, code: 'TEN', discount_type: 'percent', amount: '10.00' }],
      'brands.json': [{ id: 40, name: 'Acme', slug: 'acme' }],
      'shipping-classes.json': [{ id: 41, name: 'Bulky', slug: 'bulky' }],
      'shipping-zones.json': [
        { id: 1, name: 'UK', locations: [{ code: 'GB', type: 'country' }], methods: [] },
      ],
    });
    expect(await report('--from', path)).toEqual({
      taken: {
        settings: expect.anything(),
        taxRates: { ...none, created: 1 },
        shippingZones: { ...none, created: 1 },
        categories: { ...none, created: 1 },
        tags: none,
        brands: { ...none, created: 1 },
        attributes: none,
        terms: none,
        shippingClasses: { ...none, created: 1 },
        products: { ...none, created: 2 },
        variations: none,
        reviews: { ...none, created: 1 },
        coupons: { ...none, created: 1 },
        customers: none,
      },
      adjusted: [{ what: 'codes of coupons', count: 1, why: 'are written in small letters' }],
      leftOut: [
        { what: 'reviews', count: 1, why: 'their products are not in the folder or left out' },
        ...[1, 2].map((id) => ({
          what: `customers.json, record ${id}`,
          count: 1,
          why: 'username: must be a name of 1 to 60 characters without a colon, not ""',
        })),
        { what: 'notes.json', count: 1, why: 'the file is not known' },
        { what: 'tax-classes.json', count: 1, why: expect.anything() },
      ],
    });
    const { taken } = await report('--from', path);
    const { settings, ...others } = taken;
    expect(settings).toEqual({ ...none, unchanged: settings.unchanged });
    const changed = Object.entries(others).filter(
      ([, one]) => !isDeepStrictEqual(one, { ...none, unchanged: (one as ImportCounts).unchanged }),
    );
    expect(changed).toEqual([]);
  });

  test('updates changed records and deletes missing ones', async () => {
    const path = await shop('second');
    const { default: products } = await import(join(path, 'products.json'), { with: { type: 'json' } });
    const dearer = [{ ...products[0], regular_price: '99.00' }];
    await writeFile(join(path, 'products.json'), JSON.stringify(dearer));
    expect((await report('--from', path, '--check')).removed).toMatchObject({ products: 1 });
    expect((await read('1001')).product.id).toBe(1001);
    expect((await report('--from', path)).taken.products).toEqual({ ...none, changed: 1, removed: 1 });
    expect((await read('1000')).product.prices.price).toBe(9_900);
    expect((await cartwright('products', 'show', '1001')).err).toBe(
      'cartwright: There is no product with this ID.\n',
    );
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['products that are no JSON', { 'products.json': '[{' }, 'products.json is no JSON'],
    ['reviews that are no JSON', { 'reviews.json': 'x' }, 'reviews.json is no JSON'],
    ['products that are no list', { 'products.json': { a: 1 } }, 'products.json must be a list'],
    [
      'products that end in the middle',
      { 'products.json': '[{"id":5,"type":"simple"}' },
      'it ends in the middle',
    ],
    ['variations that are no JSON', { 'variations.json': '{"1000":[{]}' }, 'variations.json is no JSON'],
    ['unknown files that are no JSON', { 'notes.json': '{"a":}' }, 'notes.json is no JSON'],
    ['variations by a name', { 'variations.json': { mug: [] } }, 'variations.json "mug" must be an id'],
    [
      'two files that are no JSON, and a record that cannot be read',
      { 'tags.json': '{', 'coupons.json': '[', 'products.json': [{ id: 5, type: 'simple', sku: {} }] },
      'tags.json is no JSON that can be read: it ends in the middle; coupons.json is no JSON that can be read: it ' +
        'ends in the middle; products.json, record 5: sku: must be text, not {}; nothing was changed',
    ],
    [
      'a currency that is none',
      { 'settings-general.json': [{ id: 'woocommerce_currency', value: 'PTS1' }] },
      'settings-general.json: currency.code: ',
    ],
    [
      'decimals beyond four',
      { 'settings-general.json': [{ id: 'woocommerce_price_num_decimals', value: '9' }] },
      'settings-general.json: currency.decimals: ',
    ],
  ])('with %s changes nothing and names the place', async (what, files, sentence) => {
    const number = async () => {
      const path = await shop('first');
      return (await report('--from', path)).taken;
    };
    await number();
    const path = await shop(`bad ${what}`, files);
    const { code, out, err } = await cartwright('import', 'woocommerce', '--from', path);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(sentence);
    expect(err).toMatch(/nothing was changed\n$/);
    expect((await number()).products).toEqual({ ...none, unchanged: 2 });
  });

  const unreadable: Record<string, unknown> = {
    'products.json': [
      { id: 1000, type: 'simple', regular_price: '1..23' },
      { id: 70, type: 'booking', virtual: 'maybe', regular_price: 'free' },
      { id: 71, manage_stock: 'parent', stock_quantity: 5 },
      { id: 72, type: 'variation', manage_stock: 'parent' },
      { id: 73, type: 'simple', sku: 'x'.repeat(101) },
      { id: 74, type: 'simple', sku: 'good', regular_price: '5', date_created: 'x' },
      { id: 74, type: 'simple', sku: 'again' },
      { id: 75, type: 'variable', attributes: [{ id: 0, name: 'Size', variation: 1, options: ['S', 'M'] }] },
      { id: 76, type: 'variable', attributes: [{ id: 0, name: 'Size', variation: 1, options: ['S', 'M'] }] },
      null,
      { name: 'x' },
    ],
    'variations.json': {
      75: [
        { id: 751, regular_price: '5', attributes: [{ name: 'Size', option: 'S' }] },
        { id: 752, regular_price: 'x', attributes: [{ name: 'Size', option: 'M' }] },
        { id: 751, attributes: [] },
      ],
      76: [
        { id: 761, regular_price: '5', attributes: [] },
        { id: 762, stock_quantity: 'x' },
      ],
      74: 'none',
    },
    'categories.json': [{ id: 3, name: 'A', image: [] }, { id: 0 }],
    'reviews.json': [
      { id: 1, product_id: 1000, status: 'approved', rating: 6 },
      { id: 2, product_id: '74', status: 'approved', rating: '5' },
    ],
    'coupons.json': [
      { id: 5, code: 'odd', discount_type: 'percent', amount: 'much' },
      { id: 6, code: 'old', discount_type: 'bogo', individual_use: 'maybe' },
    ],
    'taxes.json': [
      { id: 1, rate: 'much' },
      { id: 2, country: 'gb', state: '*', rate: 20, compound: 0, shipping: 'yes' },
    ],
    'shipping-zones.json': [
      {
        id: 9,
        name: 'Z',
        methods: [
          { method_id: 'flat_rate', enabled: 'x' },
          { method_id: 'flat_rate', enabled: 1 },
        ],
      },
      { name: 'none' },
    ],
    'settings-products.json': [{ id: 'woocommerce_notify_low_stock_amount', value: 'few' }, { value: 1 }],
    'site.json': { name: 'Odd', timezone_string: 'Mars/Olympus', gmt_offset: 'x' },
    'media.json': [{ id: 'seven' }],
    'attribute-terms.json': { 3: { 1: { id: 1, name: 'S' }, 2: { id: 'x' } } },
  };
  const nameless = 'products.json, entry 10';

  test('leaves out what cannot be read, names all of it, keeps what is stored, and takes the rest', async () => {
    await report('--from', await shop('first'), '--reset', '--yes');
    const path = await shop('unreadable', unreadable);
    const found = await report('--from', path, '--reset', '--yes');
    const leftOut = found.leftOut.map(({ what, why }: { what: string; why: string }) => `${what}: ${why}`);
    expect(leftOut).toEqual([
      'settings-products.json, entry 2: id: Invalid input: expected string, received undefined',
      'taxes.json, record 1: rate: must be a percentage such as 20.0000, not "much"',
      'shipping-zones.json, entry 2: id: must be an id or 0',
      'shipping-zones.json, entry 1: enabled: must be yes or no, not "x"',
      'media.json, entry 1: id: must be an id, not "seven"',
      'categories.json, entry 2: id: must be an id, not 0',
      'attribute-terms.json, entry 2: id: must be an id, not "x"',
      'products.json, record 1000: regular_price: must be an amount from 0 on, not "1..23"',
      'products of type booking: the type is not known here',
      'products.json, record 71: type: is missing',
      'products of type variation: the type is not known here',
      `products.json, record 73: sku: Too big: expected string to have <=100 characters, not "${'x'.repeat(59)}…`,
      'products.json, record 74: occurs again: the first one is taken',
      'variations.json, record 751: occurs again: the first one is taken',
      'variations.json, record 752: regular_price: must be an amount from 0 on, not "x"',
      'variations.json, record 762: stock_quantity: must be a number, not "x"',
      'products.json, record 76: variations: one cannot be read, and another one accepts any option in its place',
      `${nameless}: Invalid input: expected object, received null`,
      'products.json, entry 11: type: is missing',
      'variations: their products are not variable, not in the folder or left out',
      'reviews.json, record 1: rating: must be 0 to 5, not 6',
      'coupons.json, record 5: amount: must be an amount from 0 on, not "much"',
      'coupons of type bogo: the type is not known here',
      'tax-classes.json: the classes that count are named by tax rates and products',
      'products to be removed: a record without a readable id may be one of them',
      'categories to be removed: a record without a readable id may be one of them',
      'terms to be removed: a record without a readable id may be one of them',
    ]);
    expect(found.taken).toMatchObject({
      products: { ...none, created: 2 },
      variations: { ...none, created: 1 },
      reviews: { created: 1 },
      taxRates: { created: 1 },
      shippingZones: { created: 1 },
    });
    // Product 1000 cannot be read, and product 1001 may be the one without an id.
    expect((await read('1000')).product.id).toBe(1000);
    expect((await read('1001')).product.id).toBe(1001);
    await using bus = await connect();
    const { settings } = await bus.request(readSettings, {});
    expect(settings.tax.rates).toEqual([
      expect.objectContaining({
        id: 2,
        country: 'GB',
        state: '',
        ppm: 200_000,
        compound: false,
        shipping: true,
      }),
    ]);
    expect([settings.title, settings.timezone]).toEqual(['Odd', 'UTC']);
    expect(settings.shippingZones[0]?.methods).toHaveLength(1);
  });

  test('with --reset keeps a stored product that cannot be read, and removes the others', async () => {
    await report('--from', await shop('first'), '--reset', '--yes');
    const path = await shop('one', {
      'products.json': [{ id: 1000, type: 'simple', regular_price: 'free' }],
    });
    expect((await report('--from', path, '--reset', '--yes')).taken.products).toEqual({
      ...none,
      removed: 1,
    });
    expect((await read('1000')).product.id).toBe(1000);
  });

  test('takes the newest published coupon of a code, and gives a SKU to the first product', async () => {
    const coupon = (id: number, code: string, more: object) => ({
      ...{ id, code, discount_type: 'percent', amount: String(id), status: 'publish' },
      ...more,
    });
    const product = (id: number, sku: string, more: object = {}) => ({ id, type: 'simple', sku, ...more });
    const path = await shop('twice', {
      'coupons.json': [
        coupon(9, 'first', { status: 'trash', date_created: '2026-03-03T00:00:00' }),
        coupon(8, 'First', { status: 'draft', date_created: '2026-02-02T00:00:00' }),
        coupon(7, 'FIRST', { date_created: '2025-01-01T00:00:00' }),
        coupon(6, 'first', { date_created: '2026-01-01T00:00:00' }),
        coupon(3, 'second', {}),
        coupon(4, 'second', {}),
      ],
      'products.json': [
        product(90, 'dup', { status: 'trash' }),
        product(92, 'dup'),
        product(91, 'dup'),
        product(93, 'u\u0308ber'),
        product(94, 'über'),
        { ...product(95, 'own'), type: 'variable' },
      ],
      'variations.json': {
        95: [
          { id: 951, sku: 'v' },
          { id: 952, sku: 'v' },
          { id: 953, sku: 'own' },
        ],
      },
    });
    const { leftOut, adjusted } = await report('--from', path, '--reset', '--yes');
    const noteIn = (file: string) => (notes: { what: string }[]) =>
      notes.map(({ what }) => what).filter((what) => what.startsWith(file));
    expect(noteIn('coupons')(leftOut)).toEqual([
      'coupons in the trash',
      ...[8, 7, 3].map((id) => `coupons.json, record ${id}`),
    ]);
    expect(noteIn('products')(adjusted)).toEqual([92, 94, 952].map((id) => `products.json, record ${id}`));
    const { coupons } = JSON.parse((await cartwright('coupons', 'list', '--json')).out);
    expect(coupons.map(({ id, code }: { id: number; code: string }) => [id, code])).toEqual([
      [6, 'first'],
      [4, 'second'],
    ]);
    for (const [sku, id] of [
      ['dup', 91],
      ['u\u0308ber', 93],
      ['ÜBER', 93],
      ['v', 951],
      ['own', 95],
    ] as const) {
      expect((await read(sku)).product.id).toBe(id);
    }
  });

  test('counts the products of terms whose file has no counts, with those of categories below', async () => {
    const terms = (...slugs: string[]) => slugs.map((slug, index) => ({ id: index + 1, name: slug, slug }));
    const product = (id: number, more: object) => ({
      ...{ id, type: 'simple', status: 'publish', catalog_visibility: 'visible' },
      ...more,
    });
    const path = await shop('counts', {
      'categories.json': [
        { id: 1, name: 'A', slug: 'a', parent: 2 },
        { id: 2, name: 'B', slug: 'b', parent: '1' },
        { id: 3, name: 'C', slug: 'c', parent: 1 },
        { id: 4, name: 'D', slug: 'd', count: 7 },
      ],
      'tags.json': terms('t'),
      'attributes.json': [{ id: 5, name: 'Mood', slug: 'pa_mood' }],
      'attribute-terms.json': { 5: terms('glad', 'sad') },
      'products.json': [
        product(80, { categories: [{ id: 3 }, { id: 1 }, { id: 4 }], tags: [{ id: 1 }] }),
        product(81, { categories: [{ id: 2 }], attributes: [{ id: 5, slug: 'pa_mood', options: ['glad'] }] }),
        product(82, { categories: [{ id: 1 }], status: 'draft' }),
        product(83, { categories: [{ id: 1 }], catalog_visibility: 'hidden' }),
      ],
    });
    await report('--from', path, '--reset', '--yes');
    const counts = async (...args: string[]) => {
      const { out } = await cartwright(...args, '--json');
      return Object.values(JSON.parse(out))[0];
    };
    const categories = (await counts('categories', 'list')) as { slug: string; count: number }[];
    expect(Object.fromEntries(categories.map(({ slug, count }) => [slug, count]))).toEqual({
      ...{ a: 2, b: 2, c: 1, d: 7 },
    });
  });

  test('without products.json is refused', async () => {
    const path = await shop('empty');
    await rm(join(path, 'products.json'));
    const { code, err } = await cartwright('import', 'woocommerce', '--from', path);
    expect([code, err]).toEqual([4, `cartwright: ${path} holds no products.json; nothing was changed\n`]);
  });

  test('imports a live shop by its key pair, and leaves no files behind', async () => {
    const live = await startFakeShop();
    live.folder = await shop('live');
    const left = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('cartwright-import-'));
    const before = await left();
    for (const file of ['shipping-zones', 'reviews', 'coupons', 'shipping-classes']) {
      await writeFile(join(live.folder, `${file}.json`), '[]');
    }
    const keys = ['--consumer-key', live.key.consumerKey, '--consumer-secret', live.key.consumerSecret];
    await report('--from', live.folder, '--reset', '--yes');
    const { taken } = await report('--from', live.url, ...keys, '--reset', '--yes');
    expect(taken.products).toMatchObject({ created: 0, unchanged: 2 });
    const ofEnvironment = { connect, consumerSecret: () => live.key.consumerSecret };
    const source = ['import', 'woocommerce', '--from', live.url, '--consumer-key', live.key.consumerKey];
    const again = await runWith(ofEnvironment, source).finally(() => live.end());
    expect([again.code, again.err]).toEqual([0, expect.not.stringContaining('warning')]);
    const refused = await cartwright('import', 'woocommerce', '--from', live.url, '--consumer-key', 'ck');
    expect(refused.err).not.toContain('warning');
    const warned = await cartwright('import', 'woocommerce', '--from', 'nowhere', ...keys);
    expect(warned.err).toContain('set WOOCOMMERCE_CONSUMER_SECRET instead');
    expect(refused.err).toContain('a live shop is read with its key pair');
    expect((await left()).filter((name) => !before.includes(name))).toEqual([]);
  });

  test('of a live shop deletes nothing because of an incomplete list, also not with --reset', async () => {
    const live = await startFakeShop();
    const rate = (id: number) => ({ id, rate: '1.0000', priority: 1 });
    const files = {
      'products.json': [1, 2].map((id) => ({ id, type: 'simple' })),
      'coupons.json': [1, 2].map((id) => ({ id, code: `c${id}`, discount_type: 'percent', amount: '1' })),
      'taxes.json': [rate(1), rate(2)],
      ...Object.fromEntries(
        ['shipping-zones', 'reviews', 'shipping-classes'].map((one) => [`${one}.json`, []]),
      ),
    };
    live.folder = await shop('whole', files);
    const keys = ['--consumer-key', live.key.consumerKey, '--consumer-secret', live.key.consumerSecret];
    const imported = (...args: string[]) => report('--from', live.url, ...keys, ...args);
    await imported('--reset', '--yes');
    const one = { ...none, unchanged: 1 };
    live.folder = await shop('halved', {
      ...files,
      'products.json': [{ id: 1, type: 'simple' }],
      'coupons.json': files['coupons.json'].slice(0, 1),
      'taxes.json': [rate(1)],
    });
    for (const list of ['wc/v3/products', 'wc/v3/coupons', 'wc/v3/taxes']) {
      const file = `${list.slice('wc/v3/'.length)}.json`;
      live.odd = { list, paging: { headers: () => ({ 'X-WP-Total': '2' }) } };
      const checked = await imported('--check');
      expect(checked.leftOut).toContainEqual({
        what: `part of ${file}`,
        count: 1,
        why: expect.stringContaining('the shop told 2 records and gave 1. '),
      });
    }
    live.odd = { list: 'wc/v3/', paging: { headers: () => ({ 'X-WP-Total': '2' }) } };
    for (const args of [[], ['--reset', '--yes']]) {
      const { taken } = await imported(...args);
      expect(taken).toMatchObject({ products: one, coupons: one, taxRates: { ...none, unchanged: 2 } });
    }
    live.odd = null;
    const { taken } = await imported().finally(() => live.end());
    const removed = { ...one, removed: 1 };
    expect(taken).toMatchObject({ products: removed, coupons: removed, taxRates: removed });
  });

  test('with --reset deletes collections without a file, and counts variations too', async () => {
    const path = await shop('bare');
    await cartwright('seed', '--demo', '--reset', '--yes');
    const { taken } = await report('--from', path, '--reset', '--yes');
    expect(taken).toMatchObject({
      products: { created: 2, removed: 62 },
      variations: { ...none, removed: 52 },
      reviews: { ...none, removed: 42 },
      coupons: { ...none, removed: 4 },
      brands: { ...none, removed: 5 },
    });
    expect((await cartwright('reviews', 'list')).out).toBe('No reviews\n');
  });

  test('gives a SKU of a deleted product to another one, but reports a conflict with a product made here', async () => {
    const path = await shop('before', { 'products.json': [{ id: 70, type: 'simple', sku: 'same' }] });
    await report('--from', path, '--reset', '--yes');
    await writeFile(join(path, 'products.json'), JSON.stringify([{ id: 71, type: 'simple', sku: 'same' }]));
    const { taken } = await report('--from', path);
    expect(taken.products).toEqual({ ...none, created: 1, removed: 1 });

    await cartwright('products', 'create', '--name', 'Ours', '--sku', 'ours', '--price', '5');
    await writeFile(join(path, 'products.json'), JSON.stringify([{ id: 71, type: 'simple', sku: 'ours' }]));
    const { code, err } = await cartwright('import', 'woocommerce', '--from', path, '--reset', '--yes');
    expect([code, err]).toEqual([3, expect.stringContaining('products were refused after 0 of 1: ')]);
    expect(err).toContain('A record that was made here keeps its SKU or code until it is deleted');
    await cartwright('products', 'delete', 'ours', '--yes');
  });

  test('deletes what is in the trash or missing in a list, but nothing of which there is no list', async () => {
    const files = {
      'products.json': [1, 2, 3].map((id) => ({ id, type: 'simple' })),
      'coupons.json': ['one', 'two', 'three'].map((code, index) => ({
        id: index + 1,
        code,
        discount_type: 'percent',
        amount: '1',
      })),
      'reviews.json': [1, 2, 3].map((id) => ({ id, product_id: 1, rating: 5 })),
      'tags.json': [1, 2].map((id) => ({ id, name: 'Tag', slug: `tag-${id}` })),
      'brands.json': [{ id: 1, name: 'Acme', slug: 'acme' }],
    };
    await report('--from', await shop('full', files), '--reset', '--yes');
    expect(
      (await cartwright('coupons', 'create', '--code', 'ours', '--type', 'percent', '--amount', '5')).code,
    ).toBe(0);
    const trashed = (list: object[], id: number) =>
      list
        .filter((_, index) => index !== 2)
        .map((one, index) => (index + 1 === id ? { ...one, status: 'trash' } : one));
    const path = await shop('less', {
      'products.json': trashed(files['products.json'], 2),
      'coupons.json': trashed(files['coupons.json'], 2),
      'reviews.json': trashed(files['reviews.json'], 2),
      'tags.json': files['tags.json'].slice(0, 1),
    });
    const checked = await report('--from', path, '--check');
    expect(checked.removed).toMatchObject({ products: 2, coupons: 2, reviews: 2, tags: 1 });
    expect(checked.checked).toMatchObject({ products: 1, coupons: 1, reviews: 1, tags: 1 });
    const { taken, leftOut } = await report('--from', path);
    const two = { ...none, unchanged: 1, removed: 2 };
    expect(taken).toMatchObject({ products: two, coupons: two, reviews: two, tags: { ...two, removed: 1 } });
    expect(taken.brands).toBe(undefined);
    expect(leftOut).toContainEqual({
      what: 'coupons in the trash',
      count: 1,
      why: 'they are not taken, and removed here',
    });
    expect((await cartwright('coupons', 'list')).out).toMatch(/ours/);
    const { taken: reset } = await report('--from', path, '--reset', '--yes');
    expect(reset).toMatchObject({ brands: { ...none, removed: 1 }, coupons: { ...none, unchanged: 1 } });
    expect((await cartwright('coupons', 'list')).out).toMatch(/ours/);
  });

  test('keeps what it stored of a product whose type is not known any longer, except with --reset', async () => {
    const path = await shop('retyped', { 'products.json': [{ id: 5, type: 'simple' }] });
    await report('--from', path, '--reset', '--yes');
    await writeFile(join(path, 'products.json'), JSON.stringify([{ id: 5, type: 'bundle' }]));
    expect((await report('--from', path)).taken.products).toEqual(none);
    expect((await report('--from', path, '--reset', '--yes')).taken.products).toEqual({
      ...none,
      removed: 1,
    });
  });

  test('finds related products unchanged that the shop shuffles or draws at random', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8];
    const records = (related: Record<number, number[]>) =>
      all.map((id) => ({ id, type: 'simple', related_ids: related[id] ?? [] }));
    const imported = async (related: Record<number, number[]>, less: readonly number[] = []) => {
      const products = records(related).filter(({ id }) => !less.includes(id));
      return (await report('--from', await shop('related', { 'products.json': products }))).taken.products;
    };
    const before = { 1: [2, 3, 4], 2: [3, 4, 5, 6, 7], 3: [1, 2], 4: [1] };
    await imported(before);
    const again = { 1: [4, 2, 3], 2: [8, 7, 1, 3, 4], 3: [2, 1], 4: [1] };
    expect(await imported(again)).toEqual({ ...none, unchanged: 8 });
    expect(await imported({ ...again, 1: [2, 3, 5], 4: [1, 2] })).toEqual({
      ...none,
      changed: 2,
      unchanged: 6,
    });
    // A product that is gone is missing among five related products, so others are taken.
    expect(await imported({ ...again, 1: [2, 3, 5], 2: [8, 5, 1, 3, 4], 4: [1, 2] }, [7])).toEqual({
      ...none,
      changed: 1,
      unchanged: 6,
      removed: 1,
    });
  });

  test('skips products of unknown types and imports the others', async () => {
    const path = await shop('types', {
      'products.json': [
        { id: 905, type: 'bundle' },
        { id: 906, type: 'simple', sku: 's906' },
      ],
    });
    const { taken, leftOut } = await report('--from', path);
    expect([taken.products.created, leftOut[0]]).toEqual([
      1,
      { what: 'products of type bundle', count: 1, why: 'the type is not known here' },
    ]);
  });

  test('imports more products than fit into one message, and shows progress on a terminal', async () => {
    const path = join(catalogue.folder, 'many');
    await writeShop(path, 230);
    const { code, out, err } = await runWith({ connect, columns: 80 }, [
      'import',
      'woocommerce',
      '--from',
      path,
    ]);
    expect([code, err.includes('230 of 230 products')]).toEqual([0, true]);
    expect(out).toMatch(/^products +230 +0 +0 +\d+$/m);
  });
});
