import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf } from '#testing/linear.ts';
import {
  cleanReview,
  derived,
  plainName,
  type RatingCount,
  ratingOf,
  searchedWords,
  textDigest,
  textOf,
  writeRequestId,
} from './reviews.ts';
import { shopTime } from './store-settings.ts';

describe('the rating of a product', () => {
  test('is the mean of the given stars with two decimals; reviews without stars only increase the number of reviews', () => {
    const counts = [
      { rating: 5, count: 2 },
      { rating: 4, count: 1 },
      { rating: 0, count: 3 },
    ];
    expect(ratingOf(counts)).toEqual({ averageRating: '4.67', ratingCount: 3, reviewCount: 6 });
    expect(ratingOf([{ rating: 0, count: 1 }])).toEqual({
      averageRating: '0.00',
      ratingCount: 0,
      reviewCount: 1,
    });
  });

  test('differs from the mean by at most half a hundredth', () => {
    const one: fc.Arbitrary<RatingCount> = fc.record({
      rating: fc.integer({ min: 1, max: 5 }),
      count: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (counts) => {
        const { averageRating, ratingCount } = ratingOf(counts);
        const mean = counts.reduce((sum, { rating, count }) => sum + rating * count, 0) / ratingCount;
        expect(averageRating).toMatch(/^\d\.\d\d$/);
        expect(Math.abs(Number(averageRating) - mean)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });
});

describe('words', () => {
  test('of a review are the words of its text and its author, without case and accents', () => {
    expect(derived("<p>It's a <b>Café</b> &amp; more</p>\n", 'Dana Holt', ' D@Shop.example ')).toMatchObject({
      emailFolded: 'd@shop.example',
      words: ['its', 'a', 'cafe', 'more', 'dana', 'holt'],
    });
  });

  test('of a search are at most ten, without repetition', () => {
    expect(searchedWords('CAFÉ, cafe!')).toEqual(['cafe']);
    expect(searchedWords('!?')).toEqual([]);
    expect(searchedWords('a b c d e f g h i j k')).toHaveLength(10);
  });

  test('have the same digest in any case, with any tags and spaces, but not with other characters', () => {
    expect(textDigest('<p>Good  one</p>\n')).toBe(textDigest('<p><b>good</b><br />\nOne</p>\n'));
    expect(textDigest('<p>Good one</p>\n')).not.toBe(textDigest('<p>Good one!</p>\n'));
    expect(textDigest('<p>👍</p>\n')).not.toBe(textDigest('<p>👎</p>\n'));
  });

  test('are decoded from HTML once', () => {
    expect(textOf('<p>a &amp;lt; b</p>\n')).toBe('a &lt; b');
  });
});

test('the same key of two authors gives two request ids; the case of an address makes no difference', () => {
  expect(writeRequestId('client', 'k', 'a@b.example')).toBe(writeRequestId('client', 'k', ' A@B.example'));
  expect(writeRequestId('client', 'k', 'a@b.example')).not.toBe(writeRequestId('client', 'k', 'c@b.example'));
});

test.each([
  ['Europe/Berlin', 0, '2026-07-01T14:00:00'],
  ['America/St_Johns', 0, '2026-07-01T09:30:00'],
  ['UTC', 5, '2026-07-01T12:00:00'],
  ['+05:30', 5.5, '2026-07-01T17:30:00'],
  ['', -2.5, '2026-07-01T09:30:00'],
  ['Nowhere/Else', 1, '2026-07-01T13:00:00'],
])('in %s (or %d h) noon of UTC is %s', (timezone, gmtOffset, local) => {
  const now = Date.parse('2026-07-01T12:00:00.999Z');
  expect(shopTime(now, { timezone, gmtOffset })).toEqual({ local, utc: '2026-07-01T12:00:00' });
});

describe('the text of a review', () => {
  test('is divided into paragraphs by empty lines, with breaks at line ends', () => {
    expect(cleanReview('Great')).toBe('<p>Great</p>\n');
    expect(cleanReview('One\r\ntwo\r\n\r\n\r\nthree ')).toBe('<p>One<br />\ntwo</p>\n<p>three</p>\n');
    expect(cleanReview('<p>One</p><p>two</p>')).toBe('<p>One</p>\n<p>two</p>\n');
    expect(cleanReview(' \n\n ')).toBe('');
  });

  test('keeps harmless tags and quotations', () => {
    expect(cleanReview('<b>Warm</b> & <em>light</em>')).toBe('<p><b>Warm</b> &amp; <em>light</em></p>\n');
    expect(cleanReview('He said <blockquote>never</blockquote> again')).toBe(
      '<p>He said</p>\n<blockquote>\n<p>never</p>\n</blockquote>\n<p>again</p>\n',
    );
  });

  test.each([
    ['<script>alert(1)</script>ok', '<p>ok</p>\n'],
    ['<img src=x onerror=alert(1)>ok', '<p>ok</p>\n'],
    ['<b onclick="alert(1)" style="x">ok</b>', '<p><b>ok</b></p>\n'],
    ['<a href="javascript:alert(1)">ok</a>', '<p><a>ok</a></p>\n'],
    ['<a href="jav&#x09;ascript:alert(1)">ok</a>', '<p><a>ok</a></p>\n'],
    ['<a href="//evil.example">ok</a>', '<p><a>ok</a></p>\n'],
    ['<a href="data:text/html,x">ok</a>', '<p><a>ok</a></p>\n'],
    [
      '<a href="https://shop.example/" target="_top">ok</a>',
      '<p><a href="https://shop.example/" rel="nofollow ugc">ok</a></p>\n',
    ],
    ['<h1>ok</h1><iframe src="//x"></iframe>', '<p>ok</p>\n'],
    ['<b>one\n\ntwo</b>', '<p><b>one</b></p>\n<p>two</p>\n'],
    ['1 < 2 <', '<p>1 &lt; 2 &lt;</p>\n'],
  ])('%s becomes %s', (given, clean) => {
    expect(cleanReview(given)).toBe(clean);
  });

  test.each([
    ['blanks around the end of a line', `a${' '.repeat(300)}\n${' '.repeat(300)}b`, '<p>a<br />\nb</p>\n'],
    ['lines that consist of blanks', 'a\n \t \n\n  \nb', '<p>a</p>\n<p>b</p>\n'],
  ])('loses %s', (_what, given, clean) => {
    expect(cleanReview(given)).toBe(clean);
  });

  test.each([
    ['blanks', (n: number) => `a${' '.repeat(n)}b`],
    ['line ends', (n: number) => '\n '.repeat(n / 2)],
    ['beginnings of tags', (n: number) => '<a '.repeat(n / 3)],
    ['attributes', (n: number) => `<a ${'a=b '.repeat(n / 4)}>x</a>`],
    ['quotations', (n: number) => '<blockquote>x\n\n'.repeat(n / 15)],
    ['comments', (n: number) => '<!--'.repeat(n / 4)],
  ])('of many %s is cleaned in linear time', async (_what, text) => {
    expect(await growthOf((n) => cleanReview(text(n)), 32_000, 1_000)).toMatchObject({ linear: true });
  });

  test('that was cleaned already does not change', () => {
    const pieces = ['<p>', '</p>', '<b>', '</b>', '<br>', '\n', '\n\n', ' ', 'word', '&', '<', '"', '<i'];
    const more = ['<blockquote>', '</blockquote>', '<a href="http://a.example">', '</a>', '<script>', '&lt;'];
    const texts = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 12 });
    fc.assert(
      fc.property(texts, (texts) => {
        const clean = cleanReview(texts.join(''));
        expect(cleanReview(clean)).toBe(clean);
        expect(clean).not.toMatch(/<(?!\/?(a|b|blockquote|br|i|p)\b)/);
      }),
    );
  });
});

describe("a reviewer's name", () => {
  test.each([
    ['Dana  Holt ', 'Dana Holt'],
    ['<b>Dana</b> & Co', 'Dana & Co'],
    ['<script>x</script>Dana "D" Holt', 'Dana "D" Holt'],
    ['&lt;img src=x&gt;', 'img src=x'],
    ['<br>', ''],
  ])('%s becomes %s', (given, plain) => {
    expect(plainName(given)).toBe(plain);
  });
});
