import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { warmUp } from './warm-up.ts';

/** Returns a listener that answers every request with `status`, and the list of requested targets. */
function shop(status: number) {
  const targets: string[] = [];
  const listener: RequestListener = ({ url = '' }, response) => {
    targets.push(url);
    const list = url.includes('/products?');
    response.writeHead(status).end(JSON.stringify(list ? { products: [{ id: 7 }] } : {}));
  };
  return { targets, listener };
}

test('lists, carts and products of every mount are read', async () => {
  const { targets, listener } = shop(200);
  await warmUp(listener, ['', '/wp-json/cocart']);
  expect(targets.slice(0, 6)).toEqual([
    '/v2/products?orderby=price&min_price=0',
    '/v2/cart',
    '/v2/products/7',
    '/wp-json/cocart/v2/products?orderby=price&min_price=0',
    '/wp-json/cocart/v2/cart',
    '/wp-json/cocart/v2/products/7',
  ]);
});

test('the first failure is the last request', async () => {
  const { targets, listener } = shop(503);
  await warmUp(listener, ['']);
  expect(targets).toHaveLength(1);
});
