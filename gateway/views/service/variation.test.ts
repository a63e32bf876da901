import { expect, test } from 'vitest';
import { ownImage } from '#testing/gateway/catalogue-samples.ts';
import { aPrice, aVariation, units } from '#testing/gateway/samples.ts';
import { asRead, links, presentersOf, variationView } from '#testing/gateway/shown.ts';
import { productViews } from './product.ts';

const { variationsV2, variationV2 } = presentersOf(productViews);

const red = aVariation({
  parentId: 52,
  prices: aPrice({ price: 1500, sale: 1500, onSale: true }),
  stock: { managed: true, quantity: 4, status: 'instock', backorders: 'no', lowAmount: 2 },
  maxPurchase: 4,
  images: [ownImage(70)],
  meta: [
    { id: 1, key: 'note', value: 'soft' },
    { id: 2, key: '_secret', value: 'x' },
  ],
});

function read(...view: Parameters<typeof variationView>) {
  return asRead(variationV2(variationView(...view), links));
}

test('a variation has exactly these members', () => {
  const picture = (size: string) => `https://api.example/media/70-${size}.svg`;
  expect(read(red)).toEqual({
    id: 54,
    parent_id: 52,
    name: 'T-Shirt - Red',
    slug: 't-shirt-red',
    permalink: 'https://shop.example/product/t-shirt/?attribute_pa_colour=red',
    sku: 'woo-tshirt-red',
    description: '<p>Long.</p>',
    dates: {
      created: '2031-02-03T10:10:11',
      created_gmt: '2031-02-03T09:10:11',
      modified: '2031-02-04T10:10:11',
      modified_gmt: '2031-02-04T09:10:11',
    },
    featured: false,
    prices: {
      price: '15.00',
      regular_price: '18.00',
      sale_price: '15.00',
      price_range: null,
      on_sale: true,
      date_on_sale: { from: null, from_gmt: null, to: null, to_gmt: null },
      currency: {
        code: 'EUR',
        symbol: '€',
        position: 'left',
        decimal_separator: ',',
        thousand_separator: '.',
        decimals: 2,
      },
    },
    hidden_conditions: {
      virtual: false,
      downloadable: false,
      manage_stock: true,
      sold_individually: false,
      shipping_required: true,
    },
    images: [
      {
        id: 70,
        src: {
          thumbnail: picture('thumbnail'),
          medium: picture('medium'),
          large: picture('large'),
          full: picture('full'),
        },
        name: 'own 70',
        alt: 'Drawn',
        position: 0,
        featured: true,
      },
    ],
    categories: [
      {
        id: 17,
        name: 'Lamps',
        slug: 'lamps',
        rest_url: 'https://api.example/shop/v2/products/categories/17',
      },
    ],
    tags: [
      { id: 35, name: 'brass', slug: 'brass', rest_url: 'https://api.example/shop/v2/products/tags/35' },
    ],
    attributes: [{ id: 3, name: 'Colour', position: 0, visible: true, variation: true, options: ['Red'] }],
    stock: {
      is_in_stock: true,
      stock_quantity: 4,
      stock_status: 'instock',
      backorders: 'no',
      backorders_allowed: false,
      backordered: false,
      low_stock_amount: 2,
    },
    weight: { value: '0.4', unit: 'kg' },
    dimensions: { length: '10', width: '20', height: '', unit: 'cm' },
    total_sales: 3,
    add_to_cart: {
      text: 'Add to cart',
      description: 'Add to cart: “T-Shirt - Red”',
      is_purchasable: true,
      purchase_quantity: { min_purchase: 1, max_purchase: 4 },
      rest_url: 'https://api.example/shop/v2/cart/add-item?id=54',
    },
    meta_data: [{ key: 'note', value: 'soft' }],
  });
});

test('a list contains the variations as they are read alone', () => {
  const { variation: _one, ...family } = variationView(red);
  const blue = aVariation({ id: 58, stock: { ...red.stock, status: 'outofstock' } });
  expect(asRead(variationsV2({ ...family, variations: [red, blue] }, links))).toEqual([
    read(red),
    read(blue),
  ]);
  expect(read(blue).add_to_cart.text).toBe('Read more');
});

test('an attribute that accepts any option has an empty list, and attributes keep their order', () => {
  const any = { id: 4, key: 'pa_size', name: 'Size', slug: '', label: '' };
  const parent = { ...variationView(red).parent, attributes: [] };
  const { attributes } = read({ ...red, attributes: [any, ...red.attributes] }, { parent });
  expect(attributes).toEqual([
    { id: 4, name: 'Size', position: 0, visible: true, variation: true, options: [] },
    { id: 3, name: 'Colour', position: 1, visible: true, variation: true, options: ['Red'] },
  ]);
});

test('an attribute has the position and visibility that the product gives it', () => {
  const { parent } = variationView(red);
  const attributes = [{ key: 'pa_colour', position: 4, visible: false }];
  expect(read(red, { parent: { ...parent, attributes } }).attributes).toEqual([
    { id: 3, name: 'Colour', position: 4, visible: false, variation: true, options: ['Red'] },
  ]);
});

test('prices have the decimals of the currency', () => {
  const currency = { ...units.currency, code: 'JPY', decimals: 0 };
  const { prices } = read(red, { units: { ...units, currency } });
  expect([prices.price, prices.regular_price, prices.currency.decimals]).toEqual(['1500', '1800', 0]);
});
