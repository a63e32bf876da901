import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AmountFormat, affixes, decimalText, formatted } from './text.ts';

const largest = Number.MAX_SAFE_INTEGER;
const decimals = fc.integer({ min: 0, max: 4 });

const euros: AmountFormat = {
  symbol: '€',
  position: 'right_space',
  decimals: 2,
  decimalSeparator: ',',
  thousandSeparator: '.',
};
const yen: AmountFormat = {
  symbol: '¥',
  position: 'left',
  decimals: 0,
  decimalSeparator: '.',
  thousandSeparator: ',',
};
const dinars: AmountFormat = {
  symbol: 'د.ك',
  position: 'left_space',
  decimals: 3,
  decimalSeparator: '.',
  thousandSeparator: ',',
};
const francs: AmountFormat = { ...dinars, symbol: 'CHF', decimals: 2, thousandSeparator: "'" };

describe('a formatted amount', () => {
  test.each([
    ['left', '€12.345,67', '-€12.345,67'],
    ['right', '12.345,67€', '-12.345,67€'],
    ['left_space', '€\u00a012.345,67', '-€\u00a012.345,67'],
    ['right_space', '12.345,67\u00a0€', '-12.345,67\u00a0€'],
  ] as const)('has its symbol at %s: %s; a minus sign comes first: %s', (position, text, negative) => {
    expect(formatted(1_234_567, { ...euros, position })).toBe(text);
    expect(formatted(-1_234_567, { ...euros, position })).toBe(negative);
  });

  test.each([
    [0, euros, '0,00\u00a0€'],
    [5, euros, '0,05\u00a0€'],
    [-5, euros, '-0,05\u00a0€'],
    [99_999, euros, '999,99\u00a0€'],
    [100_000, euros, '1.000,00\u00a0€'],
    [100_000_000, euros, '1.000.000,00\u00a0€'],
    [0, yen, '¥0'],
    [999, yen, '¥999'],
    [1_000, yen, '¥1,000'],
    [-1_234_567, yen, '-¥1,234,567'],
    [0, dinars, 'د.ك\u00a00.000'],
    [999_999, dinars, 'د.ك\u00a0999.999'],
    [1_000_000, dinars, 'د.ك\u00a01,000.000'],
    [123_456_789, francs, "CHF\u00a01'234'567.89"],
    [largest, euros, '90.071.992.547.409,91\u00a0€'],
    [largest, yen, '¥9,007,199,254,740,991'],
    [-largest, dinars, '-د.ك\u00a09,007,199,254,740.991'],
  ] as const)('%i is written in its currency: %#', (amount, format, text) => {
    expect(formatted(amount, format)).toBe(text);
  });

  test.each([
    [' ', '1 234 567,89\u00a0€'],
    ['\u202f', '1\u202f234\u202f567,89\u00a0€'],
    ["'", "1'234'567,89\u00a0€"],
    ['', '1234567,89\u00a0€'],
    ['$&', '1$&234$&567,89\u00a0€'],
  ])('separates thousands by "%s", which may be any text', (thousandSeparator, text) => {
    expect(formatted(123_456_789, { ...euros, thousandSeparator })).toBe(text);
  });

  test('equals its decimal text once its symbol and separators are removed', () => {
    const formats = fc.record({
      symbol: fc.constantFrom('€', 'CHF', 'kr', ''),
      position: fc.constantFrom('left', 'right', 'left_space', 'right_space'),
      decimals,
      decimalSeparator: fc.constantFrom(',', '.', '·'),
      thousandSeparator: fc.constantFrom("'", ' ', '', '_'),
    });
    fc.assert(
      fc.property(fc.maxSafeInteger(), formats, (amount, format) => {
        const { prefix, suffix } = affixes(format, '\u00a0');
        const sign = amount < 0 ? '-' : '';
        const text = formatted(amount, format);
        expect(text.startsWith(sign + prefix) && text.endsWith(suffix)).toBe(true);
        const inner = text.slice(sign.length + prefix.length, text.length - suffix.length);
        const groups = inner.split(format.decimalSeparator)[0]?.split(format.thousandSeparator || '_') ?? [];
        if (format.thousandSeparator !== '') {
          expect(groups.slice(1).every((group) => group.length === 3)).toBe(true);
          expect(groups[0]?.length).toBeLessThanOrEqual(3);
        }
        const plain = inner
          .replaceAll(format.thousandSeparator || '_', '')
          .replace(format.decimalSeparator, '.');
        expect(sign + plain).toBe(decimalText(amount, format.decimals));
      }),
    );
  });
});

test.each([
  ['left', '€', ''],
  ['right', '', '€'],
  ['left_space', '€ ', ''],
  ['right_space', '', ' €'],
] as const)(
  'a symbol in position %s gives the prefix "%s" and the suffix "%s"',
  (position, prefix, suffix) => {
    expect(affixes({ ...euros, position })).toEqual({ prefix, suffix });
  },
);
