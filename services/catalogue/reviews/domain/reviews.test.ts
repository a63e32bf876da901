import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shopTime } from '../../domain/shop-time.ts';
import {
  derived,
  type RatingCount,
  ratingOf,
  searchedWords,
  textDigest,
  textOf,
  writeRequestId,
} from './reviews.ts';

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
