import { expect, test } from 'vitest';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { asRead, fullCart, links } from '#testing/gateway/shown.ts';
import { views as serviceViews } from '../service/cart.ts';
import type { CartView, Views } from '../shared/views.ts';
import { views } from './cart.ts';

const usual = { cart: fullCart, pictures: true, amounts: 'usual' } as const;
const cartV2 = (view: CartView) => asRead(views.cartV2.present(view, links, null));
const item = (view: Views['cartItemV2']) => asRead(views.cartItemV2.present(view, links, null));

const zeros = {
  subtotal: '0',
  subtotal_tax: '0',
  fee_total: '0',
  fee_tax: '0',
  discount_total: '0',
  discount_tax: '0',
  shipping_total: '0',
  shipping_tax: '0',
  total: '0',
  total_tax: '0',
};

test('an empty cart has all members, and empty maps are lists', () => {
  const { currency, customer, ...shown } = cartV2({ ...usual, cart: aCart() });
  const specified = asRead(
    serviceViews.cartV2.present({ cart: aCart(), pictures: true, amounts: 'usual' }, links, null),
  );
  expect([currency, customer]).toEqual([specified.currency, specified.customer]);
  expect(shown).toEqual({
    cart_hash: 'No items in cart so no hash',
    cart_key: 't_0123456789abcdef0123456789abcdef',
    items: [],
    item_count: 0,
    items_weight: '0',
    coupons: [],
    needs_payment: false,
    needs_shipping: false,
    shipping: {
      total_packages: 0,
      show_package_details: false,
      has_calculated_shipping: false,
      packages: [],
    },
    fees: [],
    taxes: [],
    totals: zeros,
    removed_items: [],
    cross_sells: [],
    notices: [],
  });
});

const firstItem = {
  item_key: '00000000000000000000000000000001',
  id: 54,
  name: 'T-Shirt - Red',
  title: 'T-Shirt',
  price: '123456',
  quantity: { value: 2, min_purchase: 1, max_purchase: 5 },
  totals: { subtotal: '246912', subtotal_tax: 518.52, total: 2400, tax: 504.01 },
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
  featured_image: 'https://shop.example/13.png',
};
const placeholder = 'https://api.example/placeholder.svg';

test('a full cart has the form of CoCart', () => {
  const { currency, customer, ...shown } = cartV2(usual);
  expect(currency.currency_code).toBe('EUR');
  expect(customer.billing_address).toMatchObject({ billing_country: 'NL' });
  expect(shown).toEqual({
    cart_hash: 'fc6d6b18f5ab4a711bcf62fd0743e03f',
    cart_key: 't_9f2c',
    items: [
      firstItem,
      {
        item_key: 'c51ce410c124a10e0db5e4b97fc2af39',
        id: 13,
        name: 'T-Shirt',
        title: 'T-Shirt',
        price: '1800',
        quantity: { value: 2, min_purchase: 1, max_purchase: -1 },
        totals: { subtotal: '3600', subtotal_tax: 7.2, total: 36, tax: 7.2 },
        slug: 't-shirt',
        meta: { product_type: 'simple', sku: 'woo-tshirt', dimensions: [], weight: '0.0', variation: [] },
        backorders: '',
        cart_item_data: [],
        featured_image: placeholder,
      },
    ],
    item_count: 4,
    items_weight: '1.8',
    coupons: [
      {
        coupon: 'ten',
        label: 'Coupon: ten',
        discount_type: 'percent',
        saving: '-360',
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
              cost: '495',
              html: 'Standard: €4,95',
              taxes: '104',
              chosen_method: true,
              meta_data: { items: 'T-Shirt × 2' },
            },
            'free_shipping:4': {
              key: 'free_shipping:4',
              method_id: 'free_shipping',
              instance_id: 4,
              label: 'Free',
              cost: '0',
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
    fees: { 'gift-wrap': { name: 'Gift wrap', fee: '250' }, rebate: { name: 'Rebate', fee: '-5' } },
    taxes: { 'NL-VAT-1': { name: 'VAT', price: '51225' } },
    totals: {
      subtotal: '250512',
      subtotal_tax: '52572',
      fee_total: '245',
      fee_tax: '53',
      discount_total: '360',
      discount_tax: '76',
      shipping_total: '495',
      shipping_tax: '104',
      total: '295618',
      total_tax: '51278',
    },
    removed_items: [
      {
        item_key: '0000000000000000000000000000000f',
        id: 81,
        product_id: 81,
        variation_id: 0,
        name: 'Mug',
        title: 'Mug',
        price: '700',
        quantity: 1,
        totals: { subtotal: '700', subtotal_tax: 1.4, total: 7, tax: 1.4 },
        slug: 'mug',
        meta: { product_type: 'simple', sku: 'mug', dimensions: [], weight: '0.0', variation: [] },
        backorders: '',
        cart_item_data: [],
        featured_image: 'https://shop.example/13.png',
      },
    ],
    cross_sells: [
      {
        id: 90,
        name: 'Tray',
        title: 'Tray',
        slug: 'tray',
        type: 'simple',
        price: '1200',
        regular_price: '1500',
        sale_price: '1200',
        image: placeholder,
        on_sale: true,
      },
    ],
    notices: { success: ['“Mug” was added.', 'Again.'], error: ['Less is left.'] },
    extensions: { gift: { message: 'Hi' } },
  });
});

test('a cart without data of extensions has no member for them, as in CoCart', () => {
  expect(cartV2({ ...usual, cart: aCart() })).not.toHaveProperty('extensions');
});

test('a cart without shipped products has a shipping object without packages', () => {
  const { shipping } = cartV2({ ...usual, cart: aCart({ lines: [aLine()] }) });
  expect(shipping).toEqual({
    total_packages: 0,
    show_package_details: false,
    has_calculated_shipping: false,
    packages: [],
  });
});

test('a single line is the same as in its cart', () => {
  const [line] = fullCart.lines;
  if (!line) throw new Error('the cart has lines');
  expect(item({ cart: fullCart, line, pictures: true, amounts: 'usual' })).toEqual(firstItem);
  expect(item({ cart: fullCart, line, pictures: false, amounts: 'usual' }).featured_image).toBe('');
});

test('the route of lines returns a map, although the whole cart has a list', () => {
  const { items } = cartV2(usual);
  expect(Object.values(asRead(views.cartItems.present(usual, links, null)))).toEqual(items);
});

test('other parts are the same as in the whole cart', () => {
  const whole = cartV2(usual);
  expect(asRead(views.removedItems.present(usual, links, null))).toEqual(whole.removed_items);
  expect(asRead(views.crossSells.present(usual, links, null))).toEqual(whole.cross_sells);
});

test('the mini cart has a list of lines, and minor units', () => {
  const { items, totals } = asRead(views.cartMini.present(usual, links, null));
  expect([
    items.map((one: { price: string; quantity: number }) => [one.price, one.quantity]),
    totals,
  ]).toEqual([
    [
      ['123456', 2],
      ['1800', 2],
    ],
    { subtotal: '250512', subtotal_tax: '52572', total: '295618', total_tax: '51278' },
  ]);
});

test('the route of totals returns decimals, formatted on request', () => {
  const totalOf = (view: CartView) => asRead(views.cartTotals.present(view, links, null)).total;
  const asked = { ...usual, amounts: 'formatted' } as const;
  expect([totalOf(usual), totalOf(asked)]).toEqual(['2956.18', '€2.956,18']);
  const { totals, items } = cartV2(asked);
  expect([totals.subtotal, items[0]?.price, items[0]?.totals.subtotal]).toEqual([
    '€2.505,12',
    '€1.234,56',
    '€2.469,12',
  ]);
});
