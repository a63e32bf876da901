import { environment } from '../dev/base/settings.ts';

/** The environment variable that selects the long form of tests. `npm test -- --long` sets it. */
export const longForm = { TEST_LENGTH: 'long' } as const;

const isLong = environment.TEST_LENGTH === longForm.TEST_LENGTH;

/** Returns how many cases a random test has: `short` in the short form, `long` in the long form. */
export function lengthOf(short: number, long: number): number {
  return isLong ? long : short;
}

/**
 * Returns all cases in the long form, and only a share of them in the short form. Each `turn` selects other cases.
 * Together, `turns` consecutive turns select all cases.
 */
export function shareOf<T>(cases: readonly T[], turn: number, turns: number): readonly T[] {
  return isLong ? cases : cases.filter((_case, at) => (at + turn) % turns === 0);
}
