import { expect, test } from 'vitest';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { causeOf, handedCart } from './handed-cart.ts';

const ours = { total: 5_000, items: 4_000, discount: 300, shipping: 500, tax: 800, fees: 0 };
const cause = (theirs: object, hasAddress = true, currency = 'EUR') =>
  causeOf({ currency: 'EUR', totals: ours, has_address: hasAddress }, { ...ours, currency, ...theirs });

test.each([
  ['equal', {}, null],
  ['equal in total only, because of the rounding of its parts', { tax: 801, discount: 301 }, null],
  ['of other goods', { total: 5_100, items: 4_100 }, 'items'],
  ['without a coupon', { total: 5_300, discount: 0 }, 'discount'],
  ['with another rate', { total: 5_100, shipping: 600 }, 'shipping'],
  ['with another tax', { total: 5_010, tax: 810 }, 'tax'],
  ['with a fee', { total: 5_010, fees: 10 }, 'fees'],
  ['that differ in nothing but the total', { total: 5_001 }, 'tax'],
])('totals %s', (_what, theirs, expected) => {
  expect(cause(theirs)).toBe(expected);
});

test('without an address, only the goods after discounts are compared', () => {
  expect(cause({ total: 5_200, shipping: 700, tax: 900 }, false)).toBe(null);
  expect(cause({ total: 5_200, items: 4_001, discount: 301, shipping: 700 }, false)).toBe(null);
  expect(cause({ total: 5_200, items: 4_100 }, false)).toBe('items');
  expect(cause({ total: 5_300, discount: 0 }, false)).toBe('discount');
});

test('another currency is never compared', () => {
  expect(cause({ total: 0, items: 0 }, true, 'USD')).toBe('currency');
});

test('a cart is handed over with the names of WooCommerce', () => {
  const { customer } = aCart();
  const line = aLine({
    ...{ variationId: 14, attributes: { pa_colour: 'red', grosse: 'XL' }, ownPrice: 900 },
    variation: { Colour: 'Red', Größe: 'XL' },
    itemData: { engraving: 'Anna' },
  });
  const shipping = { ...customer.shipping, firstName: 'Ann', country: 'DE', postcode: '10115' };
  const handed = handedCart(aCart({ lines: [line], customer: { ...customer, shipping } }));
  expect(handed.lines).toEqual([
    {
      ...{ key: line.key, product_id: 13, variation_id: 14, quantity: 2, name: 'T-Shirt', price: 900 },
      variation: {
        ...{ attribute_pa_colour: 'red', attribute_grosse: 'XL' },
        ...{ attribute_Colour: 'Red', attribute_Größe: 'XL' },
      },
      item_data: { engraving: 'Anna' },
    },
  ]);
  expect(handed.shipping).toMatchObject({ first_name: 'Ann', address_1: '', postcode: '10115' });
  expect([handed.has_address, handedCart(aCart()).has_address]).toEqual([true, false]);
});
