import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatted } from '#platform/money/text.ts';
import { aPrice, euro } from '#testing/gateway/samples.ts';
import { htmlCurrency, priceHtml } from './product-v1.ts';

const html = (changes: Parameters<typeof aPrice>[0], currency = euro) =>
  priceHtml(aPrice(changes), htmlCurrency(currency));

test.each([
  ['a price', {}, '<span class="amount">€18,00</span>'],
  ['nothing', { price: 0, regular: 0 }, '<span class="amount">€0,00</span>'],
  ['no price', { price: null, regular: null }, ''],
  [
    'a sale',
    { price: 1500, sale: 1500, onSale: true },
    '<del aria-hidden="true"><span class="amount">€18,00</span></del> <ins><span class="amount">€15,00</span></ins>',
  ],
  ['a sale to come', { sale: 1500 }, '<span class="amount">€18,00</span>'],
  [
    'a sale of a group, which has no regular price',
    { regular: null, onSale: true },
    '<span class="amount">€18,00</span>',
  ],
  [
    'a range, on sale or not',
    { range: { min: 1850, max: 260_000 }, onSale: true },
    '<span class="amount">€18,50</span> – <span class="amount">€2.600,00</span>',
  ],
])('%s', (_what, changes, text) => {
  expect(html(changes)).toBe(text);
});

test('for any currency format, the HTML has no other tags than ours, and its text is the amount', () => {
  const part = fc.string({ maxLength: 12 });
  const decoded = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#039;', "'")
      .replaceAll('&amp;', '&');
  fc.assert(
    fc.property(part, part, part, fc.nat(9_999_999), (symbol, decimalSeparator, thousandSeparator, price) => {
      const currency = { ...euro, symbol, decimalSeparator, thousandSeparator };
      const text = html({ price, regular: price }, currency);
      const inner = text.slice('<span class="amount">'.length, -'</span>'.length);
      expect(inner).not.toMatch(/[<>"']/);
      expect(decoded(inner)).toBe(formatted(price, currency));
    }),
  );
});
