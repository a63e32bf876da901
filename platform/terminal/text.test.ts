import { expect, test } from 'vitest';
import { briefDuration, duration } from './text.ts';

test.each([
  [0, '0 s', '0 s'],
  [99, '1 min 39 s', '99 s'],
  [100, '1 min 40 s', '1 min'],
  [3_600, '1 h 0 min', '60 min'],
  [172_799, '1 d 23 h', '47 h'],
  [604_799, '6 d 23 h', '6 d'],
])('%i seconds are %j, and %j in short', (seconds, text, brief) => {
  expect([duration(seconds), briefDuration(seconds)]).toEqual([text, brief]);
});
