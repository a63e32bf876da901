import { expect, test } from 'vitest';
import { aCart } from '#testing/gateway/samples.ts';
import { asRead, fullCart, links } from '#testing/gateway/shown.ts';
import type { CartView } from '../shared/views.ts';
import { views } from './cart.ts';

const cartV2 = (view: CartView) => asRead(views.cartV2.present(view, links, null));

const currency = {
  currency_code: 'EUR',
  currency_symbol: '€',
  currency_symbol_pos: 'left',
  currency_minor_unit: 2,
  currency_decimal_separator: ',',
  currency_thousand_separator: '.',
  currency_prefix: '€',
  currency_suffix: '',
};
const address = (kind: string) => ({
  [`${kind}_first_name`]: '',
  [`${kind}_last_name`]: '',
  [`${kind}_company`]: '',
  [`${kind}_country`]: 'NL',
  [`${kind}_address_1`]: '',
  [`${kind}_address_2`]: '',
  [`${kind}_postcode`]: '',
  [`${kind}_city`]: '',
  [`${kind}_state`]: '',
});
const customer = {
  billing_address: { ...address('billing'), billing_phone: '', billing_email: '' },
  shipping_address: address('shipping'),
};
const placeholder = 'https://api.example/placeholder.svg';

test('an empty cart has all members', () => {
  const zero = '0.00';
  expect(cartV2({ cart: aCart(), pictures: true, amounts: 'usual' })).toEqual({
    cart_hash: 'No items in cart so no hash',
    cart_key: 't_0123456789abcdef0123456789abcdef',
    currency,
    customer,
    items: {},
    item_count: 0,
    items_weight: 0,
    coupons: [],
    needs_payment: false,
    needs_shipping: false,
    shipping: {
      total_packages: 0,
      show_package_details: false,
      has_calculated_shipping: false,
      packages: {},
    },
    fees: [],
    taxes: [],
    totals: {
      subtotal: zero,
      subtotal_tax: zero,
      fee_total: zero,
      fee_tax: zero,
      discount_total: zero,
      discount_tax: zero,
      shipping_total: zero,
      shipping_tax: zero,
      shipping_taxes: [],
      cart_contents_total: zero,
      cart_contents_tax: zero,
      cart_contents_taxes: [],
      fee_taxes: [],
      total: zero,
      total_tax: zero,
    },
    removed_items: [],
    cross_sells: [],
    notices: {},
    tax_display: 'incl',
    note: '',
    attributes: {},
    extensions: {},
  });
});

const firstItem = {
  item_key: '00000000000000000000000000000001',
  id: 54,
  name: 'T-Shirt - Red',
  title: 'T-Shirt',
  price: '€1.234,56',
  prices: { price: '1234.56', regular_price: '18.00', on_sale: false },
  quantity: { value: 2, min_purchase: 1, max_purchase: 5 },
  totals: { subtotal: 2469.12, subtotal_tax: 518.52, total: 2400, tax: 504.01 },
  slug: 't-shirt',
  meta: {
    product_type: 'variation',
    sku: 'woo-tshirt',
    dimensions: { length: '10', width: '', height: '3', unit: 'cm' },
    weight: '1.8',
    variation: { Colour: 'Red' },
  },
  backorders: 'Available on backorder',
  cart_item_data: { engraving: 'Ana' },
  attributes: {},
  featured_image: 'https://shop.example/13.png',
};

const removedItem = {
  key: '0000000000000000000000000000000f',
  product_id: 81,
  quantity: 1,
  name: 'Mug',
  item_key: '0000000000000000000000000000000f',
  id: 81,
  title: 'Mug',
  price: '€7,00',
  prices: { price: '7.00', regular_price: '18.00', on_sale: true },
  totals: { subtotal: 7, subtotal_tax: 1.4, total: 7, tax: 1.4 },
  slug: 'mug',
  meta: {
    product_type: 'simple',
    sku: 'mug',
    dimensions: { length: '', width: '', height: '', unit: 'cm' },
    weight: '0.0',
    variation: {},
  },
  backorders: '',
  cart_item_data: {},
  attributes: {},
  featured_image: 'https://shop.example/13.png',
};

test('a full cart has exactly these members', () => {
  const shown = cartV2({ cart: fullCart, pictures: true, amounts: 'usual' });
  expect(shown).toEqual({
    cart_hash: 'fc6d6b18f5ab4a711bcf62fd0743e03f',
    cart_key: 't_9f2c',
    currency,
    customer,
    items: {
      '00000000000000000000000000000001': firstItem,
      c51ce410c124a10e0db5e4b97fc2af39: {
        item_key: 'c51ce410c124a10e0db5e4b97fc2af39',
        id: 13,
        name: 'T-Shirt',
        title: 'T-Shirt',
        price: '€18,00',
        prices: { price: '18.00', regular_price: '18.00', on_sale: false },
        quantity: { value: 2, min_purchase: 1, max_purchase: -1 },
        totals: { subtotal: 36, subtotal_tax: 7.2, total: 36, tax: 7.2 },
        slug: 't-shirt',
        meta: {
          product_type: 'simple',
          sku: 'woo-tshirt',
          dimensions: { length: '', width: '', height: '', unit: 'cm' },
          weight: '0.0',
          variation: {},
        },
        backorders: '',
        cart_item_data: {},
        attributes: {},
        featured_image: placeholder,
      },
    },
    item_count: 4,
    items_weight: 1.8,
    coupons: [
      {
        coupon: 'ten',
        label: 'Coupon: ten',
        discount_type: 'percent',
        saving: '-3.60',
        saving_html: '-€3,60',
      },
    ],
    needs_payment: true,
    needs_shipping: true,
    shipping: {
      total_packages: 1,
      show_package_details: false,
      has_calculated_shipping: true,
      packages: {
        default: {
          package_name: 'Shipping',
          rates: {
            'flat_rate:3': {
              key: 'flat_rate:3',
              method_id: 'flat_rate',
              instance_id: 3,
              label: 'Standard',
              cost: '4.95',
              html: 'Standard: €4,95',
              taxes: '1.04',
              chosen_method: true,
              meta_data: { items: 'T-Shirt × 2' },
            },
            'free_shipping:4': {
              key: 'free_shipping:4',
              method_id: 'free_shipping',
              instance_id: 4,
              label: 'Free',
              cost: '0.00',
              html: 'Free',
              taxes: '',
              chosen_method: false,
              meta_data: { items: '' },
            },
          },
          package_details: '',
          index: 0,
          chosen_method: 'flat_rate:3',
          formatted_destination: 'Singel 1, Amsterdam',
        },
      },
    },
    fees: [
      { name: 'Gift wrap', amount: 2.5, taxable: true, tax_class: 'reduced', total: 2.5, tax: 0.53 },
      { name: 'Rebate', amount: -0.05, taxable: false, tax_class: '', total: -0.05, tax: 0 },
    ],
    taxes: [{ rate_id: 4, label: 'VAT', compound: false, tax_total: '511.21', shipping_tax_total: '1.04' }],
    totals: {
      subtotal: '2505.12',
      subtotal_tax: '525.72',
      fee_total: '2.45',
      fee_tax: '0.53',
      discount_total: '3.60',
      discount_tax: '0.76',
      shipping_total: '4.95',
      shipping_tax: '1.04',
      shipping_taxes: [104],
      cart_contents_total: '2436.00',
      cart_contents_tax: '511.21',
      cart_contents_taxes: [51_121],
      fee_taxes: [53],
      total: '2956.18',
      total_tax: '512.78',
    },
    removed_items: [removedItem],
    cross_sells: [
      {
        id: 90,
        product_name: 'Tray',
        product_title: 'Tray',
        slug: 'tray',
        type: 'simple',
        price: '12.00',
        regular_price: '15.00',
        sale_price: '12.00',
        on_sale: true,
        product_image: placeholder,
      },
    ],
    notices: { success: ['“Mug” was added.', 'Again.'], error: ['Less is left.'] },
    tax_display: 'incl',
    note: '',
    attributes: {},
    extensions: { gift: { message: 'Hi' } },
  });
});

test.each([
  ['minor', '295618', '0'],
  ['formatted', '€2.956,18', '€0,00'],
] as const)('totals are written %s on request', (amounts, total, none) => {
  const { totals } = cartV2({ cart: fullCart, pictures: true, amounts });
  expect([totals.total, totals.cart_contents_taxes]).toEqual([total, [51_121]]);
  expect(cartV2({ cart: aCart(), pictures: true, amounts }).totals.fee_tax).toBe(none);
});
