import { environment } from '../dev/settings.ts';

/** The environment variable with which tests run in their long form. `npm test -- --long` sets it. */
export const longForm = { TEST_LENGTH: 'long' } as const;

const isLong = environment.TEST_LENGTH === longForm.TEST_LENGTH;

/** Returns the number of cases of a random test in its short or long form. */
export function lengthOf(short: number, long: number): number {
  return isLong ? long : short;
}

/**
 * Returns a share of the cases in the short form, and all cases in the long form. Each `turn` selects other cases;
 * together, `turns` consecutive turns select all.
 */
export function shareOf<T>(cases: readonly T[], turn: number, turns: number): readonly T[] {
  return isLong ? cases : cases.filter((_case, at) => (at + turn) % turns === 0);
}
