import { expect, test } from 'vitest';
import { shops } from './other-shop.ts';
import { replay } from './replay-shop.ts';

test.each(shops)(
  'the CoCart mount answers like the real CoCart, with a shop $name',
  async (shop) => {
    const report = await replay(shop);
    expect(report.failures).toEqual([]);
    expect(report.skipped).toEqual([]);
    expect(report.undescribed).toEqual([]);
    expect([report.passed, report.steps]).toEqual([report.wanted, report.wanted]);
  },
  1_200_000,
);
