import { environment } from '../dev/settings.ts';

/** Makes tests run in their long form, as a variable of their environment. `npm test -- --long` sets it. */
export const longForm = { TEST_LENGTH: 'long' } as const;

const isLong = environment.TEST_LENGTH === longForm.TEST_LENGTH;

/** How much a random test does in its short form and in its long one. */
export function lengthOf(short: number, long: number): number {
  return isLong ? long : short;
}

/**
 * A part of the cases in the short form, all of them in the long one. Another `turn` takes other cases:
 * `parts` turns in a row take them all.
 */
export function shareOf<T>(cases: readonly T[], turn: number, parts: number): readonly T[] {
  return isLong ? cases : cases.filter((_case, at) => (at + turn) % parts === 0);
}
