import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountError, fraction, type Minor, minor, sum, times } from './money.ts';

/** `share` returns the tax on a net amount, `contained` the tax in a gross amount. The rate is in millionths. */
const share = (amount: Minor, rate: number) => fraction(amount, rate, 1_000_000, 'awayFromZero');
const contained = (amount: Minor, rate: number) => fraction(amount, rate, 1_000_000 + rate, 'towardsZero');

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

  test('beyond the safe integers is an error, not a wrong amount', () => {
    expect(() => share(minor(9_007_199_254_740_991), 2_000_000)).toThrow(AmountError);
    expect(() => times(minor(9_007_199_254_740_991), 2)).toThrow(AmountError);
    expect(() => sum([minor(9_007_199_254_740_991), minor(1)])).toThrow(AmountError);
    expect(() => minor(0.5)).toThrow(AmountError);
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

test('tax extracted from a gross price equals the tax added to the net price, for any whole rate', () => {
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
  // 12.00 contains 2.00 tax at 20 %. 0.03 contains 0.015 tax at 100 %, rounded half towards zero to 0.01.
  expect(contained(minor(1200), 200_000)).toBe(200);
  expect(contained(minor(3), 1_000_000)).toBe(1);
});
