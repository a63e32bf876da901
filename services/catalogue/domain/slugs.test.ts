import { expect, test } from 'vitest';
import { slugKey, slugSpellings } from './slugs.ts';

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
