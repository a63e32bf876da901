import { expect, test } from 'vitest';
import { aReview } from '../../testing/catalogue-samples.ts';
import { aPrice, aProduct, units } from '../../testing/samples.ts';
import { asRead, lamp, links, productView } from '../../testing/shown.ts';
import { productV1 as productOfService } from '../service/product-v1.ts';
import { productsV1, productV1 } from './product-v1.ts';

function read(...view: Parameters<typeof productView>) {
  return asRead(productV1(productView(...view), links));
}

test('a product is the specification’s with formatted prices, units, maps, and what CoCart has beyond it', () => {
  const product = aProduct({ ...lamp, variationIds: [53, 54] });
  const specified = asRead(productOfService(productView(product), links));
  expect(read(product)).toEqual({
    ...specified,
    price: '€18,50',
    regular_price: '€21,00',
    sale_price: '',
    has_options: true,
    in_stock: true,
    low_stock_amount: 5,
    review_count: 2,
    rating_html: 'Rated 4.00 out of 5 based on 2 customer ratings',
    reviews: [],
    weight: { value: '0.4', unit: 'kg' },
    dimensions: { length: '10', width: '20', height: '', unit: 'cm' },
    attributes: {
      attribute_pa_colour: {
        id: 3,
        name: 'Colour',
        position: 0,
        is_attribute_visible: true,
        used_for_variation: true,
        options: { red: 'Red', teal: 'Teal' },
      },
    },
    variations: { '53': { id: 53 }, '54': { id: 54 } },
    add_to_cart: { text: 'Select options', description: 'Select options for “Lamp”', rest_url: '' },
  });
});

test('a simple product has empty lists where it has no map, and no rating without ratings', () => {
  const shown = read(aProduct({ ratingCount: 0, prices: aPrice({ price: 1500, sale: 1500, onSale: true }) }));
  expect({
    prices: [shown.price, shown.regular_price, shown.sale_price],
    attributes: shown.attributes,
    variations: shown.variations,
    rating: shown.rating_html,
    low: shown.low_stock_amount,
  }).toEqual({
    prices: ['€15,00', '€18,00', '€15,00'],
    attributes: [],
    variations: [],
    rating: '',
    low: '',
  });
  expect(read(aProduct({ ratingCount: 1 })).rating_html).toMatch(/based on 1 customer rating$/);
  expect(read(aProduct({ prices: aPrice({ price: null, regular: null }) })).price).toBe('');
});

test('reviews inside a product carry rating and verified as texts', () => {
  const reviews = [aReview(), aReview({ id: 502, rating: 0, verified: false })];
  expect(read(aProduct(), { reviews }).reviews).toMatchObject([
    { id: 501, review_id: '501', rating: '5', verified: '1' },
    { id: 502, review_id: '502', rating: '0', verified: '0' },
  ]);
});

test('a list is a bare array of products as they are read alone', () => {
  const entries = [lamp, aProduct()].map((product) => ({ product, reviews: [] }));
  const view = { entries, units, context: 'view', page: 1, totalPages: 1, total: 2 } as const;
  expect(asRead(productsV1(view, links))).toEqual([read(lamp), read(aProduct())]);
});
