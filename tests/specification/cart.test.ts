import { expect, test } from 'vitest';
import { openShop } from './shop.ts';
import { cartOf, type ShownCart } from './shown-cart.ts';

const shop = openShop();

/** The item key of product 13: the MD5 of the product's id. */
const keyOf13 = 'c51ce410c124a10e0db5e4b97fc2af39';

/** Returns a new cart with these products. Each product is an id and a quantity. */
async function cartWith(...products: (readonly [id: string, quantity: string])[]): Promise<ShownCart> {
  let sent = {};
  for (const [id, quantity] of products) {
    sent = { key: cartOf(await shop.add({ id, quantity }, sent)).cart_key };
  }
  return cartOf(await shop.get('/v2/cart', sent));
}

/** Returns the only line of a new cart. */
async function line(id: string, quantity: string): Promise<ShownCart['items'][string]> {
  const [only, ...others] = Object.values((await cartWith([id, quantity])).items);
  expect(others).toEqual([]);
  if (!only) throw new Error('the cart is empty');
  return only;
}

test('[2.1 currency of a cart] has the position of the symbol as well', async () => {
  expect((await cartWith()).currency).toEqual({
    currency_code: 'USD',
    currency_symbol: '$',
    currency_symbol_pos: 'left',
    currency_minor_unit: 2,
    currency_decimal_separator: '.',
    currency_thousand_separator: ',',
    currency_prefix: '$',
    currency_suffix: '',
  });
});

test('[2.7 shape] is complete for an empty cart, one line and many lines', async () => {
  expect(Object.keys((await cartWith()).items)).toHaveLength(0);
  expect(Object.keys((await cartWith(['13', '1'])).items)).toHaveLength(1);
  const many = await cartWith(['13', '1'], ['35', '2'], ['42', '1'], ['47', '1'], ['49', '1'], ['51', '1']);
  expect(Object.keys(many.items)).toHaveLength(6);
});

test('[2.7 cart_hash] changes exactly when the contents change', async () => {
  const { cart_key: key, cart_hash } = await cartWith(['13', '1']);
  expect(cartOf(await shop.get('/v2/cart', { key })).cart_hash).toBe(cart_hash);
  expect(cartOf(await shop.add({ id: '13' }, { key })).cart_hash).not.toBe(cart_hash);
});

test('[2.7 cart_key] is new for each guest and does not change', async () => {
  const [one, other] = [await cartWith(['13', '1']), await cartWith(['13', '1'])];
  expect(one.cart_key).not.toBe(other.cart_key);
  expect(cartOf(await shop.get('/v2/cart', { key: one.cart_key })).cart_key).toBe(one.cart_key);
});

test("[2.7 currency] is the shop's", async () => {
  expect((await cartWith(['13', '1'])).currency).toMatchObject({
    currency_code: 'USD',
    currency_minor_unit: 2,
  });
});

test('[2.7 customer] has only the default country of the shop', async () => {
  const { billing_address, shipping_address } = (await cartWith()).customer;
  const filled = Object.entries({ ...billing_address, ...shipping_address }).filter(
    ([, text]) => text !== '',
  );
  expect(filled.sort()).toEqual([
    ['billing_country', 'GB'],
    ['shipping_country', 'GB'],
  ]);
});

test('[2.7 items] are keyed by item key, in the order they were added', async () => {
  const { items } = await cartWith(['35', '1'], ['13', '2'], ['35', '1']);
  expect(Object.values(items).map(({ id, quantity }) => [id, quantity.value])).toEqual([
    [35, 2],
    [13, 2],
  ]);
  expect(items[keyOf13]?.id).toBe(13);
});

test('[2.7 item_count] is the sum of the quantities', async () => {
  expect((await cartWith(['13', '2'], ['35', '3'])).item_count).toBe(5);
  expect((await cartWith()).item_count).toBe(0);
});

test('[2.7 items_weight] is the sum of the weights; items without a weight count as 0', async () => {
  expect((await cartWith(['35', '2'], ['13', '1'])).items_weight).toBe(3);
});

test('[2.7 needs_payment, needs_shipping] are true for shippable items, false for an empty cart', async () => {
  expect(await cartWith(['13', '1'])).toMatchObject({ needs_payment: true, needs_shipping: true });
  expect(await cartWith(['42', '1'])).toMatchObject({ needs_payment: true, needs_shipping: false });
  expect(await cartWith()).toMatchObject({ needs_payment: false, needs_shipping: false });
});

test('[2.7 taxes] have one entry for the one rate of the shop', async () => {
  expect((await cartWith(['42', '2'])).taxes).toEqual([
    { rate_id: 1, label: 'VAT', compound: false, tax_total: '2.80', shipping_tax_total: '0.00' },
  ]);
  expect((await cartWith()).taxes).toEqual([]);
});

test('[2.7 totals] of virtual products are their prices and taxes', async () => {
  const nothing = {
    subtotal: '0.00',
    subtotal_tax: '0.00',
    fee_total: '0.00',
    fee_tax: '0.00',
    discount_total: '0.00',
    discount_tax: '0.00',
    shipping_total: '0.00',
    shipping_tax: '0.00',
    cart_contents_total: '0.00',
    cart_contents_tax: '0.00',
    total: '0.00',
    total_tax: '0.00',
    shipping_taxes: [],
    cart_contents_taxes: [],
    fee_taxes: [],
  };
  expect((await cartWith()).totals).toEqual(nothing);
  // 2 × 7.00, 20 % VAT.
  expect((await cartWith(['42', '2'])).totals).toEqual({
    ...nothing,
    subtotal: '14.00',
    subtotal_tax: '2.80',
    cart_contents_total: '14.00',
    cart_contents_tax: '2.80',
    // Each list has one entry for each entry of `taxes`.
    cart_contents_taxes: [280],
    shipping_taxes: [0],
    fee_taxes: [0],
    total: '16.80',
    total_tax: '2.80',
  });
  // 2 × 18.00 with 20 % VAT. Other tests check the shipping in the total.
  expect((await cartWith(['13', '2'])).totals).toMatchObject({
    subtotal: '36.00',
    subtotal_tax: '7.20',
    cart_contents_total: '36.00',
    cart_contents_tax: '7.20',
  });
  // 19.99 is taxed, 11.00 is not. The tax of 3.998 is rounded once, on the line.
  expect((await cartWith(['48', '1'], ['49', '1'])).totals).toMatchObject({
    subtotal: '30.99',
    subtotal_tax: '4.00',
  });
});

test('[2.7 notices] are shown once', async () => {
  const added = cartOf(await shop.add({ id: '13' }));
  expect(added.notices.success).toHaveLength(1);
  expect(cartOf(await shop.get('/v2/cart', { key: added.cart_key })).notices).toEqual({});
});

test('[2.7 extensions] are an empty object without extensions', async () => {
  expect((await cartWith(['13', '1'])).extensions).toEqual({});
});

test('[2.7 item item_key] is the key of the line in the list of items', async () => {
  const { items } = await cartWith(['13', '1'], ['35', '1']);
  expect(Object.values(items).map(({ item_key }) => item_key)).toEqual(Object.keys(items));
  expect(Object.keys(items)).toContain(keyOf13);
});

test('[2.7 item id] is the id of the product', async () => {
  expect((await line('woo-tshirt', '1')).id).toBe(13);
});

test('[2.7 item name, title] are those of the product', async () => {
  expect(await line('13', '1')).toMatchObject({ name: 'T-Shirt', title: 'T-Shirt' });
});

test('[2.7 item price] is formatted as the shop writes amounts', async () => {
  expect((await line('13', '2')).price).toBe('$18.00');
});

test('[2.7 item quantity] has its minimum and maximum', async () => {
  expect((await line('13', '2')).quantity).toEqual({ value: 2, min_purchase: 1, max_purchase: -1 });
  expect((await line('35', '2')).quantity).toEqual({ value: 2, min_purchase: 1, max_purchase: 5 });
});

test('[2.7 item totals] are numbers in major units', async () => {
  expect((await line('13', '2')).totals).toEqual({ subtotal: 36, subtotal_tax: 7.2, total: 36, tax: 7.2 });
  expect((await line('48', '3')).totals).toEqual({
    subtotal: 59.97,
    subtotal_tax: 11.99,
    total: 59.97,
    tax: 11.99,
  });
});

test('[2.7 item slug] is that of the product', async () => {
  expect((await line('13', '1')).slug).toBe('t-shirt');
});

test('[2.7 item meta] has type, SKU and measures', async () => {
  const { weight, ...meta } = (await line('35', '2')).meta;
  expect(meta).toEqual({
    product_type: 'simple',
    sku: 'ora-stock5',
    dimensions: { length: '10', width: '20', height: '30', unit: 'cm' },
    variation: {},
  });
  expect(Number(weight)).toBe(3);
});

test('[2.7 item backorders] is set only for a line on backorder', async () => {
  expect((await line('13', '1')).backorders).toBe('');
  expect((await line('37', '3')).backorders).not.toBe('');
});

test('[2.7 item cart_item_data] is the given data, or empty', async () => {
  const item_data = { engraving: 'Grüße, 你好 🎁', size: { width: 3 } };
  const { items } = cartOf(await shop.add({ id: '13', item_data }));
  expect(Object.values(items).map((one) => one.cart_item_data)).toEqual([item_data]);
  expect((await line('13', '1')).cart_item_data).toEqual({});
});

test('[2.7 item featured_image] is the picture of the product', async () => {
  expect((await line('13', '1')).featured_image).toMatch(/^https?:\/\/.*sample-blue/);
});
