import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contained, minor, share, sum, times } from './money.ts';
import { affixes, decimalNumber, decimalText, formatted, fromDecimalText } from './text.ts';

describe('a share of an amount', () => {
  test.each([
    [1999, 200_000, 400],
    [5997, 200_000, 1199],
    [-1999, 200_000, -400],
    [5, 100_000, 1],
    [-5, 100_000, -1],
    [4, 100_000, 0],
    [9_007_199_254_740_991, 200_000, 1_801_439_850_948_198],
  ])('%i at %i ppm is %i, halves away from zero', (amount, rate, expected) => {
    expect(share(minor(amount), rate)).toBe(expected);
  });

  test('that leaves the safe integers is an error, not a wrong amount', () => {
    expect(() => share(minor(9_007_199_254_740_991), 2_000_000)).toThrow(RangeError);
    expect(() => times(minor(9_007_199_254_740_991), 2)).toThrow(RangeError);
    expect(() => sum([minor(9_007_199_254_740_991), minor(1)])).toThrow(RangeError);
    expect(() => minor(0.5)).toThrow(RangeError);
  });
});

test('a share is the same whether its product is a safe integer or not', () => {
  const any = fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.maxSafeInteger());
  const half = (dividend: bigint, divisor: bigint, up: boolean) => {
    const size = dividend < 0n ? -dividend : dividend;
    const rounded = (2n * size + (up ? divisor : divisor - 1n)) / (2n * divisor);
    return Number(dividend < 0n ? -rounded : rounded);
  };
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 1_000_000 }), (amount, rate) => {
      const product = BigInt(amount) * BigInt(rate);
      expect(share(minor(amount), rate)).toBe(half(product, 1_000_000n, true) + 0);
      expect(contained(minor(amount), rate)).toBe(half(product, BigInt(1_000_000 + rate), false) + 0);
    }),
  );
});

test('tax taken out of a price is what was put on, for any whole rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 100 }),
      (net, percent) => {
        const gross = minor(net + share(minor(net), percent * 10_000));
        expect(Math.abs(contained(gross, percent * 10_000) - (gross - net))).toBeLessThanOrEqual(1);
      },
    ),
  );
  // 12.00 with 20 %: 2.00; 0.03 with 100 %: 0.015, half towards zero
  expect(contained(minor(1200), 200_000)).toBe(200);
  expect(contained(minor(3), 1_000_000)).toBe(1);
});

describe('the text of an amount', () => {
  test.each([
    [1999, 2, '19.99'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [0, 2, '0.00'],
    [1999, 0, '1999'],
    [1999, 3, '1.999'],
    [9_007_199_254_740_991, 2, '90071992547409.91'],
  ])('%i at %i decimals is %s', (amount, decimals, expected) => {
    expect(decimalText(amount, decimals)).toBe(expected);
    expect(fromDecimalText(expected, decimals)).toBe(amount);
    expect(decimalNumber(amount, decimals)).toBe(Number(expected));
  });

  test('comes back as the amount it was, at any number of decimals', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 4 }), (amount, decimals) => {
        fc.pre(Math.abs(amount) < 10 ** 15);
        expect(fromDecimalText(decimalText(amount, decimals), decimals)).toBe(amount);
        expect(decimalNumber(amount, decimals)).toBe(Number(decimalText(amount, decimals)));
      }),
    );
  });

  test('rounds more decimals than there are half away from zero, and refuses what is no amount', () => {
    expect(fromDecimalText('1.005', 2)).toBe(101);
    expect(fromDecimalText('-1.005', 2)).toBe(-101);
    expect(fromDecimalText('18', 2)).toBe(1800);
    for (const text of ['', 'abc', '1,5', '1e3', '.5', '1.', '0x1', '99999999999999999', 'NaN']) {
      expect(fromDecimalText(text, 2)).toBeNull();
    }
  });
});

test('an amount is written the way its currency is, in every position of the symbol', () => {
  const format = { symbol: '$', decimals: 2, decimalSeparator: ',', thousandSeparator: '.' };
  const written = (['left', 'right', 'left_space', 'right_space'] as const).map((position) =>
    formatted(-123456789, { ...format, position }),
  );
  expect(written).toEqual(['-$1.234.567,89', '-1.234.567,89$', '-$ 1.234.567,89', '-1.234.567,89 $']);
  expect(formatted(1234, { ...format, position: 'left', decimals: 0, thousandSeparator: '$&' })).toBe(
    '$1$&234',
  );
  expect(affixes({ ...format, position: 'right_space' })).toEqual({ prefix: '', suffix: ' $' });
});
