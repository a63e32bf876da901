import { expect, test } from 'vitest';
import { addressOf } from './requests.ts';

const mounts = ['', '/wp-json/cocart', '/api/shop'];

test.each([
  ['/v2/cart/add-item', '/v2/cart/add-item', ''],
  ['/cocart/v2/cart/add-item', '/v2/cart/add-item', ''],
  ['//cocart//v2/cart', '/v2/cart', ''],
  ['/v2/cart?cart_key=a&fields=items', '/v2/cart', 'cart_key=a&fields=items'],
  ['/v2/cart?url=http://x/?y', '/v2/cart', 'url=http://x/?y'],
  ['/v2/products/a%20b', '/v2/products/a%20b', ''],
  ['/v2/products/größe', '/v2/products/gr%C3%B6%C3%9Fe', ''],
  ['/v2/cart#part', '/v2/cart', ''],
  ['/cocart', '', ''],
  ['/cocartier/v2/cart', '/cocartier/v2/cart', ''],
  ['//example.org/v2/cart', '/example.org/v2/cart', ''],
])('%s leads to %s on every mount', (written, path, query) => {
  for (const mount of mounts) expect(addressOf(written, mount)).toEqual({ path, query });
});

test('a path may begin with the last segment of the mount’s prefix', () => {
  expect(addressOf('/shop/v2/cart', '/api/shop')?.path).toBe('/v2/cart');
  expect(addressOf('/shop/v2/cart', '')?.path).toBe('/shop/v2/cart');
});

test.each([
  'v2/cart',
  '',
  ' /v2/cart',
  'http://example.org/v2/cart',
  '/v2/%zz',
  '/v2\\cart',
  '/v2/ca\nrt',
  '/v2/\0',
])('%j is not a path', (written) => {
  expect(addressOf(written, '')).toBe(null);
});
