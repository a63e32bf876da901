import { expect, test } from 'vitest';
import { item as itemView } from '../../gateway/views/service/cart.ts';
import { otherRefusal } from './refusal-schemas.ts';
import { openShop } from './shop.ts';
import { cartOf, type ShownCart } from './shown-cart.ts';

const shop = openShop();

const read = async (key: string) => cartOf(await shop.get('/v2/cart', { key }));
const quantities = (cart: ShownCart) =>
  Object.values(cart.items).map(({ id, quantity }) => [id, quantity.value]);

test('[1 rule 1] products and carts answer without any authentication', async () => {
  for (const answer of [
    await shop.get('/v2/products/13'),
    await shop.get('/v2/cart'),
    await shop.add({ id: '13' }),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  }
});

test('[1 rule 3] sets no cookie and ignores cookies', async () => {
  const added = await shop.add({ id: '13' });
  const { cart_key } = cartOf(added);
  const headers = { cookie: `cart_key=${cart_key}; cocart_cart_key=${cart_key}` };
  const other = await shop.get('/v2/cart', { headers });
  expect(cartOf(other)).toMatchObject({ item_count: 0 });
  for (const { headers: sent } of [added, other, await shop.get('/v2/products/13')]) {
    expect(sent.get('set-cookie')).toBeNull();
  }
});

test('[4.2 POST /v2/cart/add-item] answers with the whole cart, equal to the cart of a later read', async () => {
  const { notices, ...cart } = cartOf(await shop.add({ id: '13', quantity: '2' }));
  expect(quantities({ notices, ...cart })).toEqual([[13, 2]]);
  expect(notices.success?.join()).toContain('T-Shirt');
  const { notices: _, ...later } = await read(cart.cart_key);
  expect(later).toEqual(cart);
});

test('[4.2 add-item id] accepts the id of a product or its SKU', async () => {
  const { cart_key: key } = cartOf(await shop.add({ id: '14' }));
  expect(quantities(cartOf(await shop.add({ id: 'woo-beanie' }, { key })))).toEqual([[14, 2]]);
});

test('[4.2 add-item quantity] is added to the quantity in the cart; its default is 1', async () => {
  const { cart_key: key } = cartOf(await shop.add({ id: '13' }));
  expect(quantities(await read(key))).toEqual([[13, 1]]);
  expect(quantities(cartOf(await shop.add({ id: '13', quantity: '3' }, { key })))).toEqual([[13, 4]]);
});

test('[4.2 add-item item_data] creates a separate line; equal data adds to the same line', async () => {
  const { cart_key: key } = cartOf(await shop.add({ id: '13' }));
  await shop.add({ id: '13', item_data: { engraving: 'Hi' } }, { key });
  await shop.add({ id: '13', item_data: { engraving: 'Hi' } }, { key });
  const cart = cartOf(await shop.add({ id: '13', item_data: { engraving: 'Ho' } }, { key }));
  expect(Object.values(cart.items).map((item) => [item.cart_item_data, item.quantity.value])).toEqual([
    [{}, 1],
    [{ engraving: 'Hi' }, 2],
    [{ engraving: 'Ho' }, 1],
  ]);
});

test('[4.2 add-item email] becomes the billing e-mail', async () => {
  const { cart_key } = cartOf(await shop.add({ id: '13', email: 'gill@example.com' }));
  expect((await read(cart_key)).customer.billing_address.billing_email).toBe('gill@example.com');
});

test('[4.2 add-item phone] becomes the billing phone', async () => {
  const { cart_key } = cartOf(await shop.add({ id: '13', phone: '+447700900111' }));
  expect((await read(cart_key)).customer.billing_address.billing_phone).toBe('+447700900111');
});

test('[4.2 add-item price refused] does not change the cart', async () => {
  const { notices: _, ...before } = cartOf(await shop.add({ id: '13' }));
  const refused = await shop.add({ id: '13', price: '3.50' }, { key: before.cart_key });
  expect(refused.status).toBe(403);
  otherRefusal('service_price_override_not_allowed', 403).parse(refused.body);
  expect(await read(before.cart_key)).toEqual({ ...before, notices: {} });
});

test('[4.2 add-item return_item] answers with the line alone', async () => {
  const answer = await shop.add({ id: '13', quantity: '2', return_item: true });
  expect(answer.status).toBe(200);
  const item = itemView.schema.parse(answer.body);
  expect(item).toMatchObject({ id: 13, quantity: { value: 2 }, totals: { subtotal: 36, subtotal_tax: 7.2 } });
});

test('[4.2 GET /v2/cart] returns an empty cart to a new client, and a known client’s own cart', async () => {
  const newcomer = cartOf(await shop.get('/v2/cart'));
  expect(newcomer.item_count).toBe(0);
  const { cart_key: key } = cartOf(await shop.add({ id: '13' }, { key: newcomer.cart_key }));
  expect(key).toBe(newcomer.cart_key);
  expect(quantities(await read(key))).toEqual([[13, 1]]);
});

test('[5 products and carts] are the same without credentials', async () => {
  const { cart_key: key } = cartOf(await shop.add({ id: '13' }));
  expect((await read(key)).item_count).toBe(1);
});

test('[5 rule 8 guest key] is read from the query or one of two headers; the header takes precedence', async () => {
  const { cart_key: key } = cartOf(await shop.add({ id: '13' }));
  const { cart_key: other } = cartOf(await shop.add({ id: '14' }));
  const byQuery = await shop.get('/v2/cart', { key });
  const byHeader = await shop.get('/v2/cart', { headers: { 'Cart-Key': key } });
  const byOlderHeader = await shop.get('/v2/cart', { headers: { 'CoCart-API-Cart-Key': key } });
  const byBoth = await shop.get('/v2/cart', { headers: { 'Cart-Key': key }, key: other });
  for (const answer of [byQuery, byHeader, byOlderHeader, byBoth]) {
    expect(quantities(cartOf(answer))).toEqual([[13, 1]]);
    expect(answer.headers.get('cart-key')).toBe(key);
    expect(answer.headers.get('cocart-api-cart-key')).toBe(key);
  }
});

test('[6 notices] adding an item gives a success notice', async () => {
  const { notices } = cartOf(await shop.add({ id: '13' }));
  expect(notices).toEqual({ success: [expect.stringContaining('T-Shirt')] });
});

test('[8 add-item quantity] accepts a text or a JSON number', async () => {
  expect(cartOf(await shop.add({ id: '13', quantity: '1' })).item_count).toBe(1);
  expect(cartOf(await shop.add({ id: 13, quantity: 1 })).item_count).toBe(1);
});

test('[8 max_purchase] is -1 without a maximum quantity', async () => {
  const bounds = [];
  for (const id of ['13', '35', '38', '37']) {
    const { items } = cartOf(await shop.add({ id }));
    bounds.push(...Object.values(items).map(({ quantity }) => quantity.max_purchase));
  }
  expect(bounds).toEqual([-1, 5, 1, -1]);
});
