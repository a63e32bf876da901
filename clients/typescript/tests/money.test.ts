import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { type Currency, formatMoney, sumOf } from '../src/money.ts';
import { fitsPostcode } from '../src/store.ts';
import { answers, json } from './answers.fixture.ts';

const euro: Currency = {
  currency_code: 'EUR',
  currency_symbol: '€',
  currency_minor_unit: 2,
  currency_decimal_separator: ',',
  currency_thousand_separator: '.',
  currency_prefix: '€',
  currency_suffix: '',
};
const yen: Currency = { ...euro, currency_code: 'JPY', currency_minor_unit: 0, currency_prefix: '¥' };
const money = (minor: number, currency = euro) => ({ minor, currency });

test.each([
  [money(1_250), '€12,50'],
  [money(123_456_789), '€1.234.567,89'],
  [money(5), '€0,05'],
  [money(-268), '−€2,68'],
  [money(1_234, yen), '¥1.234'],
])('an amount is written as the shop writes it: %o is %s', (amount, text) => {
  expect(formatMoney(amount)).toBe(text);
});

test('a sum has one currency', () => {
  expect(sumOf(money(100), money(-30), money(5))).toEqual(money(75));
  expect(() => sumOf(money(1), money(1, yen))).toThrow('EUR and JPY have no sum.');
});

const cart = {
  currency: euro,
  totals: { subtotal: '17.90', subtotal_tax: '1.61', total: '26.71' },
  items: {
    a: {
      prices: { price: '8.95', regular_price: '10.00' },
      totals: { subtotal: 17.9, subtotal_tax: 1.61, total: 17.9, tax: 1.61 },
    },
  },
  removed_items: [],
  coupons: [{ saving: '-1.00' }],
  fees: [{ amount: 2.5, total: 2.5, tax: 0.525 }],
  shipping: { packages: { default: { rates: { 'flat_rate:1': { cost: '5.95', taxes: '' } } } } },
};

test('each amount of a cart is money, in each form of its totals', async () => {
  const { url } = await answers(({ route }, response) => {
    const form = new URL(route.split(' ')[1] ?? '', url).searchParams;
    const totals = form.has('money')
      ? { total: '2671' }
      : form.has('formatted')
        ? { total: '€26,71' }
        : cart.totals;
    json(response, { ...cart, totals });
  });
  const shop = createClient({ url });
  const read = await shop.cart.get();
  expect(read.money).toEqual({ subtotal: money(1_790), subtotal_tax: money(161), total: money(2_671) });
  expect(read.items.a?.money).toEqual({
    price: money(895),
    regular_price: money(1_000),
    subtotal: money(1_790),
    subtotal_tax: money(161),
    total: money(1_790),
    tax: money(161),
  });
  expect(read.coupons[0]?.money.saving).toEqual(money(-100));
  expect(read.fees[0]?.money).toMatchObject({ amount: money(250) });
  expect(read.shipping.packages.default?.rates['flat_rate:1']?.money).toEqual({
    cost: money(595),
    taxes: money(0),
  });
  expect((await shop.cart.get({ money: 'minor' })).money.total).toEqual(money(2_671));
  expect(await shop.cart.get({ formatted: true })).not.toHaveProperty('money');
});

test('prices of a product and its variations are money; a missing price is null', async () => {
  const prices = { price: '12.00', regular_price: '15.00', sale_price: '', currency: euro };
  const product = { prices, variations: [{ prices: { ...prices, price: '' } }] };
  const { url } = await answers(({ route }, response) =>
    json(response, route.includes('/1') ? product : { products: [product, { id: 2 }] }),
  );
  const shop = createClient({ url });
  const whole = { price: money(1_200), regular_price: money(1_500), sale_price: null };
  const read = await shop.products.get(1);
  expect(read.money).toEqual({ ...whole, min: money(1_200), max: money(1_200) });
  expect(read.variations[0]?.money.price).toBeNull();
  const { products } = await shop.products.list();
  expect(products[0]?.money).toMatchObject(whole);
  expect(products[1]).toEqual({ id: 2 });
});

test('products that belong to a product have their price as money', async () => {
  const card = { id: 7, price: '3.50' };
  const prices = { price: '12.00', currency: euro };
  const product = { prices, related: [card], upsells: [{ ...card, price: '' }], cross_sells: [card] };
  const { url } = await answers((_, response) => json(response, product));
  const { related, upsells, cross_sells } = await createClient({ url }).products.get(1);
  expect([related, upsells, cross_sells].flat().map(({ money: { price } }) => price)).toEqual([
    money(350),
    null,
    money(350),
  ]);
});

test.each([
  ['left', '€', ''],
  ['right', '', '€'],
  ['left_space', '€ ', ''],
  ['right_space', '', ' €'],
])('a list of variations has money, with the symbol on the %s', async (position, prefix, suffix) => {
  const currency = {
    ...{ code: 'EUR', symbol: '€', position, decimal_separator: ',', thousand_separator: '.' },
    decimals: 2,
  };
  const prices = { price: '12.00', regular_price: '15.00', sale_price: '12.00', price_range: null, currency };
  const { url } = await answers((_, response) => json(response, [{ prices }, { id: 2 }]));
  const [first, second] = await createClient({ url }).products.variations(1);
  const shown = { ...euro, currency_prefix: prefix, currency_suffix: suffix };
  expect(first?.money).toEqual({
    price: money(1_200, shown),
    regular_price: money(1_500, shown),
    sale_price: money(1_200, shown),
    min: money(1_200, shown),
    max: money(1_200, shown),
  });
  expect(second).toEqual({ id: 2 });
});

test('products that go with a cart have money, with the currency of the cart', async () => {
  const found = { id: 7, price: '3.50', regular_price: '4.00', sale_price: '' };
  const { url, requests } = await answers((_, response) =>
    json(response, { currency: euro, cross_sells: [found] }),
  );
  const shop = createClient({ url });
  const amounts = { price: money(350), regular_price: money(400), sale_price: null };
  expect(await shop.cart.crossSells()).toEqual([{ ...found, money: amounts }]);
  expect(await shop.cart.crossSells({ fields: 'id, price', thumb: false })).toHaveLength(1);
  const asked = requests.map(({ route }) => new URLSearchParams(route.split('?')[1]));
  expect(asked.map((query) => [query.get('fields'), query.get('thumb')])).toEqual([
    ['currency,cross_sells', null],
    ['currency,cross_sells.id,cross_sells.price', 'false'],
  ]);
  expect((await shop.cart.get()).cross_sells[0]?.money).toEqual(amounts);
});

test.each([
  ['NL', '3511 ab', true],
  ['NL', 'NL-3511AB', true],
  ['NL', '3511', false],
])('in %s the postcode %s fits: %s', (code, text, fits) => {
  expect(fitsPostcode({ code, postcode: '^\\d{4}[A-Z]{2}$' }, text)).toBe(fits);
});
