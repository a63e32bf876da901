import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak, text } from './texts.ts';

const page = { documentElement: { lang: '' } };
beforeEach(() => vi.stubGlobal('document', page));
afterEach(() => vi.doUnmock('./texts/nl.json'));

test.each([
  ['de', 'de', 'Ihr Warenkorb ist leer.'],
  ['de-AT', 'de-AT', 'Ihr Warenkorb ist leer.'],
  ['pl-PL', 'pl-PL', 'Koszyk jest pusty.'],
  ['es', 'es', 'Su carrito está vacío.'],
  ['fr-CA', 'fr-CA', 'Votre panier est vide.'],
  ['it', 'it', 'Il carrello è vuoto.'],
  ['nl', 'nl', 'Uw winkelwagen is leeg.'],
  ['en-GB', 'en', 'Your cart is empty.'],
  ['cs', 'en', 'Your cart is empty.'],
  ['', 'en', 'Your cart is empty.'],
])('in a store whose language is %j the page is in %s', async (tag, lang, empty) => {
  await speak(tag);
  expect([page.documentElement.lang, text('cart.empty')]).toEqual([lang, empty]);
});

test('numbers and plurals are those of the language', async () => {
  await speak('pl');
  const counts = [1, 2, 5, 22, 12_345].map((count) => text('list.count', { count }));
  expect(counts).toEqual(['1 produkt', '2 produkty', '5 produktów', '22 produkty', '12\u00a0345 produktów']);
  await speak('en');
  expect([text('list.count', { count: 1 }), text('list.count', { count: 1_234 })]).toEqual([
    '1 product',
    '1,234 products',
  ]);
  expect(text('list.results', { search: '{search} $&' })).toBe('Results for “{search} $&”');
});

test('a text that a language lacks is English, with its numbers', async () => {
  vi.resetModules();
  vi.doMock('./texts/nl.json', () => ({ default: { 'cart.empty': 'Leeg.' } }));
  const texts = await import('./texts.ts');
  await texts.speak('nl');
  expect([texts.text('cart.empty'), texts.text('list.count', { count: 1_234 })]).toEqual([
    'Leeg.',
    '1,234 products',
  ]);
});
