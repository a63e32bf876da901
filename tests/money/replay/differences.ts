import { answeredFigures, differencesOf, recordedFigures } from './figures.ts';
import type { Taken } from './filled-cart.ts';
import type { CoCartAnswer, RecordedCart, RecordedCase } from './recorded-cases.ts';

/**
 * Returns the figures that differ from the recorded cart, such as `totals.total 991 / 990` (recorded /
 * answered); empty if all are equal.
 */
export function differencesIn(
  given: RecordedCase,
  recorded: RecordedCart,
  answer: CoCartAnswer,
  taken: Taken,
): string {
  const answered = answeredFigures(given, recorded, answer, taken);
  return differencesOf(recordedFigures(given, recorded), answered)
    .map((one) => `${one.figure} ${one.recorded ?? '-'} / ${one.answered ?? '-'}`)
    .join(', ');
}
