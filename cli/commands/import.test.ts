import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueProcess } from '#platform/testing/catalogue-process.ts';
import { writeShop } from '#platform/testing/shop.ts';
import { connectBus } from '../bus.ts';
import { runWith } from '../program.fixture.ts';

const catalogue = catalogueProcess();
const connect = () => connectBus(catalogue.address);
const cartwright = (...args: string[]) => runWith({ connect }, args);

/** A shop of two products, with other files in it or over it. */
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

  test('takes a shop in once, and finds all of it unchanged the second time', async () => {
    const path = await shop('first', { 'reviews.json': [{ id: 1 }], 'notes.json': {} });
    expect(await report('--from', path)).toEqual({
      taken: {
        settings: expect.anything(),
        categories: { ...none, created: 1 },
        tags: none,
        attributes: none,
        terms: none,
        products: { ...none, created: 2 },
        variations: none,
      },
      leftOut: [
        { what: 'notes.json', count: 1, why: 'the file is not known' },
        { what: 'reviews.json', count: 1, why: 'comes with a later step' },
        { what: 'tax-classes.json', count: 1, why: expect.anything() },
      ],
    });
    const { taken } = await report('--from', path);
    expect([taken.products, taken.settings.changed]).toEqual([{ ...none, unchanged: 2 }, 0]);
  });

  test('changes what has changed, and with --reset removes what is gone', async () => {
    const path = await shop('second');
    const { default: products } = await import(join(path, 'products.json'), { with: { type: 'json' } });
    const dearer = [{ ...products[0], regular_price: '99.00' }];
    await writeFile(join(path, 'products.json'), JSON.stringify(dearer));
    expect((await report('--from', path)).taken.products).toEqual({ ...none, changed: 1 });
    expect((await read('1000')).product.prices.price).toBe(9_900);
    expect((await read('1001')).product.id).toBe(1001);
    expect((await report('--from', path, '--reset')).taken.products).toEqual({
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
    ['products that are no list', { 'products.json': {} }, 'products.json: Invalid input: expected array'],
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
  ])('with %s changes nothing and says where', async (what, files, sentence) => {
    const number = async () => {
      const path = await shop('first');
      return (await report('--from', path)).taken;
    };
    await number();
    const path = await shop(`bad ${what}`, files);
    const { code, out, err } = await cartwright('import', 'woocommerce', '--from', path);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(sentence);
    expect(err).toMatch(/nothing was changed\n$/);
    expect((await number()).products).toEqual({ ...none, unchanged: 2 });
  });

  test('without products.json is refused', async () => {
    const path = await shop('empty');
    await rm(join(path, 'products.json'));
    const { code, err } = await cartwright('import', 'woocommerce', '--from', path);
    expect([code, err]).toEqual([1, `cartwright: ${path} holds no products.json; nothing was changed\n`]);
  });

  test('leaves products of unknown types out and takes the rest', async () => {
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

  test('takes more products than one message carries, and draws its progress on a terminal', async () => {
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
