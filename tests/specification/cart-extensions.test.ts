import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSystem } from '#testing/system.ts';
import { openCallersShop } from './shop.ts';
import { cartOf } from './shown-cart.ts';

// The shared system has the extension `gift-message`.
const { shop, products } = openCallersShop();
const add = (sent = {}, product = products[0]) => shop.add({ id: product }, sent);

const update = (key: string, data: object) => {
  const body = JSON.stringify({ namespace: 'gift-message', data });
  return shop.send('POST', '/v2/cart/update', { key, body });
};

test('[2.7 extensions of others] a gift message stays in the cart until it is removed', async () => {
  const { cart_key: key, extensions } = cartOf(await add());
  expect(extensions).toEqual({});
  const cart = cartOf(await update(key, { text: 'For Ana', from: 'Gill' }));
  expect(cart.extensions).toEqual({ 'gift-message': { text: 'For Ana', from: 'Gill' } });
  expect(cart.notices).toEqual({ success: ['Your gift message has been saved.'] });
  expect(cartOf(await shop.get('/v2/cart', { key }))).toEqual({ ...cart, notices: {} });
  expect(cartOf(await add({ key }, products[1])).extensions).toEqual(cart.extensions);
  expect(cartOf(await update(key, { text: '' })).extensions).toEqual({});
});

test('[2.7 extensions of others] a refusal of an extension has its message and changes nothing', async () => {
  const { cart_key: key } = cartOf(await add());
  const before = cartOf(await update(key, { text: 'For Ana' }));
  const { status, body } = await update(key, { text: 5 });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      code: 'service_update_cart_invalid_callback_error',
      message: 'A gift message has a text, and may say whom it is from.',
      data: { status: 400 },
    },
  });
  expect(cartOf(await shop.get('/v2/cart', { key })).extensions).toEqual(before.extensions);
});

test('[4.2 update namespace] the error for an unknown namespace lists the known ones', async () => {
  const { cart_key: key } = cartOf(await add());
  const body = JSON.stringify({ namespace: 'nope' });
  const namespaces = ['update-cart', 'update-customer', 'gift-message'];
  expect(await shop.send('POST', '/v2/cart/update', { key, body })).toMatchObject({
    status: 404,
    body: { code: 'service_update_cart_no_namespace_error', data: { status: 404, namespaces } },
  });
});

test('[2.7 extensions of others] the process does not start with a module that is not an extension', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-extension-'));
  try {
    const path = join(folder, 'nothing.mjs');
    await writeFile(path, 'export default {};');
    await expect(startSystem({ env: { CART_EXTENSIONS: path } })).rejects.toThrow(
      `cart-1 cannot be started (exit 78: CART_EXTENSIONS: ${path} must have a default export`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
