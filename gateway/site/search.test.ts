import { expect, test } from 'vitest';
import { excerptOf, found, hitOf, sectionsOf, wordsOf } from './search.ts';

const page = (path: string, title: string, html: string) =>
  sectionsOf({ path, title, html: `<h1 id="top">${title}</h1>\n${html}` });
const names = (query: string, ...pages: ReturnType<typeof page>[]) =>
  found(pages.flat(), wordsOf(query)).map(({ address }) => address);

test('a section has all words of the query, each at the beginning of a word', () => {
  const cart = page(
    'cart',
    'Cart',
    '<p>syntax and Cart-Key</p><h2 id="tax">Rates</h2>\n<p>the <code>tax_rate</code></p>',
  );
  expect(names('tax', cart)).toEqual(['/docs/cart#tax']);
  expect(names('rate tax', cart)).toEqual(['/docs/cart#tax']);
  expect(names('KEY', cart)).toEqual(['/docs/cart#top']);
  expect(names('-key', cart)).toEqual(['/docs/cart#top']);
  expect(names('yntax', cart)).toEqual([]);
  expect(names('tax nothing', cart)).toEqual([]);
  expect(names('  ', cart)).toEqual([]);
});

test('words of the title of the page count for its sections, but not alone', () => {
  const hooks = page('hooks', 'Webhooks', '<p>Text</p><h2 id="tries">Tries</h2>\n<p>Again</p>');
  expect(names('webhooks tries', hooks)).toEqual(['/docs/hooks#tries']);
  expect(names('webhooks', hooks)).toEqual(['/docs/hooks#top']);
});

test('titles come before texts, and v1 comes last unless the query asks for it', () => {
  const old = page('cart-v1', 'Cart in v1', '<h2 id="item">Item</h2>\n<p>a</p>');
  const now = page('cart', 'Cart', '<p>an item</p><h2 id="item">Item</h2>\n<p>a</p>');
  expect(names('item', old, now)).toEqual(['/docs/cart#item', '/docs/cart#top', '/docs/cart-v1#item']);
  expect(names('item v1', old, now)).toEqual(['/docs/cart-v1#item']);
});

test('an excerpt has the word, and begins and ends with whole words', () => {
  const text = `${'before '.repeat(40)}coupon ${'after '.repeat(60)}`.trim();
  const excerpt = excerptOf(text, ['coupon']);
  expect(excerpt).toMatch(/^… (before )+coupon (after )+…$/);
  expect(excerpt.length).toBeLessThan(220);
  expect(excerptOf('a coupon', ['coupon'])).toBe('a coupon');
  expect(excerptOf('x'.repeat(500), ['y'])).toBe(`${'x'.repeat(200)} …`);
});

test('a result names its page and its section, and its text is no HTML', () => {
  const [first, second] = page(
    'a',
    'Cart &amp; more',
    '<p>x</p><h2 id="b">The &lt;item&gt;</h2>\n<p>1 &lt; <code>2</code>.</p>',
  );
  expect(first && hitOf({ ...first, pageTitle: 'Cart & more' }, ['x'])).toBe(
    '<li><a href="/docs/a#top">Cart &amp; more</a><br>x</li>',
  );
  expect(second && hitOf({ ...second, pageTitle: 'Cart & more' }, ['2'])).toBe(
    '<li><a href="/docs/a#b">Cart &amp; more › The &lt;item&gt;</a><br>1 &lt; 2.</li>',
  );
});
