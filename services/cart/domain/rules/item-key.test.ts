import { describe, expect, test } from 'vitest';
import { itemKey } from './line.ts';

describe('the key of a line', () => {
  test('of a plain product is the MD5 of its id', () => {
    expect(itemKey(145, 0, {}, {})).toBe('2b24d495052a8ce66358eb576b8912c8');
    expect(itemKey(13, 0, {}, {})).toBe('c51ce410c124a10e0db5e4b97fc2af39');
  });

  test('of a variation covers its product, itself, and its attributes with the chosen options, in order', () => {
    // echo -n '7_9_attribute_pa_colourredattribute_materialWool' | md5sum
    const chosen = { pa_colour: 'red', material: 'Wool' };
    expect(itemKey(7, 9, chosen, {})).toBe('b57d9fc2e6b8f8dec781a4c732431957');
    expect(itemKey(7, 9, chosen, { gift: 'yes' })).toBe('cbd4862dcd4e741531544509735a5374');
    expect(itemKey(7, 9, { material: 'Wool', pa_colour: 'red' }, {})).not.toBe(itemKey(7, 9, chosen, {}));
  });

  test('differs for other data, other attributes and another variation', () => {
    const keys = [
      itemKey(13, 0, {}, {}),
      itemKey(13, 0, {}, { engraving: 'Ana' }),
      itemKey(13, 0, {}, { engraving: 'Bea' }),
      itemKey(13, 24, {}, {}),
      itemKey(13, 24, { pa_color: 'red' }, {}),
      itemKey(13, 24, { pa_color: 'blue' }, {}),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('takes nested data as a query string and true as 1', () => {
    // echo -n '13_giftlines%5B0%5D=To+Ana&lines%5B1%5D=x%26ywrap1' | md5sum, with names and values concatenated
    expect(itemKey(13, 0, {}, { gift: { lines: ['To Ana', 'x&y'] }, wrap: true })).toBe(
      'cbc69387aa8b9173595b2414ef971cf1',
    );
  });
});
