import {
  type Answered,
  answersOf,
  type CartHistory,
  firstSentAt,
  outcomeOf,
  type Write,
} from '../history.ts';
import { applied, type CartState, textOf } from '../model.ts';
import type { Order, Place } from './committed-order.ts';
import type { Fault } from './fault.ts';
import { momentsBetween } from './moments.ts';
import { revisionAnsweredBefore } from './order.ts';

/**
 * Returns whether an answer has the error codes `results` for the parts of a batch. In an answer without codes,
 * every part counts as successful.
 */
function hasOutcomes({ answer }: Answered, results: Place['results']): boolean {
  const outcomes = answer.results ?? results?.map(() => '') ?? [];
  return outcomes.join() === (results ?? []).join();
}

/** Returns whether a write with these answers may have left this cart unchanged. */
function isQuiet({ command }: Write, answers: readonly Answered[], state: CartState, { stock }: CartHistory) {
  const effect = applied(command, state, stock);
  if (!effect.done || textOf(effect.state) !== textOf(state)) return false;
  return answers.every((one) => hasOutcomes(one, effect.results));
}

/** Returns the faults in the answers of a write that made a revision. */
function placedFaults(cart: string, answers: readonly Answered[], { revision, results }: Place): Fault[] {
  return answers.flatMap((one): Fault[] => {
    const { key } = one.write;
    const { revision: answered, replayed } = one.answer;
    const because = `and ${key} made revision ${revision}`;
    if (replayed ? answered < revision : answered !== revision)
      return [
        { cart, rule: 'wrong answer', sentence: `${key} was answered with revision ${answered}, ${because}` },
      ];
    if (hasOutcomes(one, results)) return [];
    const sentence = `${key} was answered with the outcomes ${one.answer.results}, ${because} with ${results}`;
    return [{ cart, rule: 'wrong answer', sentence }];
  });
}

/**
 * Returns the faults in the answers of acknowledged and refused writes.
 *
 * - An acknowledged write must be in the committed order at the revision of its answer, or must have changed
 * nothing.
 * - A refused write must not be in the committed order.
 */
export function answerFaults(history: CartHistory, { moments, places }: Order): Fault[] {
  const { cart, writes } = history;
  const highestBefore = revisionAnsweredBefore(writes.flatMap(answersOf));
  return writes.flatMap((write): Fault[] => {
    const answers = answersOf(write);
    const place = places.get(write);
    if (place && outcomeOf(write) === 'refused')
      return [
        { cart, rule: 'answers disagree', sentence: `${write.key} was refused, and made ${place.revision}` },
      ];
    if (place) return placedFaults(cart, answers, place);
    if (answers.length === 0) return [];
    const first = answers.find(({ answer }) => !answer.replayed);
    const answeredAt = Math.min(...answers.map((one) => one.answeredAt));
    const latest = Math.min(...answers.map(({ answer }) => answer.revision));
    const candidates = momentsBetween(moments, highestBefore(firstSentAt(write)), answeredAt).filter(
      ({ revision }) => (first ? revision === first.answer.revision : revision <= latest),
    );
    if (candidates.some(({ state }) => isQuiet(write, answers, state, history))) return [];
    const asked = `${write.key} ${JSON.stringify(write.command)}`;
    const sentence = `${asked} was acknowledged with revision ${latest}, and made none`;
    return [{ cart, rule: 'acknowledged write lost', sentence, writes: 1 }];
  });
}
