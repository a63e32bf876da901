import { expect, test, vi } from 'vitest';

vi.stubGlobal('document', { querySelector: () => null });
const { isOwnCart } = await import('./page.ts');

const key = 't_0123456789abcdef';

test.each([
  ['the own page over HTTP, no cart here', null, 'http://shop.example:8080/', true],
  ['a cart is here already', key, 'http://shop.example:8080/', false],
  ['another host', null, 'http://evil.example/', false],
  ['a host that only begins like it', null, 'http://shop.example.evil.example/', false],
  ['a name before the host', null, 'http://shop.example@evil.example/', false],
  ['a page over HTTPS, which has no reason to send a key', null, 'https://shop.example/', false],
  ['no referrer: a mail, a chat, a typed address', null, '', false],
  ['no address', null, 'shop.example', false],
])('the cart of a link is taken without asking: %s', (_case, own, referrer, isTaken) => {
  expect(isOwnCart(own, referrer, 'shop.example')).toBe(isTaken);
});
