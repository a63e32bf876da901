import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Über Größe', 'uber-grose'],
  ['U\u0308ber', 'uber'],
  ['Æther Łódź Þor', 'aether-lodz-thor'],
  ["  Men's -- T/Shirt v1.5 ", 'mens-t-shirt-v1-5'],
  ['Salt & Pepper', 'salt-pepper'],
  ['a_b <b>bold</b>', 'a_b-bold'],
  ['Цвет', '%d1%86%d0%b2%d0%b5%d1%82'],
  ['Жёлтый', '%d0%b6%d1%91%d0%bb%d1%82%d1%8b%d0%b9'],
  ['한', '%ed%95%9c'],
  ['😀', '%f0%9f%98%80'],
  ['Color 🖍', 'color-%f0%9f%96%8d'],
  ['♥', '%e2%99%a5'],
  ['6½', '6%c2%bd'],
  ['10 × 15 – A\u00a04', '10-x-15-a-4'],
  ['“Quoted”…', 'quoted'],
  ['100% Wool %20', '100-wool-%20'],
  ['👩\u200d👧', '%f0%9f%91%a9%f0%9f%91%a7'],
  ['!?', ''],
  ['®', ''],
])('%s has the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each([
  ['de-DE', 'Über Größe', 'ueber-groesse'],
  ['de', 'A\u0308ste', 'aeste'],
  ['da-DK', 'Æble Øl Å', 'aeble-oel-aa'],
  ['sr-RS', 'Đak', 'djak'],
  ['nl-NL', 'Über Größe Øl', 'uber-grose-ol'],
])('in %s, %s has the slug %s', (language, name, slug) => {
  expect(slugOf(name, language)).toBe(slug);
});

test('a slug has at most 200 characters, and ends with a whole letter', () => {
  expect(slugOf('a'.repeat(300))).toBe('a'.repeat(200));
  expect(slugOf('😀'.repeat(300))).toBe('%f0%9f%98%80'.repeat(16));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const slug = slugOf(name);
      expect(slug.length).toBeLessThanOrEqual(200);
      expect(slug).toMatch(/^[%a-z0-9_-]*$/);
    }),
  );
});
