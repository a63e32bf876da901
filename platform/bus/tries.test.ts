import { expect, test } from 'vitest';
import { RetryBudget } from './tries.ts';

test('at most half of the requests are repeated over time, and a hundred at once', () => {
  const retries = new RetryBudget();
  const granted = (wanted: number) => {
    let count = 0;
    while (count < wanted && retries.again()) count += 1;
    return count;
  };
  expect(granted(1_000)).toBe(100);
  for (let request = 0; request < 40; request += 1) retries.first();
  expect(granted(1_000)).toBe(20);
  for (let request = 0; request < 6; request += 1) retries.first();
  expect([retries.again(4), retries.again(3), retries.again(0), retries.again()]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  for (let request = 0; request < 10_000; request += 1) retries.first();
  expect(granted(1_000)).toBe(100);
});
