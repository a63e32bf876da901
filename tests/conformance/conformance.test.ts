import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningSystem } from '#testing/system.ts';
import { testCurrencies } from '../e2e/currencies.fixture.ts';
import { testLiveShop } from '../money/replay/live-shop.fixture.ts';
import { shops } from './other-shop.ts';
import { replay, startReplaySystem } from './replay-shop.ts';

let system: RunningSystem;
beforeAll(async () => {
  system = await startReplaySystem();
}, 600_000);
afterAll(() => system?.stop());

test.each(shops)(
  'the CoCart mount answers like the real CoCart, with a shop $name',
  async (shop) => {
    const report = await replay(system, shop);
    expect(report.failures).toEqual([]);
    expect(report.skipped).toEqual([]);
    expect(report.undescribed).toEqual([]);
    expect([report.passed, report.steps]).toEqual([report.wanted, report.wanted]);
  },
  1_200_000,
);

// These tests are here, because they need the same system. Every test replaces the shop of the test before.
testCurrencies(() => system);
testLiveShop(() => system);
