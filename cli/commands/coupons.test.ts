import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import { Coupon, readCoupons } from '#contracts/coupons.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { type Bus, connectBus } from '../shared/bus.ts';
import { couponText } from './coupons.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const asJson = async (...args: string[]) => JSON.parse((await cartwright(...args, '--json')).out);
const create = (...args: string[]) => cartwright('coupons', 'create', ...args);
const created = async (...args: string[]): Promise<Coupon> =>
  (await asJson('coupons', 'create', ...args)).coupon;
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

let bus: Bus;
beforeAll(async () => {
  await cartwright('seed', '--demo');
  bus = await connectBus(catalogue.address);
});
afterAll(() => bus[Symbol.asyncDispose]());

const everything = [
  ...['--code', ' Sum-MER ', '--type', 'percent', '--amount', '12.5', '--description', 'For friends'],
  ...['--expires', '2027-01-31', '--minimum', '20', '--maximum', '100.50', '--usage-limit', '10'],
  ...['--usage-limit-per-customer', '1', '--limit-to-items', '3', '--products', '101, 102,101'],
  ...['--exclude-products', '103', '--categories', '11', '--exclude-categories', '14,15'],
  ...['--emails', 'ann@example.com,*@shop.example', '--individual-use', '--free-shipping'],
  '--exclude-sale-items',
];

describe('coupons create', () => {
  test('creates a coupon from all options, amounts in minor units, a percentage in millionths', async () => {
    const coupon = await created(...everything);
    expect(coupon).toEqual({
      id: expect.any(Number),
      code: 'sum-mer',
      description: 'For friends',
      discountType: 'percent',
      amount: 125_000,
      status: 'publish',
      // The time zone of the demo shop is Europe/Amsterdam, in January one hour ahead of UTC.
      expires: { local: '2027-01-31T00:00:00', utc: '2027-01-30T23:00:00' },
      individualUse: true,
      freeShipping: true,
      excludesSaleItems: true,
      minimumSpend: 2_000,
      maximumSpend: 10_050,
      usageCount: 0,
      usageLimit: 10,
      usageLimitPerCustomer: 1,
      usedBy: [],
      usageLimitToItems: 3,
      productIds: [101, 102],
      excludedProductIds: [103],
      categoryIds: [11],
      excludedCategoryIds: [14, 15],
      allowedEmails: ['ann@example.com', '*@shop.example'],
    });
    expect((await asJson('coupons', 'show', 'SUM-MER')).coupon).toEqual(coupon);
  });

  test('publishes the coupon on the feed under the next number', async () => {
    const { number } = await bus.request(readCatalogueNumber, {});
    const subscription = bus.nats.subscribe('feed.catalogue');
    await bus.nats.flush();
    const coupon = await created('--code', 'AtOnce', '--type', 'fixed_cart', '--amount', '5');
    expect((await bus.request(readCoupons, { codes: ['atonce'] })).coupons).toEqual([coupon]);
    for await (const message of subscription) {
      const heard = message.json<{ change?: unknown }>();
      if (!heard.change) continue;
      expect(heard).toEqual({ number: number + 1, change: { products: [], coupons: ['atonce'] } });
      break;
    }
    await cartwright('coupons', 'delete', 'atonce', '--yes');
    expect((await bus.request(readCoupons, { codes: ['atonce'] })).coupons).toEqual([null]);
  });

  test.each([
    [['percent', '--amount', '0.0001'], 1],
    [['percent', '--amount', '100'], 1_000_000],
    [['fixed_product', '--amount', '3'], 300],
    [['fixed_cart', '--amount', '.50'], 50],
    [['fixed_cart', '--amount', '5.'], 500],
    [['fixed_cart', '--free-shipping'], 0],
  ])('with the amount %j has a discount of %i', async (args, amount) => {
    const coupon = await created('--code', 'amount', '--type', ...args);
    await cartwright('coupons', 'delete', 'amount', '--yes');
    expect(coupon.amount).toBe(amount);
  });

  test('may set the time of expiry', async () => {
    const base = ['--type', 'percent', '--amount', '1'];
    const one = await created('--code', 'ends', ...base, '--expires', '2026-07-01T18:00:00Z');
    expect(one.expires).toEqual({ local: '2026-07-01T20:00:00', utc: '2026-07-01T18:00:00' });
  });

  test.each([
    [['--code', 'WELCOME10'], 'A coupon with this code already exists.'],
    [['--amount', '101'], '--amount takes per cent from 0 to 100 with six decimals at most'],
    [['--amount', '100.000001'], '--amount takes per cent'],
    [['--amount', '1.0000001'], '--amount takes per cent'],
    [['--amount', '-1'], '--amount takes per cent'],
    [['--amount', '10%'], '--amount takes per cent from 0 to 100'],
    [['--type', 'fixed_cart', '--amount', '5,00'], '--amount takes an amount like 19.99 in EUR, not "5,00"'],
    [['--type', 'fixed_cart', '--amount', '5.0000001'], '--amount: 5.0000001 has more than six decimals'],
    [['--minimum', '5.001'], '--minimum: 5.001 has more decimals than EUR has here'],
    [['--minimum', 'much'], '--minimum takes an amount like 19.99 in EUR, not "much"'],
    [['--minimum', '10', '--maximum', '9.99'], '--minimum is more than --maximum'],
    [['--expires', '31.1.2027'], '--expires takes a day like 2027-01-31'],
    [['--expires', '2027-02-30'], '--expires takes a day like 2027-01-31'],
  ])('%j is refused in one sentence and creates nothing', async (args, sentence) => {
    const { total } = await asJson('coupons', 'list');
    const refused = await create('--code', 'refused', '--type', 'percent', '--amount', '10', ...args);
    expect([refused.code > 1, refused.out]).toEqual([true, '']);
    expect(refused.err).toContain(sentence);
    expect(refused.err.trim().split('\n')).toHaveLength(1);
    expect((await asJson('coupons', 'list')).total).toBe(total);
  });

  test.each([
    [[], "required option '--code <code>' not specified"],
    [['--code', 'x'], "required option '--type <type>' not specified"],
    [['--code', ' ', '--type', 'percent'], 'It must be a text of 1 to 200 characters.'],
    [['--code', 'x', '--type', 'bogo'], 'It must be one of percent, fixed_cart, fixed_product.'],
    [['--code', 'x', '--type', 'percent'], 'give --amount or --free-shipping'],
    [['--code', 'x', '--type', 'percent', '--amount', '0'], '--amount 0 takes nothing off: say how much'],
    [['--code', 'x', '--type', 'fixed_cart', '--amount', '0.00'], '--amount 0.00 takes nothing off'],
    [['--code', 'x', '--type', 'percent', '--usage-limit', '0'], 'It must be a whole number of at least 1.'],
    [['--code', 'x', '--type', 'percent', '--products', '1,mug'], 'It must be a whole number of at least 1.'],
    [['--code', 'x', '--type', 'percent', '--emails', 'ann'], 'It must be addresses like ann@example.com'],
    [
      ['--code', 'x', '--type', 'fixed_cart', '--amount', '1', '--limit-to-items', '2'],
      '--limit-to-items is for percent and fixed_product',
    ],
    [
      ['--code', 'x', '--type', 'percent', '--amount', '1', '--products', '1,2', '--exclude-products', '2'],
      '2 is in --products and in --exclude-products: say one of both',
    ],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, out, err, connected } = await runWith({}, ['coupons', 'create', ...args]);
    expect([code, out, connected]).toEqual([2, '', 0]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('coupons with further decimals', () => {
  test.each([
    ['fixed_product', '0.125', { amount: 13, exact: '0.125' }, '€0.125 off each piece'],
    ['fixed_cart', '5.001', { amount: 500, exact: '5.001' }, '€5.001 off the cart'],
    ['percent', '33.333333', { amount: 333_333, exact: '33.333333' }, '33.333333 % off'],
  ])('of type %s keep %s, and show it', async (type, amount, kept, text) => {
    const coupon = await created('--code', 'exact', '--type', type, '--amount', amount);
    const { out } = await cartwright('coupons', 'show', 'exact');
    await cartwright('coupons', 'delete', 'exact', '--yes');
    expect(coupon).toMatchObject(kept);
    expect(out).toContain(text);
  });
});

describe('coupons show', () => {
  test('shows every condition in words', async () => {
    const { coupon } = await asJson('coupons', 'show', 'sum-mer');
    expect((await cartwright('coupons', 'show', 'sum-mer')).out).toBe(
      lines(
        'code           sum-mer',
        `id             ${coupon.id}`,
        'description    For friends',
        'gives          12.5 % off, free shipping',
        'status         publish',
        "expires        2027-01-31T00:00:00 by the shop's clock",
        'used           0 times of at most 10',
        'each customer  at most once',
        'pieces         at most 3 of a cart, the dearest first',
        'carts          from €20.00 up to €100.50',
        'beside others  no: it replaces them, and takes none beside it',
        'sale           not goods on sale',
        'products       only 101, 102',
        'no products    not 103',
        'categories     only 11, and those below',
        'no categories  not 14, 15, and those below',
        'e-mails        ann@example.com, *@shop.example',
      ),
    );
  });

  test('shows only the conditions that a fixed cart discount has', async () => {
    const made = await create(
      ...['--code', 'off', '--type', 'fixed_cart', '--amount', '5', '--exclude-sale-items'],
      ...['--products', '101', '--exclude-categories', '11', '--expires', '2020-01-01'],
    );
    expect(made.out.replace(/^id .*\n/m, '')).toBe(
      lines(
        'code           off',
        'gives          €5.00 off the cart',
        'status         publish',
        "expires        2020-01-01T00:00:00 by the shop's clock, which is over",
        'used           0 times, without a limit',
        'sale           no cart with goods on sale',
        'products       carts with one of 101',
        'no categories  no cart with one of 11, and those below',
      ),
    );
    expect((await cartwright('coupons', 'show', 'off')).out).toBe(made.out);
  });

  test('and delete refuse an unknown code', async () => {
    for (const word of [['show'], ['delete', '--yes'], ['delete', '--dry-run']]) {
      const { code, out, err } = await cartwright('coupons', ...word, 'nobody');
      expect([code, out, err]).toEqual([4, '', 'cartwright: There is no such coupon.\n']);
    }
  });
});

describe('coupons list', () => {
  test('is sorted by code, paged, and filtered by prefix', async () => {
    for (const code of ['list-b', 'list-a', 'list-c']) {
      await create('--code', code, '--type', 'fixed_product', '--amount', '2', '--usage-limit', '4');
    }
    const { coupons, ...rest } = await asJson('coupons', 'list', '--search', 'LIST-', '--per-page', '2');
    expect(rest).toEqual({ total: 3, page: 1, perPage: 2 });
    expect(coupons.map(({ code }: Coupon) => code)).toEqual(['list-a', 'list-b']);
    const { coupon } = await asJson('coupons', 'show', 'list-c');
    const page = ['--search', 'list-', '--per-page', '2', '--page', '2'];
    expect((await cartwright('coupons', 'list', ...page)).out).toBe(
      lines(
        'code    gives                 status   expires  used            id',
        `list-c  €2.00 off each piece  publish  never    0 of 4  ${coupon.id}`,
        '',
        'Page 2 of 2, 3 coupons',
      ),
    );
  });
});

describe('coupons delete', () => {
  test('names the deleted coupon', async () => {
    const coupon = await created('--code', 'gone', '--type', 'percent', '--amount', '7');
    expect((await cartwright('coupons', 'delete', 'GONE', '--yes')).out).toBe(
      'Coupon gone deleted: 7 % off\n',
    );
    expect((await cartwright('coupons', 'show', 'gone')).code).toBe(4);
    const { id: _id, ...again } = await created('--code', 'gone', '--type', 'percent', '--amount', '7');
    expect(await asJson('coupons', 'delete', 'gone', '--yes')).toEqual({
      deleted: true,
      coupon: { id: coupon.id + 1, ...again },
    });
  });
});

const euro = { code: 'EUR', symbol: '€', decimals: 2, decimalSeparator: ',', thousandSeparator: '.' };
const currency = { ...euro, position: 'left' } as const;
const coupon = Coupon.parse({
  ...{ id: 1, code: 'ten', description: '', discountType: 'percent', amount: 100_000, status: 'publish' },
  ...{ expires: { local: '2027-01-31T00:00:00', utc: '2027-01-30T23:00:00' } },
  ...{ individualUse: false, freeShipping: false, excludesSaleItems: false },
  ...{ minimumSpend: null, maximumSpend: null, usageCount: 0 },
  ...{ usageLimit: null, usageLimitPerCustomer: null, usageLimitToItems: null },
  ...{ productIds: [], excludedProductIds: [], categoryIds: [], excludedCategoryIds: [], allowedEmails: [] },
});

test.each([
  ['2027-01-30T23:00:00.999Z', false],
  ['2027-01-30T23:00:01.000Z', true],
])('at %s a coupon that expires at 23:00:00 is shown as expired like in carts: %s', (now, isOver) => {
  expect(couponText(coupon, currency, Date.parse(now)).includes('which is over')).toBe(isOver);
});
