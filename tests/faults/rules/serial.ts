import {
  type Acknowledged,
  acknowledgedOf,
  type CartHistory,
  type CartState,
  firstSentAt,
} from '../history.ts';
import type { Fault } from './fault.ts';
import { fewestFor } from './subset.ts';

/** A write whose place in the order its answer does not tell: replayed, or never acknowledged. */
interface Floating {
  readonly quantity: number;
  readonly sentAt: number;
}

/**
 * Whether writes of unknown place can fill the gap between two neighbours in the order of revisions.
 * Each takes a revision of its own, so there cannot be more of them than revisions between the two.
 */
function fills(floating: readonly Floating[], before: CartState, after: CartState, until: number): boolean {
  const quantity = after.quantity - before.quantity;
  const room = after.revision - before.revision;
  if (quantity === 0) return true;
  if (quantity < 0 || room <= 0) return false;
  const there = floating.filter(({ sentAt }) => sentAt < until).map((one) => one.quantity);
  return (fewestFor(there, quantity)[quantity] ?? Number.POSITIVE_INFINITY) <= room;
}

function repeatedRevisions(cart: string, first: readonly Acknowledged[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, { answer, write }] of first.entries()) {
    const previous = first[index - 1];
    if (previous?.answer.revision !== answer.revision) continue;
    const sentence = `revision ${answer.revision} was given to ${previous.write.key} and to ${write.key}`;
    faults.push({ cart, rule: 'revision given twice', sentence });
  }
  return faults;
}

/** An answer that came before another write was sent must have the lower revision of the two. */
function backwardRevisions(cart: string, first: readonly Acknowledged[]): Fault[] {
  const faults: Fault[] = [];
  let earliestAnswer = Number.POSITIVE_INFINITY;
  for (const { answer, write, sentAt, answeredAt } of first.toReversed()) {
    if (earliestAnswer < sentAt) {
      const sentence = `${write.key} has revision ${answer.revision}, below one answered before it was sent`;
      faults.push({ cart, rule: 'no serial order', sentence });
    }
    earliestAnswer = Math.min(earliestAnswer, answeredAt);
  }
  return faults;
}

/**
 * Replays the writes in the order of their revisions: each answer shows what was there before, plus its own
 * quantity. Replayed answers tell no revision of their own; those writes may stand in the gaps, and nowhere else.
 */
export function serialFaults({ cart, writes, final }: CartHistory): Fault[] {
  const acknowledged = acknowledgedOf(writes);
  const first = acknowledged.filter(({ answer }) => !answer.replayed);
  first.sort((a, b) => a.answer.revision - b.answer.revision);
  const floating = writes
    .filter((write) => write.answer === null || write.answer.replayed)
    .map((write) => ({ quantity: write.command.quantity, sentAt: firstSentAt(write) }));

  const faults = [...repeatedRevisions(cart, first), ...backwardRevisions(cart, first)];
  let state: CartState = { revision: 0, quantity: 0 };
  for (const { answer, write, answeredAt } of first) {
    const before = { revision: answer.revision - 1, quantity: answer.quantity - write.command.quantity };
    if (!fills(floating, state, before, answeredAt)) {
      const sentence =
        `${write.key} added ${write.command.quantity} and shows ${answer.quantity} at revision ${answer.revision}, ` +
        `after ${state.quantity} at revision ${state.revision}`;
      faults.push({ cart, rule: 'no serial order', sentence });
    }
    state = answer;
  }
  if (!fills(floating, state, final, Number.POSITIVE_INFINITY)) {
    const sentence = `the final ${final.quantity} at revision ${final.revision} does not follow from ${state.quantity}`;
    faults.push({ cart, rule: 'no serial order', sentence });
  }
  return faults;
}
