import { expect, test } from 'vitest';
import { otherCases, otherFile, otherSettings, shops } from './other-shop.ts';

const [, euros, yen] = shops;
if (!euros || !yen) throw new Error('three shops are needed');

test('the ids of another shop replace all recorded ids except 0', () => {
  const product = {
    id: 50,
    parent_id: 0,
    grouped_products: [35, 13],
    categories: [{ id: 15, name: '15' }],
    attributes: [{ id: 0 }],
    stock_quantity: 5,
    price: '10',
  };
  expect(otherFile('products.json', [product], euros)).toEqual([
    {
      ...product,
      id: 1_050,
      grouped_products: [1_035, 1_013],
      categories: [{ id: 1_015, name: '15' }],
      attributes: [{ id: 0 }],
    },
  ]);
  expect(otherFile('variations.json', { 52: [{ id: 53, price: '21' }] }, yen)).toEqual({
    1052: [{ id: 1_053, price: '2100' }],
  });
});

test('a shop in yen has the same amounts in minor units as the recorded shop', () => {
  expect(otherFile('products.json', [{ id: 1, price: '19.99', sale_price: '' }], yen)).toEqual([
    { id: 1_001, price: '1999', sale_price: '' },
  ]);
  expect(otherSettings([{ id: 'woocommerce_currency' }, { id: 'other' }], yen)).toEqual([
    { id: 'woocommerce_currency', value: 'JPY' },
    { id: 'other' },
  ]);
});

test('scenarios have the ids and amounts of the other shop', () => {
  const file = {
    group: 'catalogue-v1',
    scenarios: [
      {
        name: 'one',
        steps: [
          {
            step: 'read',
            request: { path: 'v1/products/13?include=13,35&min_price=10&per_page=2' },
            expect: {
              status: 200,
              ids: { $bag: [13, 35] },
              body: { price: '$1,018.00', regular_price: '26' },
            },
          },
        ],
      },
    ],
  };
  const step = (shop: typeof euros) => otherCases(file, shop).scenarios[0]?.steps[0];
  expect(step(yen)).toEqual({
    step: 'read',
    request: { path: 'v1/products/1013?include=1013,1035&min_price=1000&per_page=2' },
    expect: {
      status: 200,
      ids: { $bag: [1_013, 1_035] },
      body: { price: '¥101,800', regular_price: '2600' },
    },
  });
  expect(step(euros)).toMatchObject({ expect: { body: { price: '1.018,00 €', regular_price: '26' } } });
});
