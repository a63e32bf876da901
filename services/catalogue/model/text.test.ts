import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, pieces, plainText, searchPieces, slugKey, slugSpellings, words } from './text.ts';

test.each([
  ['  Crème   BRÛLÉE ', 'creme brulee'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Ｗｉｄｅ　１', 'wide 1'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['椅子', '椅子'],
])('%j is folded to %j', (text, expected) => {
  expect(folded(text)).toBe(expected);
});

test.each([
  ['<p>One<br>two</p>', 'One two'],
  ['Tom &amp; Jerry &#x2013; &#8220;x&#8221;', 'Tom & Jerry – “x”'],
  ['a &unknown; b &#99999999; < c', 'a b &#99999999; < c'],
  ['Caf&eacute; &Oslash;l Stra&szlig;e &aelig;on', 'Cafe Ol Straße aeon'],
])('%j is read as %j', (html, expected) => {
  expect(plainText(html, 100).replace(/\s+/g, ' ').trim()).toBe(expected);
});

test('words lose the punctuation around them and keep the punctuation inside', () => {
  expect(words(folded('A “T-shirt”, (50%) c# & woo-polo... – 木製、椅子'))).toEqual([
    'a',
    't-shirt',
    '50%',
    'c#',
    '&',
    'woo-polo',
    '木製',
    '椅子',
  ]);
});

test('folding twice equals folding once', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => folded(folded(text)) === folded(text)));
});

test('a part of a long word is found in one of the stored pieces of the word', () => {
  const long = fc.string({ minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(long, fc.nat(), fc.nat(), (word, from, length) => {
      const part = word.slice(from % word.length, (from % word.length) + length + 1);
      for (const one of searchPieces(part))
        expect(pieces(word).some((piece) => piece.includes(one))).toBe(true);
    }),
  );
});

test.each([
  ['Gr%C3%BCner-Tee', 'grüner-tee'],
  ['gr%c3%bcner-tee', 'grüner-tee'],
  ['GRÜNER-TEE', 'grüner-tee'],
  ['gru\u0308ner-tee', 'grüner-tee'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['cut-%c3', 'cut-%c3'],
])('%s and %s are one slug', (slug, key) => {
  expect(slugKey(slug)).toBe(key);
});

test.each([
  ['grün-☕', ['grün-☕', 'gr%c3%bcn-%e2%98%95']],
  ['gr%C3%BCn', ['gr%C3%BCn', 'grün', 'gr%c3%bcn']],
  ['gr%c3%bcn', ['gr%c3%bcn', 'grün']],
  ['gru\u0308n', ['gru\u0308n', 'grün', 'gr%c3%bcn']],
  ['Mug', ['Mug', 'mug']],
  ['mug', ['mug']],
  ['\ud800', ['\ud800', '\ufffd', '%ef%bf%bd']],
])('%s may be stored as any of %j', (slug, spellings) => {
  expect(slugSpellings(slug)).toEqual(spellings);
});
