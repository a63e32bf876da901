import { expect, test } from 'vitest';
import { growthOf } from './linear.ts';

/** Runs a loop `count` times, as work that costs linear time. */
function turns(count: number): number {
  let value = 0;
  for (let turn = 0; turn < count; turn += 1) value = (value * 31 + turn) % 1_000_003;
  return value;
}

test('linear work passes; quadratic work fails, and so does work that takes too long', async () => {
  expect(await growthOf((size) => turns(size * 6_000), 1_000, 60_000)).toMatchObject({ linear: true });
  expect(await growthOf((size) => turns(size * size * 6), 1_000, 60_000)).toMatchObject({ linear: false });
  expect(await growthOf((size) => turns(size * 6_000), 1_000, 1)).toMatchObject({ linear: false });
});
