import { expect, test } from 'vitest';
import { aCart, aLine } from '#testing/gateway/samples.ts';
import { asRead, fullCart, links } from '#testing/gateway/shown.ts';
import { cartV1Views as v1 } from './cart-v1.ts';
import type { Views } from './views.ts';

const item = (view: Views['cartItemV1']) => asRead(v1.cartItemV1.present(view, links, null));

const line = aLine();
const shown = { cart: aCart({ lines: [line] }), pictures: true, amounts: 'usual' } as const;

test('a raw line has amounts in major units and a formatted price', () => {
  expect(item({ ...shown, line })).toEqual({
    key: line.key,
    product_id: 13,
    variation_id: 0,
    variation: [],
    quantity: 2,
    data_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    line_tax_data: { subtotal: { 1: 7.2 }, total: { 1: 7.2 } },
    line_subtotal: 36,
    line_subtotal_tax: 7.2,
    line_total: 36,
    line_tax: 7.2,
    data: {},
    cart_item_data: [],
    product_name: 'T-Shirt',
    product_title: 'T-Shirt',
    product_price: '€18,00',
    product_image: 'https://shop.example/13.png',
  });
});

test('a variation has options by attribute, and taxes before and after discounts', () => {
  const variation = aLine({
    variationId: 54,
    type: 'variation',
    name: 'T-Shirt - Red',
    attributes: { pa_colour: 'red', pack: 'six' },
    taxes: [{ rateId: 4, subtotal: 720, total: 700 }],
    itemData: { engraving: 'Ana' },
    thumbnail: '',
  });
  expect(item({ ...shown, line: variation })).toMatchObject({
    variation_id: 54,
    variation: { attribute_pa_colour: 'red', attribute_pack: 'six' },
    line_tax_data: { subtotal: { 4: 7.2 }, total: { 4: 7 } },
    cart_item_data: { engraving: 'Ana' },
    product_name: 'T-Shirt - Red',
    product_title: 'T-Shirt',
    product_image: 'https://api.example/placeholder.svg',
  });
});

test('a line has a picture only on request, and taxes only if they are not zero', () => {
  const untaxed = aLine({ taxes: [] });
  const answer = item({ ...shown, pictures: false, line: untaxed });
  expect(answer).not.toHaveProperty('product_image');
  expect(answer.line_tax_data).toEqual({ subtotal: [], total: [] });
});

test('the hash of the data depends on type and options only', () => {
  const hash = (changes: Parameters<typeof aLine>[0]) => item({ ...shown, line: aLine(changes) }).data_hash;
  const red = hash({ attributes: { a: 'red', b: 'l' } });
  expect(hash({ attributes: { b: 'l', a: 'red' }, unitPrice: 1, name: 'New', quantity: 9 })).toBe(red);
  expect(hash({ attributes: { a: 'blue', b: 'l' } })).not.toBe(red);
  expect(hash({ attributes: { a: 'red', b: 'l' }, type: 'variation' })).not.toBe(red);
});

test('maps without entries are empty lists', () => {
  const empty = { cart: aCart(), pictures: false, amounts: 'usual' } as const;
  expect([
    v1.cartV1.present(empty, links, null),
    v1.removedItemsV1.present(empty, links, null),
    v1.quantitiesV1.present(empty, links, null),
  ]).toEqual([[], [], []]);
});

test('the parts of a full cart are answered without the cart', () => {
  const full = { cart: fullCart, pictures: false, amounts: 'usual' } as const;
  const keys = fullCart.lines.map(({ key }) => key);
  expect(Object.keys(asRead(v1.cartV1.present(full, links, null)))).toEqual(keys);
  expect(v1.quantitiesV1.present(full, links, null)).toEqual(Object.fromEntries(keys.map((key) => [key, 2])));
  expect(v1.cartWeightV1.present(full, links, null)).toBe(1.8);
  expect(v1.removedItemsV1.present(full, links, null)).toMatchObject({
    [fullCart.removed[0]?.key ?? '']: { product_id: 81, quantity: 1, product_name: 'Mug' },
  });
});

test('totals are numbers in major units, or formatted texts', () => {
  const totals = (formatted: boolean) =>
    asRead(v1.cartTotalsV1.present({ cart: fullCart, formatted }, links, null));
  expect(totals(false)).toEqual({
    subtotal: 2505.12,
    subtotal_tax: 525.72,
    shipping_total: 4.95,
    shipping_tax: 1.04,
    shipping_taxes: [1.04],
    discount_total: 3.6,
    discount_tax: 0.76,
    cart_contents_total: 2436,
    cart_contents_tax: 511.21,
    cart_contents_taxes: [511.21],
    fee_total: 2.45,
    fee_tax: 0.53,
    fee_taxes: [0.53],
    total: 2956.18,
    total_tax: 512.78,
  });
  expect(totals(true)).toMatchObject({ total: '€2.956,18', fee_taxes: ['€0,53'] });
});
