import { type Answered, answersOf, type CartHistory } from '../history.ts';
import type { Fault } from './fault.ts';
import { firstAtLeast } from './moments.ts';

/** Returns a function from a time to the highest revision that answers showed before this time. */
export function revisionAnsweredBefore(answers: readonly Answered[]): (time: number) => number {
  const sorted = answers.toSorted((a, b) => a.answeredAt - b.answeredAt);
  let highest = 0;
  const highestSoFar = sorted.map(({ answeredAt, answer }) => {
    highest = Math.max(highest, answer.revision);
    return { answeredAt, highest };
  });
  return (time) =>
    highestSoFar[firstAtLeast(highestSoFar, ({ answeredAt }) => answeredAt, time) - 1]?.highest ?? 0;
}

/**
 * Returns a fault for each answer that shows an older cart than an earlier answer. An answer is earlier if it
 * arrived before the request of the other answer was sent.
 */
export function orderFaults({ cart, writes, final }: CartHistory): Fault[] {
  const answers = writes.flatMap(answersOf);
  const highestBefore = revisionAnsweredBefore(answers);
  const faults: Fault[] = [];
  for (const { write, answer, sentAt } of answers) {
    const least = highestBefore(sentAt);
    if (answer.revision >= least) continue;
    const sentence = `${write.key} shows revision ${answer.revision}, and ${least} had been answered before it was sent`;
    faults.push({ cart, rule: 'stale answer', sentence });
  }
  const newest = highestBefore(Number.POSITIVE_INFINITY);
  if (newest > final.revision) {
    const sentence = `the final read shows revision ${final.revision} after an answer with ${newest}`;
    faults.push({ cart, rule: 'stale answer', sentence });
  }
  return faults;
}

/**
 * Returns a fault for each write that was done more than once, or whose answers disagree. Of its successful
 * answers, at most one may be new (not `replayed`). A refused write must not have a successful answer.
 */
export function repetitionFaults({ cart, writes }: CartHistory): Fault[] {
  return writes.flatMap((write): Fault[] => {
    const first = answersOf(write).filter(({ answer }) => !answer.replayed);
    const more = first.length - 1;
    const sentence = `${write.key} was done ${first.length} times`;
    const twice: Fault[] = more > 0 ? [{ cart, rule: 'write applied twice', sentence, writes: more }] : [];
    const answered = write.attempts.filter(({ outcome }) => outcome !== 'unanswered');
    const kinds = new Set(answered.map(({ outcome, cause }) => `${outcome} ${cause}`));
    if (kinds.size < 2) return twice;
    return [...twice, { cart, rule: 'answers disagree', sentence: `${write.key}: ${[...kinds].join(', ')}` }];
  });
}
