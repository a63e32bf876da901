import { expect, test } from 'vitest';
import type { CartLine } from '#contracts/cart.ts';
import { aCart, aLine, euro } from '#testing/gateway/samples.ts';
import { fullCart, links } from '#testing/gateway/shown.ts';
import { cartItems, cartItemV2, cartMini, cartV2, crossSells, removedItems } from './cart.ts';

const view = { cart: fullCart, pictures: true, amounts: 'usual' } as const;
const whole = cartV2(view, links);
const [line] = fullCart.lines as [CartLine];

test('a single line is the same as in its cart', () => {
  expect(cartItemV2({ ...view, line }, links)).toEqual(whole.items[line.key]);
});

test('without pictures lines have neither pictures nor a placeholder', () => {
  expect(cartItemV2({ ...view, line, pictures: false }, links).featured_image).toBe('');
});

test.each([
  [{ decimals: 0, code: 'JPY', symbol: '¥' }, '¥123.456', 123_456],
  [{ decimals: 3, code: 'KWD', position: 'right_space' as const, symbol: 'KD' }, '123,456\u00a0KD', 123.456],
])('amounts follow the currency: %j', (changes, price, subtotal) => {
  const priced = aLine({ unitPrice: 123_456, subtotal: 123_456 });
  const cart = aCart({ currency: { ...euro, ...changes }, lines: [priced] });
  const shown = cartItemV2({ ...view, cart, line: priced }, links);
  expect([shown.price, shown.totals.subtotal]).toEqual([price, subtotal]);
});

test('parts are the same as in the whole cart', () => {
  expect(cartItems(view, links)).toEqual(whole.items);
  expect(removedItems(view, links)).toEqual(whole.removed_items);
  expect(crossSells(view, links)).toEqual(whole.cross_sells);
});

test('the mini cart has keyed lines with a plain quantity', () => {
  const shown = cartMini(view, links);
  const [key = '', ...others] = Object.keys(shown.items);
  expect([shown.items[key], others.length]).toEqual([
    {
      item_key: '00000000000000000000000000000001',
      id: 54,
      name: 'T-Shirt - Red',
      price: '€1.234,56',
      quantity: 2,
      featured_image: 'https://shop.example/13.png',
    },
    1,
  ]);
  expect({ ...shown, items: null }).toEqual({
    cart_hash: 'fc6d6b18f5ab4a711bcf62fd0743e03f',
    cart_key: 't_9f2c',
    currency: whole.currency,
    items: null,
    item_count: 4,
    totals: { subtotal: '2505.12', subtotal_tax: '525.72', total: '2956.18', total_tax: '512.78' },
    needs_payment: true,
    needs_shipping: true,
  });
});

test('item data has no empty values and no members of WooCommerce', () => {
  const itemData = {
    engraving: 'Ana',
    gift: false,
    pieces: 0,
    nothing: '',
    none: null,
    list: [],
    map: {},
    nested: { kept: '' },
    quantity: 7,
    data_hash: 'x',
  };
  const shown = cartItemV2({ ...view, line: aLine({ itemData }) }, links);
  expect(shown.cart_item_data).toEqual({ engraving: 'Ana', gift: false, pieces: 0, nested: { kept: '' } });
});
