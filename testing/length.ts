import { environment } from '../dev/settings.ts';

/** Makes tests run in their long form, as a variable of their environment. `npm test -- --long` sets it. */
export const longForm = { TEST_LENGTH: 'long' } as const;

const isLong = environment.TEST_LENGTH === longForm.TEST_LENGTH;

/** Returns the number of cases of a random test in its short or long form. */
export function lengthOf(short: number, long: number): number {
  return isLong ? long : short;
}

/**
 * Returns some of the cases in the short form, all of them in the long one. Each `turn` selects others;
 * `turns` turns in a row select all.
 */
export function shareOf<T>(cases: readonly T[], turn: number, turns: number): readonly T[] {
  return isLong ? cases : cases.filter((_case, at) => (at + turn) % turns === 0);
}
