import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Comparison } from './differences.ts';
import { expectedKinds } from './expected.ts';
import { Tally } from './two-shops.ts';

/** Compares two answers as `compare` does. Returns the reasons of expected differences, and the other members. */
function compared(path: string, there: unknown, here: unknown, example = path) {
  const tally = new Tally();
  const comparison = new Comparison(['https://old.example', 'http://new.example']);
  tally.add(path, comparison.differences(there, here), { example, there, here });
  const reasons = [...new Set(tally.expected.map(({ reason }) => reason))];
  return { reasons, found: tally.found.map(({ member }) => member) };
}

interface Case {
  readonly path: string;
  readonly example?: string;
  readonly there: object;
  readonly here: object;
  /** Answers of this system with a fault in or beside the member that differs as expected. */
  readonly faults: readonly object[];
}

const currency = { currency_minor_unit: 2 };
const product = 'v2/products/{id}';
const old = 'https://old.example/wp-json/cocart/v2';
const own = 'http://new.example/wp-json/cocart/v2';
const missing = 'http://new.example/placeholder.svg';
const picture = (size: string) => `https://old.example/p${size}.png`;
const sizes = (thumbnail: string) => ({
  images: [{ id: 1, src: { thumbnail, medium: picture('-300x300'), full: picture('') } }],
});
const listOf = (...records: object[]) => ({
  'X-WP-Total': String(records.length),
  'X-WP-TotalPages': '1',
  records,
});
const stocked = (id: number, stockStatus: string) => ({
  id,
  type: 'simple',
  stockStatus,
  lowest: 1,
  highest: 1,
});
const group = (id: number, lowest: number, highest: number) => ({
  id,
  type: 'grouped',
  stockStatus: 'instock',
  lowest,
  highest,
});
const taxed = (tax: number) => ({ id: 1, totals: { subtotal: '1000', total: 10, subtotal_tax: tax, tax } });
const totals = { subtotal_tax: '190', fee_tax: '0', shipping_tax: '19', total_tax: '209', total: '1309' };
const rate = (taxes: string, cost: string, chosen_method: boolean) => ({ cost, taxes, chosen_method });
const rates = (first: string, second: string, cost = '1000') => ({
  shipping: {
    packages: {
      default: {
        rates: { 'flat_rate:1': rate(first, '500', true), 'flat_rate:2': rate(second, cost, false) },
      },
    },
  },
  totals: { shipping_tax: '75' },
});
const textOfRate = (html: string, cost = '2701') => ({
  shipping: { packages: { default: { rates: { 'flat_rate:6': { cost, taxes: '567', html } } } } },
});
const shown = (price: string, subtotal = '2000') => ({
  currency,
  items: [{ id: 1, price, quantity: { value: 2 }, totals: { subtotal, subtotal_tax: 3.8 } }],
});
const offers = (...ids: number[]) => ({ cross_sells: ids.map((id) => ({ id, price: '1190' })) });

const cases: Readonly<Record<string, Case>> = {
  '`currency_symbol_pos` is `currency_prefix` or `currency_suffix`': {
    path: product,
    there: { prices: { price: '1', currency: { currency_symbol_pos: 'currency_suffix' } } },
    here: { prices: { price: '1', currency: { currency_symbol_pos: 'right_space' } } },
    faults: [
      { prices: { price: '1', currency: { currency_symbol_pos: 'left' } } },
      { prices: { price: '2', currency: { currency_symbol_pos: 'right_space' } } },
    ],
  },
  '`_links` have the member `targetHints`, which WordPress adds from 6.7 on': {
    path: product,
    there: { _links: { self: [{ href: `${old}/products/1`, targetHints: { allow: ['GET'] } }] } },
    here: { _links: { self: [{ href: `${own}/products/1` }] } },
    faults: [{ _links: { self: [{ href: `${own}/products/2` }] } }],
  },
  "`_links` of a product name the shop's page and the parent's page as `permalink`": {
    path: product,
    there: { _links: { collection: [{ permalink: 'https://old.example/shop/', href: `${old}/products` }] } },
    here: { _links: { collection: [{ href: `${own}/products` }] } },
    faults: [
      { _links: { collection: [{ permalink: 'http://new.example/other/', href: `${own}/products` }] } },
    ],
  },
  'categories, tags and attributes have no `rest_url` and no `_links.up`': {
    path: 'v2/products/categories[]',
    there: { id: 1, _links: {} },
    here: { id: 1, rest_url: `${own}/products/categories/1`, _links: { up: [{ href: 'x' }] } },
    faults: [{ id: 1, rest_url: 'x', count: 1, _links: {} }],
  },
  'an address in `add_to_cart.rest_url` has options as they are, `L/XL`': {
    path: product,
    there: {
      variations: [{ id: 2, add_to_cart: { rest_url: `${old}/cart/add-item?id=2&variation[size]=L/XL` } }],
    },
    here: {
      variations: [{ id: 2, add_to_cart: { rest_url: `${own}/cart/add-item?id=2&variation[size]=L%2FXL` } }],
    },
    faults: [
      { variations: [{ id: 2, add_to_cart: { rest_url: `${own}/cart/add-item?id=2&variation[size]=L` } }] },
    ],
  },
  '`add_to_cart.rest_url` of a grouped product is empty': {
    path: product,
    there: { id: 9, type: 'grouped', add_to_cart: { rest_url: '' } },
    here: { id: 9, type: 'grouped', add_to_cart: { rest_url: `${own}/cart/add-items?id=9` } },
    faults: [{ id: 9, type: 'grouped', add_to_cart: { rest_url: `${own}/cart/add-items?id=8` } }],
  },
  '`rated_out_of` of a product without ratings is empty': {
    path: product,
    there: { rated_out_of: '' },
    here: { rated_out_of: 'Rated 0 out of 5' },
    faults: [{ rated_out_of: 'Rated 4 out of 5' }],
  },
  '`rating_count` of a product with ratings is 0': {
    path: product,
    there: { rating_count: 0, review_count: 2, average_rating: '4.00' },
    here: { rating_count: 2, review_count: 2, average_rating: '4.00' },
    faults: [
      { rating_count: 3, review_count: 2, average_rating: '4.00' },
      { rating_count: 2, review_count: 2, average_rating: '3.00' },
    ],
  },
  "a product's name has `&amp;` where its author may not write HTML": {
    path: product,
    there: { name: 'Salt &amp; Pepper' },
    here: { name: 'Salt & Pepper' },
    faults: [{ name: 'Salt and Pepper' }],
  },
  "times of a product are shifted by the offset of the shop's time zone": {
    path: product,
    there: { dates: { created: '2026-02-01T02:00:00', created_gmt: '2026-02-01T01:00:00' } },
    here: { dates: { created: '2026-02-01T01:00:00', created_gmt: '2026-02-01T00:00:00' } },
    faults: [
      { dates: { created: '2026-02-01T00:00:00', created_gmt: '2026-01-31T23:00:00' } },
      { dates: { created: '2026-02-01T01:00:00', created_gmt: '2026-02-01T01:00:00' } },
    ],
  },
  'entries of `meta_data` have an `id`, and those whose key begins with a low line are shown too': {
    path: product,
    there: {
      meta_data: [
        { id: 7, key: 'material', value: 'wool' },
        { id: 8, key: '_original_id', value: '1' },
      ],
    },
    here: { meta_data: [{ key: 'material', value: 'wool' }] },
    faults: [{ meta_data: [{ key: 'material', value: 'silk' }] }, { meta_data: [] }],
  },
  'a missing picture is the placeholder of WooCommerce, `[]` for a variation, or empty': {
    path: product,
    there: sizes('https://old.example/wp-content/uploads/woocommerce-placeholder-150x150.webp'),
    here: sizes(missing),
    faults: [sizes(picture('-150x150'))],
  },
  'a missing size of a picture is replaced by the whole picture': {
    path: product,
    there: sizes(picture('')),
    here: sizes(picture('-300x300')),
    faults: [sizes(picture('-1x1'))],
  },
  '`price_range` of variations that cost the same is `{ "from": …, "to": "" }`': {
    path: product,
    there: { prices: { price: '500', price_range: { from: '500', to: '' } } },
    here: { prices: { price: '500', price_range: [] } },
    faults: [{ prices: { price: '500', price_range: { from: '500', to: '600' } } }],
  },
  '`prices.regular_price` of a grouped product is the lowest price, also where this one is a sale price': {
    path: product,
    there: { type: 'grouped', prices: { price: '805', regular_price: '805' } },
    here: { type: 'grouped', prices: { price: '805', regular_price: '1006' } },
    faults: [
      { type: 'grouped', prices: { price: '804', regular_price: '1006' } },
      { type: 'grouped', prices: { price: '805', regular_price: '700' } },
    ],
  },
  '`stock_status`, `virtual`, `max_price=0`, and comma lists of categories and tags have no effect': {
    path: 'v2/products?stock_status=…',
    example: 'v2/products?stock_status=outofstock',
    there: listOf(stocked(1, 'instock'), stocked(2, 'outofstock')),
    here: listOf(stocked(2, 'outofstock')),
    faults: [
      listOf(),
      listOf(stocked(1, 'instock')),
      { ...listOf(stocked(2, 'outofstock')), 'X-WP-Total': '4' },
    ],
  },
  'a range of prices finds a grouped product by its lowest and its highest price': {
    path: 'v2/products?min_price=…&max_price=…',
    example: 'v2/products?min_price=10&max_price=20',
    there: listOf(stocked(1, 'instock')),
    here: listOf(stocked(1, 'instock'), group(9, 5, 25)),
    faults: [
      listOf(stocked(1, 'instock'), group(9, 21, 25)),
      listOf(stocked(1, 'instock'), stocked(2, 'instock')),
      listOf(group(9, 5, 25)),
    ],
  },
  '`meta.dimensions` of an item without dimensions is an object of empty texts': {
    path: 'v2/cart',
    there: { items: [{ id: 1, meta: { dimensions: { length: '', width: '', height: '', unit: 'cm' } } }] },
    here: { items: [{ id: 1, meta: { dimensions: [] } }] },
    faults: [
      { items: [{ id: 1, meta: { dimensions: { length: '1', width: '', height: '', unit: 'cm' } } }] },
    ],
  },
  'after `update-customer` the taxes of the items are 0, though the totals have them': {
    path: 'v2/cart',
    there: { currency, items: [taxed(0)], totals },
    here: { currency, items: [taxed(1.9)], totals },
    faults: [
      { currency, items: [taxed(1.8)], totals },
      { currency, items: [taxed(1.9)], totals: { ...totals, total: '1310' } },
    ],
  },
  'the `price` of an item is shown with or without tax as in the shop (`tax-in-shop`)': {
    path: 'v2/cart',
    there: shown('1000'),
    here: shown('1190'),
    faults: [shown('1180'), shown('1190', '2010')],
  },
  '`rates[].taxes` of a shipping rate has only the last of several taxes: 0.50 of 0.75': {
    path: 'v2/cart',
    there: rates('50', '100'),
    here: rates('75', '150'),
    faults: [rates('80', '150'), rates('75', '170'), rates('75', '150', '1100')],
  },
  'the text of a shipping rate adds its exact cost and its exact tax: 27.0148 and 5.6731 are 32.69': {
    path: 'v2/cart',
    there: textOfRate('DHL: 32,69 €'),
    here: textOfRate('DHL: 32,68 €'),
    faults: [
      textOfRate('DHL: 32,70 €'),
      textOfRate('DHL: 32,67 €'),
      textOfRate('UPS: 32,68 €'),
      textOfRate('DHL: 32,68 €', '2702'),
    ],
  },
  'an address lacks `company` where the shop hides this field': {
    path: 'v2/cart',
    there: { customer: { billing_address: {} } },
    here: { customer: { billing_address: { billing_company: '' } } },
    faults: [{ customer: { billing_address: { billing_company: 'Other' } } }],
  },
  '`cross_sells` are shuffled, and some are left out where there are more than three': {
    path: 'v2/cart',
    there: offers(1, 2, 3),
    here: offers(3, 2, 4),
    faults: [offers(3, 2)],
  },
  '`cross_sells[]` have the stored price, and `average_rating`': {
    path: 'v2/cart',
    there: { cross_sells: [{ id: 1, price: '1190', average_rating: 'Rated 3.00 out of 5' }] },
    here: { cross_sells: [{ id: 1, price: '1200' }] },
    faults: [{ cross_sells: [{ id: 1, price: '119000' }] }],
  },
  'more than the stock is 405, a product that cannot be bought is 400': {
    path: 'cart: add',
    there: { status: 405, code: 'cocart_quantity_invalid_amount', message: 'Quantity must be 2 or lower.' },
    here: { status: 404, code: 'cocart_not_enough_in_stock', message: 'You cannot have 3.' },
    faults: [{ status: 404, code: 'cocart_product_not_found', message: 'x' }, { status: 200 }],
  },
  '`update-customer` on an empty cart is 404 `cocart_cart_empty`': {
    path: 'cart: country',
    there: { status: 404, code: 'cocart_cart_empty', message: 'Cart is empty.' },
    here: { status: 200 },
    faults: [{ status: 400, code: 'rest_invalid_param', message: 'x' }],
  },
  'a refusal has its own sentence in `message`': {
    path: 'cart: add',
    there: { status: 404, code: 'cocart_product_out_of_stock', message: 'One.' },
    here: { status: 404, code: 'cocart_product_out_of_stock', message: 'Another.' },
    faults: [{ status: 404, code: 'cocart_product_out_of_stock', message: '' }],
  },
};

describe.each(Object.entries(cases))('%s', (reason, { path, example, there, here, faults }) => {
  test('is expected', () => {
    expect(compared(path, there, here, example)).toEqual({ reasons: [reason], found: [] });
  });

  test('hides no fault', () => {
    for (const fault of faults) {
      expect([fault, compared(path, there, fault, example).found]).not.toEqual([fault, []]);
    }
  });
});

test('a kind is expected on its own paths only', () => {
  const elsewhere = expectedKinds.filter(({ path }) => !path.test('v2/other'));
  expect(elsewhere.length).toBeGreaterThan(20);
  for (const { reason } of elsewhere) {
    const { there, here, example } = cases[reason] as Case;
    expect([reason, compared('v2/other', there, here, example).found]).not.toEqual([reason, []]);
  }
});

test('every kind is tried, and is a row of docs/differences.md', () => {
  expect(Object.keys(cases)).toEqual(expectedKinds.map(({ reason }) => reason));
  const rows = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8').split('\n');
  const known = new Set(rows.map((row) => row.split(' | ')[0]?.replace(/^\| /, '')));
  expect(expectedKinds.map(({ reason }) => reason).filter((reason) => !known.has(reason))).toEqual([]);
});

test('a variation or a cart without a picture has the placeholder', () => {
  const reasons = ['a missing picture is the placeholder of WooCommerce, `[]` for a variation, or empty'];
  const variations = (featured_image: unknown) => ({ variations: [{ id: 2, featured_image }] });
  expect(compared(product, variations([]), variations({ full: missing }))).toEqual({ reasons, found: [] });
  expect(compared(product, variations([]), variations({ full: picture('') })).found).toHaveLength(1);
  const offer = (image: string) => ({ cross_sells: [{ id: 1, image }] });
  expect(compared('v2/cart', offer(''), offer(missing))).toEqual({ reasons, found: [] });
});
