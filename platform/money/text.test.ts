import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalNumber, decimalText, fromDecimalText } from './text.ts';

const largest = Number.MAX_SAFE_INTEGER;
const decimals = fc.integer({ min: 0, max: 4 });

describe('the decimal text of an amount', () => {
  test.each([
    [1999, 2, '19.99'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [-0, 2, '0.00'],
    [100, 2, '1.00'],
    [1999, 0, '1999'],
    [0, 0, '0'],
    [-7, 0, '-7'],
    [1999, 3, '1.999'],
    [9, 3, '0.009'],
    [-1000, 3, '-1.000'],
    [1, 4, '0.0001'],
    [9_007_199_254_740_991, 0, '9007199254740991'],
    [9_007_199_254_740_991, 2, '90071992547409.91'],
    [-9_007_199_254_740_991, 2, '-90071992547409.91'],
    [9_007_199_254_740_990, 3, '9007199254740.990'],
  ])('of %i at %i decimals is %s, and parses to the same amount', (amount, at, text) => {
    expect(decimalText(amount, at)).toBe(text);
    expect(fromDecimalText(text, at)).toBe(amount + 0);
  });

  test('parses to the same amount, for all safe integers at any number of decimals', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), decimals, (amount, at) => {
        expect(fromDecimalText(decimalText(amount, at), at)).toBe(amount);
      }),
    );
  });

  test('has exactly the number of decimals of the currency', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 4 }), (amount, at) => {
        expect(decimalText(amount, at)).toMatch(new RegExp(`^-?(0|[1-9]\\d*)\\.\\d{${at}}$`));
        expect(decimalText(amount, 0)).toMatch(/^-?\d+$/);
      }),
    );
  });
});

describe('an amount from a decimal text', () => {
  test.each([
    ['1.005', 2, 101],
    ['-1.005', 2, -101],
    ['1.00499999999999999999', 2, 100],
    ['0.5', 0, 1],
    // As in PHP, digits may be missing on one side of the point.
    ['.99', 2, 99],
    ['-.99', 2, -99],
    ['.5', 0, 1],
    ['5.', 2, 500],
    ['5.', 0, 5],
    ['-0.5', 0, -1],
    ['0.4999', 0, 0],
    ['-0.001', 2, 0],
    ['0.0005', 3, 1],
    ['0.999', 2, 100],
    ['18', 2, 1800],
    ['18', 3, 18_000],
    ['18.5', 3, 18_500],
    [' 18.5 ', 2, 1850],
    ['0018.50', 2, 1850],
    ['0.30000000000000004', 2, 30],
    // The largest amount, and a value that rounds to the largest amount.
    ['90071992547409.914', 2, largest],
    ['9007199254740991.4', 0, largest],
  ] as const)(
    '%s at %i decimals is %i: extra decimals are rounded half away from zero',
    (text, at, amount) => {
      expect(fromDecimalText(text, at)).toBe(amount);
    },
  );

  test.each([
    '',
    ' ',
    '-',
    '+1',
    '--1',
    'abc',
    '1,5',
    "1'000",
    '1 000',
    '1e3',
    '.',
    '-.',
    '..5',
    '5..',
    '0x1',
    '1.2.3',
    'NaN',
    'Infinity',
    '١٢',
  ])('is null for "%s"', (text) => {
    for (const at of [0, 2, 3]) expect(fromDecimalText(text, at)).toBeNull();
  });

  test.each([
    ['90071992547409.915', 2],
    ['90071992547409.92', 2],
    ['-90071992547409.92', 2],
    ['9007199254740992', 0],
    ['9007199254740.992', 3],
    ['99999999999999999', 0],
  ] as const)('is null where %s is beyond the safe integers at %i decimals', (text, at) => {
    expect(fromDecimalText(text, at)).toBeNull();
  });
});

describe('the number of an amount', () => {
  test.each([
    [1999, 2, 19.99],
    [1999, 0, 1999],
    [1999, 3, 1.999],
    [-5, 3, -0.005],
    [largest, 0, largest],
  ] as const)('of %i at %i decimals is %d in major units', (amount, at, number) => {
    expect(decimalNumber(amount, at)).toBe(number);
  });

  test('is the number nearest to the decimal text, for all safe integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), decimals, (amount, at) => {
        expect(decimalNumber(amount, at)).toBe(Number(decimalText(amount, at)));
      }),
    );
  });

  test('rounds back to the same amount, up to 10^15 minor units', () => {
    const upTo = 10 ** 15;
    fc.assert(
      fc.property(fc.integer({ min: -upTo, max: upTo }), decimals, (amount, at) => {
        const sent = JSON.parse(JSON.stringify(decimalNumber(amount, at)));
        expect(sent.toFixed(at).replace(/^-(?=[0.]+$)/, '')).toBe(decimalText(amount, at));
        expect(Math.round(sent * 10 ** at) + 0).toBe(amount);
      }),
    );
  });

  test.each([
    [2, 2 ** 46 * 100],
    [3, 2 ** 43 * 1_000],
  ])(
    'at %i decimals may be equal for two amounts from %i minor units on, but not for smaller amounts',
    (at, first) => {
      expect(first).toBeLessThan(largest);
      expect(decimalNumber(first + 1, at)).toBe(decimalNumber(first + 2, at));
      for (let amount = first - 10_000; amount < first; amount += 1) {
        if (decimalNumber(amount, at).toFixed(at) !== decimalText(amount, at)) expect.fail(String(amount));
      }
    },
  );
});
