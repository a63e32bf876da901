import { describe, expect, test } from 'vitest';
import { cleanHtml, cleanName, isWebAddress, withSafeTexts } from './safe-html.ts';

describe('cleanHtml', () => {
  test.each([
    'A mug, 2 < 3 & more',
    '<p>A <strong>mug</strong>.<br>\nTwo <br/>lines<br />&nbsp;end&eacute;</p>\r\n',
    '<a href=\'https://shop.example/?a=1&amp;b=2\' target=_blank rel="noopener">size</a> <a href="#top">up</a>',
    '<a href="mailto:a@example.org">mail</a><a href="/care/?x=javascript:y">care</a><a href="care.html">care</a>',
    '<!-- wp:paragraph {"align":"center"} --><P CLASS="x" style="text-align:center; color: #f00;">x</P>',
    '<table border=1 width="100%"><tr><td colspan=2>1</td></tr></table>',
    '<img src="//cdn.example/a.jpg" srcset="/a-300.jpg 300w, https://cdn.example/b.jpg 2x" alt="a &eacute;" loading="lazy"/>',
    '<video controls poster="/p.jpg"><source src="/v.mp4" type="video/mp4"></video>',
    '<div data-tab="1" aria-label="x" id="sizes"><ul><li>open',
  ])('%s stays byte for byte', (html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  test.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" class="a">x</p>', '<p class="a">x</p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<img src=x/onerror=alert(1)>', '<img src="x/onerror=alert(1)" />'],
    ['<iframe src="javascript:alert(1)"></iframe>ok', 'ok'],
    ['<a href="java&#115;cript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#1;javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="javascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href="vbscript:x">x</a>', '<a>x</a>'],
    ['<a href=/a href="javascript:x">x</a>', '<a href="/a">x</a>'],
    ['<img src="data:image/svg+xml,<svg onload=1>">', '<img />'],
    ['<img srcset="/a.jpg 1x, javascript:x 2x">', '<img />'],
    ['<svg><a xlink:href="javascript:x">y</a></svg>', '<a>y</a>'],
    ['<form action="https://evil"><input name="card">pay</form>', 'pay'],
    ['<p style="color:red;position:fixed;top:0">x</p>', '<p style="color:red">x</p>'],
    ['<p style="background:url(https://evil/a)">x</p>', '<p>x</p>'],
    ['<p style="background:\\75rl(x)">x</p>', '<p>x</p>'],
    ['<a title="<!-- " onclick=alert(1) x="-->">x</a>', '<a title="&lt;!-- ">x</a>'],
    ['<img alt=\u00A0"x onerror=alert(1) y">', '<img alt="\u00A0&quot;x" />'],
    ['<!--><img src=x onerror=alert(1)>-->', '<img src="x" />--&gt;'],
    ['<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>', '<img src="x" />"&gt;'],
    ['<p>x\u0000\u001B[2J</p>', '<p>x[2J</p>'],
    ['x <scr<script>ipt>alert(1)</script>', 'x ipt&gt;alert(1)'],
    ['unclosed <img src=x onerror=alert(1)', 'unclosed '],
  ])('%j becomes %j, which is clean', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });
});

test.each([
  ['Salt & Pepper, 2 < 3, <5 mm', 'Salt & Pepper, 2 < 3, <5 mm'],
  ['A <b>bold</b> mug<br />', 'A <b>bold</b> mug<br />'],
  ['<script>alert(1)</script>Mug', 'alert(1)Mug'],
  ['<b onclick=x>Mug</b>', 'Mug</b>'],
  ['<<img src=x onerror=1>img src=x onerror=1>', ''],
  ['A<B plug', 'A< B plug'],
  ['Mug <img src=x onerror=alert(1)', 'Mug < img src=x onerror=alert(1)'],
  ['two\nlines\u001B', 'two lines '],
])('the name %j becomes %j, which is clean', (name, clean) => {
  expect(cleanName(name)).toBe(clean);
  expect(cleanName(clean)).toBe(clean);
});

test.each([
  ...['https://shop.example/', 'HTTP://x', '//cdn.example/a', '/media/a.svg', 'files/a:b.zip', ''].map(
    (one) => [one, true] as const,
  ),
  ...[
    'javascript:x',
    ' javascript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:x',
    'ftp://x',
    'blob:x',
    'file:///x',
    '&#106;avascript:x',
    'javascript&colon;x',
  ].map((one) => [one, false] as const),
  ...['a&b.jpg', 'a?b=1&c;d:e', '//host/a'].map((one) => [one, true] as const),
])('%j is a web address: %s', (address, isOne) => {
  expect(isWebAddress(address)).toBe(isOne);
});

test('every text and address of a record is cleaned, and all else stays', () => {
  const bad = '<b onclick=x>y</b>';
  const image = {
    id: 1,
    thumbnail: '/t',
    medium: '/m',
    large: 'javascript:x',
    full: '/f',
    name: bad,
    alt: bad,
  };
  const record = {
    id: 7,
    ...{ name: bad, description: bad, shortDescription: bad, purchaseNote: bad, buttonText: bad },
    ...{ permalink: 'javascript:x', externalUrl: 'data:x', meta: [{ key: 'k', value: bad }] },
    images: [
      { ...image, sizes: { a: '/a', b: 'data:x' } },
      { ...image, full: 'javascript:x' },
    ],
    downloads: [
      { id: 'd', name: bad, file: 'https://x/a.zip' },
      { id: 'e', name: 'e', file: 'data:x' },
    ],
    categories: [{ id: 1, name: bad, slug: 's' }],
    attributes: [{ key: 'k', name: bad, options: [{ slug: 's', label: bad }] }],
    variations: [{ id: 8, description: bad, parent: { name: bad, tags: [{ name: bad }] } }],
    image: { ...image, full: 'javascript:x' },
  };
  const name = 'y</b>';
  const html = '<b>y</b>';
  const clean = { ...image, large: '', name, alt: name };
  expect(withSafeTexts(record)).toEqual({
    id: 7,
    ...{ name, description: html, shortDescription: html, purchaseNote: html, buttonText: name },
    ...{ permalink: '', externalUrl: '', meta: record.meta },
    images: [{ ...clean, sizes: { a: '/a' } }],
    downloads: [{ id: 'd', name, file: 'https://x/a.zip' }],
    categories: [{ id: 1, name, slug: 's' }],
    attributes: [{ key: 'k', name, options: [{ slug: 's', label: name }] }],
    variations: [{ id: 8, description: html, parent: { name, tags: [{ name }] } }],
    image: null,
  });
});
