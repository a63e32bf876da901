import { expect, test } from 'vitest';
import { otherRefusal } from './refusal-schemas.ts';
import { openShop } from './shop.ts';
import { cartOf, type ShownCart } from './shown-cart.ts';

const shop = openShop();

/**
 * Fills a new cart with 2 pieces of product 13 and 1 piece of product 48. Returns the cart key and the item
 * keys.
 */
async function filledCart() {
  const { cart_key: key } = cartOf(await shop.add({ id: '13', quantity: '2' }));
  const { items } = cartOf(await shop.add({ id: '48' }, { key }));
  const [first = '', second = ''] = Object.keys(items);
  return { key, first, second };
}

const update = (body: object, key: string) =>
  shop.send('POST', '/v2/cart/update', { key, body: JSON.stringify(body) });
const quantities = ({ items }: ShownCart) =>
  Object.values(items).map(({ id, quantity }) => [id, quantity.value]);

test('[4.2 POST /v2/cart/update] answers with the whole cart and a message; the change is stored', async () => {
  const { key, first } = await filledCart();
  const cart = cartOf(await update({ namespace: 'update-cart', quantity: { [first]: '5' } }, key));
  expect(quantities(cart)).toEqual([
    [13, 5],
    [48, 1],
  ]);
  expect(cart.notices).toEqual({ success: ['Cart updated successfully.'] });
  expect(cartOf(await shop.get('/v2/cart', { key }))).toEqual({ ...cart, notices: {} });
});

test('[4.2 update namespace] selects the handler; an unknown one changes nothing', async () => {
  const { key, first } = await filledCart();
  const quantity = { [first]: '5' };
  for (const [body, code, status] of [
    [{ quantity }, 'service_update_cart_namespace_error', 404],
    [{ namespace: '', quantity }, 'service_update_cart_namespace_error', 404],
    [{ namespace: 'nope', quantity }, 'service_update_cart_no_namespace_error', 404],
    [{ namespace: 5, quantity }, 'rest_invalid_param', 400],
  ] as const) {
    const answer = await update(body, key);
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code })]);
  }
  expect(quantities(cartOf(await shop.get('/v2/cart', { key })))).toEqual([
    [13, 2],
    [48, 1],
  ]);
  const named = cartOf(await update({ namespace: 'update-customer', city: 'York', quantity }, key));
  expect(named.customer.billing_address).toMatchObject({ billing_city: 'York' });
  const inQuery = await shop.send('POST', '/v2/cart/update?namespace=update-cart', {
    key,
    body: JSON.stringify({ quantity }),
  });
  expect(quantities(cartOf(inQuery))).toEqual([
    [13, 5],
    [48, 1],
  ]);
});

test('[4.2 update items] are accepted in each shape; 0 removes an item; other items do not change', async () => {
  const { key, first, second } = await filledCart();
  const shapes = [
    [{ items: { [first]: { quantity: '3' } } }, 3],
    [{ items: { [first]: '4' } }, 4],
    [{ items: { [first]: 5 } }, 5],
    [{ items: [{ item_key: first, quantity: '6' }] }, 6],
    [{ quantity: { [first]: '7', deadbeef: '9' } }, 7],
  ] as const;
  for (const [shape, quantity] of shapes) {
    expect(quantities(cartOf(await update({ namespace: 'update-cart', ...shape }, key)))).toEqual([
      [13, quantity],
      [48, 1],
    ]);
  }
  const removed = cartOf(await update({ namespace: 'update-cart', items: { [second]: '0' } }, key));
  expect([quantities(removed), removed.removed_items.map(({ product_id }) => product_id)]).toEqual([
    [[13, 7]],
    [48],
  ]);
});

test('[4.2 update items] that are invalid get an error notice and do not change; the others do', async () => {
  const { key, first } = await filledCart();
  const { items } = cartOf(await shop.add({ id: '35' }, { key }));
  const scarce = Object.values(items).find(({ id }) => id === 35)?.item_key ?? '';
  const cart = cartOf(
    await update({ namespace: 'update-cart', items: { [scarce]: '6', [first]: '3' } }, key),
  );
  expect([quantities(cart), Object.keys(cart.notices)]).toEqual([
    [
      [13, 3],
      [48, 1],
      [35, 1],
    ],
    ['error'],
  ]);
});

test('[4.2 update data] accepts every member of the handler', async () => {
  const { key, first } = await filledCart();
  const data = { items: { [first]: { quantity: '4' } } };
  const updated = cartOf(await update({ namespace: 'update-cart', items: {}, data }, key));
  expect(quantities(updated)).toEqual([
    [13, 4],
    [48, 1],
  ]);
  const { customer } = cartOf(
    await update({ namespace: 'update-customer', data: { first_name: 'Zoë' } }, key),
  );
  expect(customer.billing_address).toMatchObject({ billing_first_name: 'Zoë' });
});

test('[1 whole cart] adding, updating and reading answer with the same whole cart', async () => {
  const { key, first } = await filledCart();
  const line = `/v2/cart/item/${first}`;
  for (const ask of [
    () => shop.add({ id: '13' }, { key }),
    () => update({ namespace: 'update-cart', items: { [first]: '1' } }, key),
    () => update({ namespace: 'update-customer', city: 'Leeds' }, key),
    () => shop.send('POST', line, { key, body: '{"quantity":"2"}' }),
    () => shop.send('DELETE', line, { key }),
    () => shop.send('PUT', line, { key }),
    () => shop.send('POST', '/v2/cart/calculate', { key }),
    () => shop.send('POST', '/v2/cart/clear', { key }),
  ]) {
    const cart = cartOf(await ask());
    expect(cartOf(await shop.get('/v2/cart', { key }))).toEqual({ ...cart, notices: {} });
  }
});

test('[2.7 removed_items] are removed lines, which can be restored', async () => {
  const { key, first } = await filledCart();
  const { removed_items } = cartOf(await shop.send('DELETE', `/v2/cart/item/${first}`, { key }));
  expect(removed_items).toEqual([
    expect.objectContaining({ key: first, product_id: 13, quantity: 2, name: 'T-Shirt' }),
  ]);
  const restored = cartOf(await shop.send('PUT', `/v2/cart/item/${first}`, { key }));
  expect([restored.items[first]?.quantity.value, restored.removed_items]).toEqual([2, []]);
  otherRefusal('service_item_restored_to_cart', 405).parse(
    (await shop.send('PUT', `/v2/cart/item/${first}`, { key })).body,
  );
});

test('[2.7 cross_sells] name products related to those in the cart, without those in it', async () => {
  const { cart_key: key, cross_sells } = cartOf(await shop.add({ id: '51' }));
  const byId = cross_sells.toSorted((one, other) => one.id - other.id);
  expect(byId.map(({ id, product_name, price }) => [id, product_name, price])).toEqual([
    [39, 'Scheduled Sale', '15.00'],
    [42, 'Virtual Thing', '7.00'],
  ]);
  const after = cartOf(await shop.add({ id: '42' }, { key }));
  expect(after.cross_sells.map(({ id }) => id)).toEqual([39]);
});

const byOptions = { attribute_pa_colour: 'red', attribute_pa_size: 'm' };

test('[4.2 add-item id of a variation] adds the variation, with its product’s name as title', async () => {
  const { items } = cartOf(await shop.add({ id: '54' }));
  expect(Object.values(items)).toEqual([
    expect.objectContaining({ id: 54, title: 'Variable Colour Size', price: '$22.00' }),
  ]);
});

test('[4.2 add-item variation] selects the variation of a product, on the same line', async () => {
  const { cart_key: key } = cartOf(await shop.add({ id: '54' }));
  expect(quantities(cartOf(await shop.add({ id: '52', variation: byOptions }, { key })))).toEqual([[54, 2]]);
  const byLabels = { Colour: 'Red', Size: 'L' };
  expect(quantities(cartOf(await shop.add({ id: '52', variation: byLabels }, { key })))).toEqual([
    [54, 2],
    [55, 1],
  ]);
});

test('[2.7 item meta.variation] has the displayed options of a variation', async () => {
  const { items } = cartOf(await shop.add({ id: '52', variation: byOptions }));
  const shown = Object.values(items).map(({ meta }) => [meta.product_type, meta.variation]);
  expect(shown).toEqual([['variation', { Colour: 'Red', Size: 'M' }]]);
});
