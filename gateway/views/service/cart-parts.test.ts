import { expect, test } from 'vitest';
import type { CartLine } from '#contracts/cart.ts';
import { aCart, aLine, euro } from '#testing/gateway/samples.ts';
import { asRead, fullCart, links } from '#testing/gateway/shown.ts';
import type { Views } from '../shared/views.ts';
import { views } from './cart.ts';

const item = (shown: Views['cartItemV2']) => asRead(views.cartItemV2.present(shown, links, null));

const view = { cart: fullCart, pictures: true, amounts: 'usual' } as const;
const whole = asRead(views.cartV2.present(view, links, null));
const [line] = fullCart.lines as [CartLine];

test('a single line is the same as in its cart', () => {
  expect(item({ ...view, line })).toEqual(whole.items[line.key]);
});

test('without pictures lines have neither pictures nor a placeholder', () => {
  expect(item({ ...view, line, pictures: false }).featured_image).toBe('');
});

test.each([
  [{ decimals: 0, code: 'JPY', symbol: '¥' }, '¥123.456', 123_456],
  [{ decimals: 3, code: 'KWD', position: 'right_space' as const, symbol: 'KD' }, '123,456\u00a0KD', 123.456],
])('amounts follow the currency: %j', (changes, price, subtotal) => {
  const priced = aLine({ unitPrice: 123_456, subtotal: 123_456 });
  const cart = aCart({ currency: { ...euro, ...changes }, lines: [priced] });
  const shown = item({ ...view, cart, line: priced });
  expect([shown.price, shown.totals.subtotal]).toEqual([price, subtotal]);
});

test('parts are the same as in the whole cart', () => {
  expect(asRead(views.cartItems.present(view, links, null))).toEqual(whole.items);
  expect(asRead(views.removedItems.present(view, links, null))).toEqual(whole.removed_items);
  expect(asRead(views.crossSells.present(view, links, null))).toEqual(whole.cross_sells);
});

test('the mini cart has keyed lines with a plain quantity', () => {
  const shown = asRead(views.cartMini.present(view, links, null));
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
  const shown = item({ ...view, line: aLine({ itemData }) });
  expect(shown.cart_item_data).toEqual({ engraving: 'Ana', gift: false, pieces: 0, nested: { kept: '' } });
});
