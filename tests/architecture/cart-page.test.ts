import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../gateway/routes.ts';

const page = readFileSync(new URL('../../docs/cart.md', import.meta.url), 'utf8');

test('the page on the cart names every route of it, and none that there is not', () => {
  const named = [...page.matchAll(/`([A-Z]+ \/(?:v[12]\/)?[\w{}/-]+)`/g)].map(([, request]) => request);
  const aboutCarts = routes
    .filter(({ kind, path }) => kind === 'cart' || path.startsWith('/v1/get-cart/'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(named)].sort()).toEqual(aboutCarts.sort());
});
