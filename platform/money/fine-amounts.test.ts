import { describe, expect, test } from 'vitest';
import { AmountError, atFinest, fine, fineOf, fineSum, inUnits, minor, share, toUnit } from './money.ts';

const million = 1_000_000;

test('an amount in minor units is converted to millionths, and rounded back to minor units', () => {
  expect(fineOf(minor(1999), million)).toBe(1_999_000_000);
  expect(inUnits(fine(1_999_499_999), million, 'awayFromZero')).toBe(1999);
  expect(inUnits(fine(1_999_500_000), million, 'awayFromZero')).toBe(2000);
  expect(inUnits(fine(1_999_500_000), million, 'towardsZero')).toBe(1999);
  expect(toUnit(fine(1_999_500_001), million, 'towardsZero')).toBe(2_000_000_000);
  expect(inUnits(fine(-500_000), million, 'awayFromZero')).toBe(-1);
  expect(Object.is(inUnits(fine(-499_999), million, 'awayFromZero'), 0)).toBe(true);
});

test('a share is rounded half away from zero to a part', () => {
  // 1/3, 1/2 and −1/2 are rounded to 0, 1 and −1.
  expect([share(fine(1), 1, 3), share(fine(1), 1, 2), share(fine(-1), 1, 2)]).toEqual([0, 1, -1]);
  // 19.99 at 9.975 %: 1.994002500 exactly
  expect(share(fineOf(minor(1999), million), 399, 4000)).toBe(199_400_250);
  expect(fineSum([fine(1), fine(2)])).toBe(3);
});

describe('a calculation', () => {
  test('uses the finest grain that its amounts allow', () => {
    const grainOf = (size: number) => atFinest(size, (grain) => grain);
    // With a million parts per minor unit, 2^48 parts are 281,474,976.710656 minor units.
    expect([grainOf(0), grainOf(281_474_976), grainOf(281_474_977)]).toEqual([1_000_000, 1_000_000, 10_000]);
    expect([grainOf(2 ** 48 / 100), grainOf(2 ** 48), grainOf(2 ** 53)]).toEqual([100, 1, 1]);
  });

  test('uses a coarser grain where amounts would exceed the safe integers', () => {
    const grainOf = (amount: number) => atFinest(0, (grain) => [grain, fineOf(minor(amount), grain)][0]);
    expect([grainOf(9_007_199_254), grainOf(9_007_199_255)]).toEqual([1_000_000, 10_000]);
    expect(grainOf(Number.MAX_SAFE_INTEGER)).toBe(1);
  });

  test('an amount too large for any grain is an error, and other errors are not retried', () => {
    expect(() => atFinest(0, () => fine(2 ** 53))).toThrow(AmountError);
    let calls = 0;
    const fault = () => {
      calls += 1;
      throw new TypeError('no amount');
    };
    expect(() => atFinest(0, fault)).toThrow(TypeError);
    expect(calls).toBe(1);
  });
});
