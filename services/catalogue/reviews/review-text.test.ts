import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf } from '#testing/linear.ts';
import { cleanReview, plainName } from './review-text.ts';

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
