import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { writeShop } from '#testing/shop.ts';
import { connectBus } from '../bus.ts';
import { startFakeShop } from '../import/woocommerce/live/fake-shop.fixture.ts';
import { runWith } from '../program.fixture.ts';

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
        { what: 'customers', count: 2, why: 'their user names are empty, too long or have a colon' },
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

  test('updates changed records, and with --reset deletes missing ones', async () => {
    const path = await shop('second');
    const { default: products } = await import(join(path, 'products.json'), { with: { type: 'json' } });
    const dearer = [{ ...products[0], regular_price: '99.00' }];
    await writeFile(join(path, 'products.json'), JSON.stringify(dearer));
    expect((await report('--from', path)).taken.products).toEqual({ ...none, changed: 1 });
    expect((await read('1000')).product.prices.price).toBe(9_900);
    expect((await read('1001')).product.id).toBe(1001);
    expect((await report('--from', path, '--reset', '--yes')).taken.products).toEqual({
      ...none,
      unchanged: 1,
      removed: 1,
    });
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
      'a coupon code twice',
      {
        'coupons.json': ['ten', 'TEN'].map((code, id) => ({
          id: id + 1,
          code,
          discount_type: 'percent',
          amount: '1',
        })),
      },
      'two records have the code ten',
    ],
    [
      'a review of six stars',
      { 'reviews.json': [{ id: 1, product_id: 1000, rating: 6 }] },
      'reviews.json, record 1: rating',
    ],
    [
      'a product without an id',
      { 'products.json': [{ id: 5, type: 'simple' }, { name: 'x' }] },
      'products.json: id:',
    ],
    [
      'a price that is none',
      { 'products.json': [{ id: 5, type: 'simple', regular_price: 'x' }] },
      'record 5: regular_price',
    ],
    [
      'a date that is none',
      { 'products.json': [{ id: 5, type: 'simple', date_created: 'x' }] },
      'record 5: date_created',
    ],
    [
      'an id twice',
      {
        'products.json': [
          { id: 5, type: 'simple' },
          { id: 5, type: 'simple' },
        ],
      },
      'two records have the id 5',
    ],
    [
      'a SKU twice',
      {
        'products.json': [
          { id: 5, type: 'simple', sku: 'a' },
          { id: 6, type: 'simple', sku: 'a' },
        ],
      },
      'two records have the SKU a',
    ],
    ['a term that does not fit', { 'tags.json': [{ id: 0 }] }, 'tags.json, record 0: id:'],
    ['a tax rate that is none', { 'taxes.json': [{ id: 1, rate: 'much' }] }, 'taxes.json, record 1: rate:'],
    [
      'decimals beyond four',
      { 'settings-general.json': [{ id: 'woocommerce_price_num_decimals', value: '9' }] },
      'the settings: currency.decimals',
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
    const { taken } = await report('--from', live.url, ...keys, '--reset', '--yes').finally(() => live.end());
    expect(taken.products).toMatchObject({ created: 0, unchanged: 2 });
    const refused = await cartwright('import', 'woocommerce', '--from', live.url, '--consumer-key', 'ck');
    expect(refused.err).toContain('a live shop is read with its key pair');
    expect((await left()).filter((name) => !before.includes(name))).toEqual([]);
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

  test('reports a SKU conflict, and with --reset deletes the other product first', async () => {
    const path = await shop('before', { 'products.json': [{ id: 70, type: 'simple', sku: 'same' }] });
    await report('--from', path, '--reset', '--yes');
    await writeFile(join(path, 'products.json'), JSON.stringify([{ id: 71, type: 'simple', sku: 'same' }]));
    const { code, err } = await cartwright('import', 'woocommerce', '--from', path);
    expect([code, err]).toEqual([3, expect.stringContaining('products were refused after 0 of 1: ')]);
    expect(err).toContain('with --reset if a stored record conflicts');
    const { taken } = await report('--from', path, '--reset', '--yes');
    expect(taken.products).toEqual({ ...none, created: 1, removed: 1 });
  });

  test('skips products of unknown types and imports the others', async () => {
    const path = await shop('types', {
      'products.json': [
        { id: 5, type: 'bundle' },
        { id: 6, type: 'simple', sku: 's6' },
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
    expect(out).toMatch(/^products +\d+ +\d+ +\d+ +0$/m);
  });
});
