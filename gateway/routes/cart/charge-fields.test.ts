import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../testing/fixture.ts';
import { fullCart } from '../../testing/shown.ts';

const site = new GatewayFixture(natsFixture());

const rates = (cost: (minor: string, text: string) => string) => ({
  'flat_rate:3': { cost: cost('495', '4.95') },
  'free_shipping:4': { cost: cost('0', '0.00') },
});

/**
 * Queries that select members of coupons, fees, taxes and shipping, with the answers of the root mount and of
 * the CoCart mount.
 */
test.each([
  ['coupons.saving', { coupons: [{ saving: '-3.60' }] }, { coupons: [{ saving: '-360' }] }],
  ['coupons:coupon', { coupons: [{ coupon: 'ten' }] }, { coupons: [{ coupon: 'ten' }] }],
  [
    'fees.name',
    { fees: [{ name: 'Gift wrap' }, { name: 'Rebate' }] },
    { fees: { 'gift-wrap': { name: 'Gift wrap' }, rebate: { name: 'Rebate' } } },
  ],
  [
    'taxes:tax_total-price',
    { taxes: [{ tax_total: '511.21' }] },
    // The tax is 511.21 on items and fees, and 1.04 on shipping.
    { taxes: { 'NL-VAT-1': { price: '51225' } } },
  ],
  ['shipping:total_packages', { shipping: { total_packages: 1 } }, { shipping: { total_packages: 1 } }],
  [
    'shipping.packages.chosen_method',
    { shipping: { packages: { default: { chosen_method: 'flat_rate:3' } } } },
    { shipping: { packages: { default: { chosen_method: 'flat_rate:3' } } } },
  ],
  [
    'shipping.packages.default.rates.cost',
    { shipping: { packages: { default: { rates: rates((_minor, text) => text) } } } },
    { shipping: { packages: { default: { rates: rates((minor) => minor) } } } },
  ],
  [
    'totals:discount_total-fee_tax-shipping_tax',
    { totals: { discount_total: '3.60', fee_tax: '0.53', shipping_tax: '1.04' } },
    { totals: { discount_total: '360', fee_tax: '53', shipping_tax: '104' } },
  ],
])('%s can be selected', async (names, root, cocart) => {
  site.fakes.cart = fullCart;
  for (const parameter of ['fields', '_fields']) {
    expect((await site.get(`/v2/cart?${parameter}=${names}`)).body).toEqual(root);
    expect((await site.get(`/wp-json/cocart/v2/cart?${parameter}=${names}`)).body).toEqual(cocart);
  }
});

test('coupons, fees, taxes and shipping are selected as a whole', async () => {
  site.fakes.cart = fullCart;
  for (const mount of ['', '/wp-json/cocart']) {
    const whole = (await site.get(`${mount}/v2/cart`)).body;
    const { coupons, fees, taxes, shipping } = whole;
    const kept = (await site.get(`${mount}/v2/cart?_fields=coupons,fees,taxes,shipping`)).body;
    expect(kept).toEqual({ coupons, fees, taxes, shipping });
  }
});

test.each([
  ['', 'html=true', '€4,95'],
  ['', 'money=minor', '495'],
  ['', 'formatted=true', '€4,95'],
  ['/wp-json/cocart', '', '4.95'],
  ['/wp-json/cocart', 'html=true', '€4,95'],
  ['/wp-json/cocart', 'money=minor', '495'],
])('the totals on %j with %j have shipping of %s', async (mount, query, shipping) => {
  site.fakes.cart = fullCart;
  const { body } = await site.get(`${mount}/v2/cart/totals?${query}`);
  expect([body.shipping_total, body.shipping_taxes, body.fee_taxes]).toEqual([shipping, [104], [53]]);
});
