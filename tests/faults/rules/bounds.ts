import { answersOf, type CartHistory, firstSentAt, outcomeOf, type Write } from '../history.ts';
import type { CartState } from '../model.ts';
import type { Fault } from './fault.ts';

/** A quantity that counts from a moment on. */
interface Step {
  readonly at: number;
  readonly quantity: number;
}

/** Sum of all quantities whose moment lies before `time`, for any time, over sorted steps. */
function sumsBefore(steps: readonly Step[]): (time: number) => number {
  const sorted = steps.toSorted((a, b) => a.at - b.at);
  const sums = [0];
  for (const { quantity } of sorted) sums.push((sums.at(-1) ?? 0) + quantity);
  return (time) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.at ?? time) < time) low = middle + 1;
      else high = middle;
    }
    return sums[low] ?? 0;
  };
}

/** An acknowledged addition: what it added, and what its answer showed in all. */
interface Addition {
  readonly key: string;
  readonly added: number;
  readonly shown: number;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const addedBy = ({ command }: Write) => (command.kind === 'add' ? command.quantity : 0);
const piecesIn = ({ lines }: CartState) => [...lines.values()].reduce((sum, quantity) => sum + quantity, 0);

function additionsIn(writes: readonly Write[]): Addition[] {
  return writes.flatMap((write) => {
    const [first] = answersOf(write);
    if (!first?.answer.state) return [];
    const { sentAt, answeredAt } = first;
    const shown = piecesIn(first.answer.state);
    return [{ key: write.key, added: addedBy(write), shown, sentAt, answeredAt }];
  });
}

/**
 * The k-th smallest quantity answered is at least the sum of the k smallest adds: the answer at place k of any
 * serial order has seen k of them. A replayed answer shows a later cart, hence never less.
 */
function smallestFaults(cart: string, additions: readonly Addition[]): Fault[] {
  const seen = additions.map(({ shown }) => shown).sort((a, b) => a - b);
  const added = additions.map((one) => one.added).sort((a, b) => a - b);
  let least = 0;
  for (const [index, quantity] of added.entries()) {
    least += quantity;
    const shown = seen[index] ?? 0;
    if (shown >= least) continue;
    const sentence = `the ${index + 1} smallest answers show at most ${shown}, and ${index + 1} adds make ${least}`;
    return [{ cart, rule: 'answers too small', sentence }];
  }
  return [];
}

/** Whether a history is a flood of nothing but adds. */
export const isFlood = ({ writes }: CartHistory) => writes.every(({ command }) => command.kind === 'add');

/** Adds come to their sum in whatever order they are done: nothing is lost, and only what is open may be missing. */
export function sumFaults({ cart, writes, final }: CartHistory): Fault[] {
  const sum = (ones: readonly Write[]) => ones.reduce((all, write) => all + addedBy(write), 0);
  const owed = sum(writes.filter((write) => outcomeOf(write) === 'acknowledged'));
  const open = sum(writes.filter((write) => outcomeOf(write) === 'unanswered'));
  const there = piecesIn(final.state);
  const sentence = `${there} pieces are there, ${owed} were acknowledged and ${open} are open`;
  if (there < owed) return [{ cart, rule: 'acknowledged write lost', sentence, writes: 1 }];
  return there > owed + open ? [{ cart, rule: 'write applied twice', sentence, writes: 1 }] : [];
}

/**
 * For a flood of nothing but adds, which needs no revisions: an answer shows at least what anybody had been told
 * before it was asked for, and its own quantity; and at most what had been sent by anybody when it came.
 */
export function boundsFaults(history: CartHistory): Fault[] {
  if (!isFlood(history)) return [];
  const { cart, writes } = history;
  const additions = additionsIn(writes);
  const toldBefore = sumsBefore(
    additions.map(({ answeredAt, added }) => ({ at: answeredAt, quantity: added })),
  );
  const sentBefore = sumsBefore(
    writes.map((write) => ({ at: firstSentAt(write), quantity: addedBy(write) })),
  );
  const faults = smallestFaults(cart, additions);
  for (const { key, added, shown, sentAt, answeredAt } of additions) {
    const least = toldBefore(sentAt) + added;
    const most = sentBefore(answeredAt);
    if (shown < least) {
      const sentence = `${key} shows ${shown}, and ${least} had been acknowledged with it`;
      faults.push({ cart, rule: 'stale answer', sentence });
    }
    if (shown > most) {
      const sentence = `${key} shows ${shown}, and only ${most} had been sent`;
      faults.push({ cart, rule: 'answer from the future', sentence });
    }
  }
  return faults;
}
