import { expect, test } from 'vitest';
import { deadlineCheck } from './deadline.ts';

test('a check throws after its deadline, and not before', () => {
  let now = 1_000;
  const inTime = deadlineCheck(1_000, () => now);
  expect(inTime).not.toThrow();
  now += 1;
  expect(inTime).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
});
