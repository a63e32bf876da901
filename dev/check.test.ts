import { expect, test } from 'vitest';
import { boundariesVerdict } from './check.ts';

test('a boundary check that saw almost no files fails', () => {
  const printed = '✔ no dependency violations found (0 modules, 0 dependencies cruised)';
  expect(boundariesVerdict(printed)).toBe('it saw 0 modules, fewer than 250');
  expect(boundariesVerdict('')).toBe('it does not say how many modules it saw');
  expect(boundariesVerdict(printed.replace('0 modules', '300 modules'))).toBeNull();
});
