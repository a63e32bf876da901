import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const asJson = async (...args: string[]) => JSON.parse((await cartwright(...args, '--json')).out);
const ids = async (...args: string[]) =>
  (await asJson('products', 'list', ...args)).products.map(({ id }: { id: number }) => id);
const shown = async (id: string) => (await asJson('products', 'show', id)).product;

beforeAll(async () => {
  await cartwright('seed', '--demo');
});

describe('products list', () => {
  test('lists products of every status by id, page by page', async () => {
    expect(await ids('--per-page', '3', '--page', '2')).toEqual([104, 105, 106]);
    expect(await ids('--status', 'draft')).toEqual([160]);
    expect(await ids('--type', 'grouped')).toEqual([115, 134, 157]);
    expect(await ids('--category', 'leaf-tea')).toEqual([144, 145]);
    expect(await ids('--category', '22', '--type', 'simple')).toEqual([145]);
    expect(await ids('--search', 'KC-TEAPOT')).toEqual([142]);
  });

  test('prints a table by default', async () => {
    expect((await cartwright('products', 'list', '--search', 'salt pig')).out).toBe(
      [
        ' id  type    status   SKU     name      price   stock',
        '117  simple  publish  KC-PIG  Salt pig  €27.50  in stock (19)',
        '',
        'Page 1 of 1, 1 product',
        '',
      ].join('\n'),
    );
  });
});

test.each([40, 80, 100])('no line of a table is wider than a terminal with %i columns', async (width) => {
  const connect = () => connectBus(catalogue.address);
  const { out } = await runWith({ connect, width }, ['products', 'list', '--per-page', '100']);
  expect(out.split('\n').filter((line) => line.length > width)).toEqual([]);
  expect(out).toMatch(/^ *id .*name .*price/);
  expect(out).toMatch(/^101 .*Dawn mug .*€18\.50/m);
  const text = (await runWith({ connect, width }, ['products', 'show', '102'])).out;
  const rows = text.slice(text.indexOf('\n\n') + 2).split('\n');
  expect(rows.filter((line) => line.length > width)).toEqual([]);
  expect(rows[0]).toMatch(/^ *id +variation .*price/);
});

describe('products set for reserved prices and products', () => {
  const set = (...args: string[]) => cartwright('products', 'set', '120', ...args);
  const reserved = async () => (await asJson('products', 'show', '120')).reservation;

  test('sets role prices and visibility, and removes them', async () => {
    await cartwright('settings', 'set', 'customer-roles', 'wholesale, reseller');
    expect((await set('--role-price', 'wholesale=9.50', '--role-price', 'customer=12')).code).toBe(0);
    expect((await set('--visible-to', 'wholesale, reseller,wholesale')).code).toBe(0);
    expect(await reserved()).toEqual({
      visibleTo: ['wholesale', 'reseller'],
      rolePrices: [
        { role: 'customer', regular: 1_200, sale: null },
        { role: 'wholesale', regular: 950, sale: null },
      ],
    });
    const { out } = await cartwright('products', 'show', '120');
    expect(out).toMatch(/^role prices +customer €12\.00, wholesale €9\.50$/m);
    expect(out).toMatch(/^visible to +wholesale, reseller$/m);
    await set('--role-price', 'wholesale=none', '--visible-to', 'none');
    expect(await reserved()).toEqual({
      visibleTo: null,
      rolePrices: [{ role: 'customer', regular: 1_200, sale: null }],
    });
  });

  test.each([
    [['--role-price', 'wholesale'], '--role-price takes a role and a price'],
    [['--role-price', 'Big Shops=8'], '--role-price takes a role like wholesale'],
    [['--role-price', 'wholesale=cheap'], '--role-price'],
    [['--visible-to', ''], '--visible-to takes a role like wholesale'],
    [['--visible-to', 'wolesale'], 'There is no role wolesale: the setting customer-roles'],
    [['--role-price', 'wolesale=8'], 'There is no role wolesale: the setting customer-roles'],
  ])('%j is refused', async (args, sentence) => {
    const { code, err } = await set(...args);
    const exitCode = sentence.startsWith('There') ? 3 : 2;
    expect([code, err]).toEqual([exitCode, expect.stringContaining(sentence)]);
  });
});

describe('products set', () => {
  test('sets price, stock and status, and show prints them', async () => {
    const { code, out } = await cartwright('products', 'set', 'KC-JUG', '--price', '46.5', '--stock', '-2');
    expect([code, out.split('\n')[1]]).toEqual([
      0,
      '119  simple  publish  KC-JUG  Stoneware jug  €46.50  out of stock (-2)',
    ]);
    expect(await shown('119')).toMatchObject({
      prices: { regular: 4_650, price: 4_650 },
      stock: { managed: true, quantity: -2, status: 'outofstock' },
    });
    await cartwright('products', 'set', '119', '--stock', 'none', '--status', 'draft');
    expect(await shown('KC-JUG')).toMatchObject({
      status: 'draft',
      stock: { managed: false, quantity: null },
    });
  });

  test('sets prices with further decimals, and removes these', async () => {
    const prices = async (...args: string[]) => {
      await cartwright('products', 'set', '120', ...args);
      return (await shown('120')).prices;
    };
    const exact = { regular: '8.2645', sale: '8.2641', price: '8.2641' };
    expect(await prices('--price', '8.2645', '--sale-price', '8.2641')).toMatchObject({
      ...{ regular: 826, sale: 826, price: 826, onSale: true, exact },
    });
    const { out } = await cartwright('products', 'show', '120');
    expect(out).toMatch(/^price +€8\.2641 \(on sale, else €8\.2645\)$/m);
    expect(await prices('--price', '9')).toMatchObject({ exact: { sale: '8.2641', price: '8.2641' } });
    expect(await prices('--price', '.99', '--sale-price', 'none')).not.toHaveProperty('exact');
    expect(await prices()).toMatchObject({ regular: 99, price: 99 });
  });

  test('sets a sale with a period in the shop’s time, and removes it', async () => {
    const sale = [
      '--sale-price',
      '12',
      '--sale-from',
      '2026-07-01T00:00:00',
      '--sale-to',
      '2099-01-01T00:00:00Z',
    ];
    await cartwright('products', 'set', '101', ...sale);
    expect((await shown('101')).prices).toMatchObject({
      sale: 1_200,
      saleFrom: { local: '2026-07-01T00:00:00', utc: '2026-06-30T22:00:00' },
      saleTo: { local: '2099-01-01T01:00:00', utc: '2099-01-01T00:00:00' },
    });
    await cartwright('products', 'set', '101', '--sale-price', 'none');
    expect((await shown('101')).prices).toMatchObject({
      sale: null,
      saleFrom: null,
      onSale: false,
      price: 1_850,
    });
  });

  test('of a variation changes only the variation', async () => {
    await cartwright('products', 'set', '10401', '--price', '35');
    const { variations } = await shown('104');
    expect(variations.map(({ prices }: { prices: { price: number } }) => prices.price)).toEqual([
      3_500, 3_200, 3_400,
    ]);
  });

  test.each([
    [['102', '--price', '9'], 'A variable product has no price of its own'],
    [['110', '--sale-price', '19'], 'The sale price must be below the regular price.'],
    [['110', '--price', '19.1234567'], '--price: 19.1234567 has more than six decimals'],
    [['110', '--price', '.'], '--price takes an amount like 19.99 in EUR, or none, not "."'],
    [['110', '--price', '19,99'], '--price takes an amount like 19.99 in EUR, or none, not "19,99"'],
    [['110', '--price', '-1'], '--price takes an amount like 19.99 in EUR, or none, not "-1"'],
    [['110', '--price', '99999999999999999'], 'is too much'],
    [['110', '--sale-from', '1 July'], '--sale-from takes a time like'],
    [['nothing', '--price', '1'], 'There is no product'],
    [['99999', '--stock', '1'], 'There is no product'],
  ])('%j is refused in one sentence and changes nothing', async (args, sentence) => {
    const before = await shown('110');
    const { code, out, err } = await cartwright('products', 'set', ...args);
    expect([code > 1, out]).toEqual([true, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(await shown('110')).toEqual(before);
  });

  test.each([
    [['products', 'set', '101'], 'say what to change'],
    [['products', 'set', '101', '--stock', '1.5'], 'It must be a whole number'],
    [['products', 'set', '101', '--status', 'gone'], 'It must be one of draft'],
    [['products', 'list', '--page', '0'], 'It must be a whole number from 1 to 1000000.'],
    [['products', 'list', '--per-page', '101'], 'It must be a whole number from 1 to 100.'],
    [['products', 'list', '--type', 'bundle'], 'It must be one of simple'],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, out, err, connected } = await runWith({}, args);
    expect([code, out, connected]).toEqual([2, '', 0]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
