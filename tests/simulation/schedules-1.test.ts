import { expect, test } from 'vitest';
import { shareOf } from './schedules.ts';

const { title, shortcomings } = shareOf(1);

test(title, async () => {
  expect((await shortcomings()).join('\n')).toBe('');
}, 1_800_000);
