import { expect, test } from 'vitest';
import type { Product } from '#contracts/product.ts';
import { aPrice, aProduct, units } from '#testing/gateway/samples.ts';
import { asRead, lamp, links, presentersOf, productView } from '#testing/gateway/shown.ts';
import type { ProductView } from '../shared/views.ts';
import { productViews } from './product.ts';

const { productV2 } = presentersOf(productViews);

function read(product: Product, changes: Partial<ProductView> = {}) {
  return asRead(productV2(productView(product, changes), links));
}

const currency = {
  currency_code: 'EUR',
  currency_symbol: '€',
  currency_minor_unit: 2,
  currency_decimal_separator: ',',
  currency_thousand_separator: '.',
  currency_prefix: '€',
  currency_suffix: '',
};
const noDates = { from: null, from_gmt: null, to: null, to_gmt: null };
const sizes = (id: number) => ({
  thumbnail: `https://shop.example/${id}-thumbnail.png`,
  medium: `https://shop.example/${id}-medium.png`,
  large: `https://shop.example/${id}-large.png`,
  full: `https://shop.example/${id}-full.png`,
});
const card = {
  id: 42,
  name: 'Mug',
  slug: 'mug',
  image: 'https://api.example/placeholder.svg',
  permalink: 'https://shop.example/product/mug/',
  rest_url: 'https://api.example/shop/v2/products/42',
};
const addItem = (id: number) => `https://api.example/shop/v2/cart/add-item?id=${id}`;
const addItems = (id: number) => `https://api.example/shop/v2/cart/add-items?id=${id}`;

test('a variable product has exactly these members', () => {
  expect(read(lamp)).toEqual({
    id: 52,
    parent_id: 0,
    name: 'Lamp',
    slug: 't-shirt',
    permalink: 'https://shop.example/product/t-shirt/',
    type: 'variable',
    sku: 'woo-tshirt',
    description: '<p>Long.</p>',
    short_description: 'Short.',
    dates: {
      created: '2031-02-03T10:10:11',
      created_gmt: '2031-02-03T09:10:11',
      modified: '2031-02-04T10:10:11',
      modified_gmt: '2031-02-04T09:10:11',
    },
    featured: true,
    prices: {
      price: '18.50',
      regular_price: '21.00',
      sale_price: '',
      price_range: { min: '18.50', max: '2600.00' },
      on_sale: true,
      date_on_sale: { ...noDates, from: '2031-01-01T01:00:00', from_gmt: '2031-01-01T00:00:00' },
      currency,
    },
    hidden_conditions: {
      virtual: false,
      downloadable: false,
      manage_stock: true,
      sold_individually: false,
      reviews_allowed: true,
      shipping_required: true,
    },
    average_rating: '4.00',
    review_count: 2,
    rating_count: 2,
    rated_out_of: '5',
    images: [
      { id: 7, src: sizes(7), name: 'image 7', alt: '', position: 0, featured: true },
      { id: 8, src: sizes(8), name: 'image 8', alt: '', position: 1, featured: false },
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
    default_attributes: { attribute_pa_colour: { id: 3, name: 'Colour', option: { red: 'Red' } } },
    variations: [
      {
        id: 54,
        sku: 'woo-tshirt-red',
        description: '<p>Long.</p>',
        attributes: { attribute_pa_colour: 'red' },
        featured_image: sizes(7),
        prices: {
          price: '15.00',
          regular_price: '18.00',
          sale_price: '15.00',
          on_sale: false,
          date_on_sale: noDates,
          currency,
        },
        stock: {
          is_in_stock: true,
          stock_quantity: null,
          stock_status: 'instock',
          backorders: 'no',
          backorders_allowed: false,
          backordered: false,
          low_stock_amount: null,
        },
        add_to_cart: {
          is_purchasable: true,
          purchase_quantity: { min_purchase: 1, max_purchase: 5 },
          rest_url: addItem(54),
        },
      },
    ],
    grouped_products: [],
    stock: {
      is_in_stock: true,
      stock_quantity: -2,
      stock_status: 'instock',
      backorders: 'notify',
      backorders_allowed: true,
      backordered: true,
      low_stock_amount: 5,
    },
    weight: { value: '0.4', unit: 'kg' },
    dimensions: { length: '10', width: '20', height: '', unit: 'cm' },
    reviews: [],
    related: [
      {
        ...card,
        price: '7.00',
        add_to_cart: { text: 'Select options', description: 'Select options for “Mug”', rest_url: '' },
      },
    ],
    upsells: [
      {
        ...card,
        price: '',
        add_to_cart: { text: 'Add to cart', description: 'Add to cart: “Mug”', rest_url: addItem(42) },
      },
    ],
    cross_sells: [
      {
        ...card,
        price: '7.00',
        add_to_cart: {
          text: 'View products',
          description: 'View products in the “Mug” group',
          rest_url: addItems(42),
        },
      },
    ],
    total_sales: 3,
    external_url: '',
    button_text: '',
    add_to_cart: {
      text: 'Select options',
      description: 'Select options for “Lamp”',
      has_options: true,
      is_purchasable: true,
      purchase_quantity: {},
      rest_url: '',
    },
    meta_data: [{ key: 'note', value: { a: 1 } }],
  });
});

test('a simple product has a link, limits, and empty maps', () => {
  const shown = read(aProduct());
  expect([shown.attributes, shown.default_attributes, shown.images, shown.prices.price_range]).toEqual([
    {},
    {},
    [],
    null,
  ]);
  expect(shown.add_to_cart).toEqual({
    text: 'Add to cart',
    description: 'Add to cart: “T-Shirt”',
    has_options: false,
    is_purchasable: true,
    purchase_quantity: { min_purchase: 1, max_purchase: -1 },
    rest_url: addItem(13),
  });
});

test.each([
  [{ stock: { ...lamp.stock, status: 'outofstock' as const } }, 'Read more', addItem(13)],
  [{ purchasable: false }, 'Read more', addItem(13)],
  [{ type: 'external' as const, buttonText: 'Buy there' }, 'Buy there', ''],
  [{ type: 'external' as const }, 'Buy product', ''],
  [{ type: 'grouped' as const }, 'View products', addItems(13)],
])('the button of %j', (changes, text, link) => {
  const { add_to_cart: button } = read(aProduct(changes));
  expect([button.text, button.rest_url]).toEqual([text, link]);
});

test.each([
  [0, 'JPY', '1800'],
  [2, 'EUR', '18.00'],
  [3, 'KWD', '1.800'],
])('a price has as many decimals as its currency: %i', (decimals, code, text) => {
  const currencyOf = { ...units.currency, decimals, code };
  const shown = read(aProduct(), { units: { ...units, currency: currencyOf } });
  expect([shown.prices.price, shown.prices.currency.currency_minor_unit]).toEqual([text, decimals]);
});

test('a product without a price has empty texts', () => {
  const { prices } = read(aProduct({ prices: aPrice({ price: null, regular: null }) }));
  expect([prices.price, prices.regular_price, prices.sale_price]).toEqual(['', '', '']);
});
