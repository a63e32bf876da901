import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePrices, exactAmount, finePrice, formattedExact, millionthsOf } from './exact.ts';
import { AmountError, minor } from './money.ts';

const million = 1_000_000;
const euros = {
  symbol: '€',
  position: 'left',
  decimals: 2,
  decimalSeparator: ',',
  thousandSeparator: '.',
} as const;

describe('an exact amount', () => {
  test.each([
    ['8.2645', 2, { amount: 826, exact: '8.2645' }],
    ['8.265', 2, { amount: 827, exact: '8.265' }],
    ['0.004', 2, { amount: 0, exact: '0.004' }],
    ['.0045000', 2, { amount: 0, exact: '0.0045' }],
    ['999.50', 0, { amount: 1_000, exact: '999.5' }],
    ['0012.34567', 3, { amount: 12_346, exact: '12.34567' }],
    // Texts without further decimals.
    ['19.99', 2, { amount: 1_999 }],
    ['19.990000', 2, { amount: 1_999 }],
    ['.99', 2, { amount: 99 }],
    ['5.', 2, { amount: 500 }],
    ['1000.0', 0, { amount: 1_000 }],
  ])('of %s at %i decimals has the text only if it has further decimals', (text, decimals, expected) => {
    expect(exactAmount(text, decimals)).toEqual({ ...expected, isRounded: false });
  });

  test.each([
    ['8.26446281', { amount: 826, exact: '8.264463' }],
    ['8.2649999999', { amount: 827, exact: '8.265' }],
    ['8.2599999999', { amount: 826 }],
    // Further decimals of so large an amount cannot be calculated.
    ['90071992547.4101', { amount: 9_007_199_254_741, exact: undefined }],
  ])('of %s is rounded', (text, expected) => {
    expect(exactAmount(text, 2)).toEqual({ ...expected, isRounded: true });
  });

  test.each(['', '.', '-1', '1,5', '1.2.3', 'free', '90071992547409.92'])('is null for "%s"', (text) => {
    expect(exactAmount(text, 2)).toBeNull();
  });
});

/** An amount from 0 on with up to six decimals, in millionths. */
const size = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 2 ** 50 }));

const textOf = (millionths: number) =>
  `${Math.floor(millionths / million)}.${String(millionths % million).padStart(6, '0')}`;

test('prices are compared like their texts, whether they have further decimals or not', () => {
  const neighbour = fc.integer({ min: -15_000, max: 15_000 });
  fc.assert(
    fc.property(size, neighbour, fc.constantFrom(0, 2, 3, 4), (one, by, decimals) => {
      const other = Math.max(0, one + by);
      const [left, right] = [one, other].map((millionths) => exactAmount(textOf(millionths), decimals));
      if (!left || !right) throw new Error('no amount');
      expect(Math.sign(comparePrices(left, right))).toBe(Math.sign(one - other));
    }),
  );
});

test('an exact text has the value of the amount', () => {
  fc.assert(
    fc.property(size, fc.constantFrom(0, 2, 3, 4), (millionths, decimals) => {
      const { amount, exact } = exactAmount(textOf(millionths), decimals) ?? { amount: -1 };
      const unit = 10 ** (6 - decimals);
      expect(exact === undefined ? amount * unit : millionthsOf(exact)).toBe(millionths);
      expect(amount).toBe(Math.floor((millionths + unit / 2) / unit));
    }),
  );
});

test('a price times a quantity is a fine amount, with the exact text if there is one', () => {
  expect(finePrice(minor(826), '8.2645', 100, 2, million)).toBe(82_645 * million);
  expect(finePrice(minor(826), undefined, 100, 2, million)).toBe(82_600 * million);
  expect(finePrice(minor(1_000), '999.5', 3, 0, million)).toBe(2_998_500_000);
  // 0.45 of a minor unit is 45 hundredths, and no whole unit.
  expect([100, 1].map((grain) => finePrice(minor(0), '0.0045', 1, 2, grain))).toEqual([45, 0]);
  expect(() => finePrice(minor(2 ** 53 - 1), undefined, 2, 2, 1)).toThrow(AmountError);
});

test('an amount is written with its further decimals', () => {
  expect(formattedExact(826, '8.2645', euros)).toBe('€8,2645');
  expect(formattedExact(0, '0.004', euros)).toBe('€0,004');
  expect(formattedExact(123_457, '1234.565', euros)).toBe('€1.234,565');
  expect(formattedExact(826, undefined, euros)).toBe('€8,26');
});
