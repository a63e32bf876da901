import { type Acknowledged, acknowledgedOf, type CartHistory, firstSentAt } from '../history.ts';
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

/**
 * The k-th smallest quantity answered is at least the sum of the k smallest adds: the answer at place k of any
 * serial order has seen k of them. A replayed answer shows a later cart, hence never less.
 */
function smallestFaults(cart: string, acknowledged: readonly Acknowledged[]): Fault[] {
  const seen = acknowledged.map(({ answer }) => answer.quantity).sort((a, b) => a - b);
  const added = acknowledged.map(({ write }) => write.command.quantity).sort((a, b) => a - b);
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

/**
 * An answer shows at least what anybody had been told before the write was sent, and its own quantity; and at most
 * what had been sent by anybody when the answer came. A replay shows the cart of now, so its last sending counts.
 */
export function boundsFaults({ cart, writes }: CartHistory): Fault[] {
  const acknowledged = acknowledgedOf(writes);
  const toldBefore = sumsBefore(
    acknowledged.map(({ write, answeredAt }) => ({ at: answeredAt, quantity: write.command.quantity })),
  );
  const sentBefore = sumsBefore(
    writes.map((write) => ({ at: firstSentAt(write), quantity: write.command.quantity })),
  );
  const faults = smallestFaults(cart, acknowledged);
  for (const { write, answer, sentAt, lastSentAt, answeredAt } of acknowledged) {
    const least = toldBefore(answer.replayed ? lastSentAt : sentAt) + write.command.quantity;
    const most = sentBefore(answeredAt);
    if (answer.quantity < least) {
      const sentence = `${write.key} shows ${answer.quantity}, and ${least} had been acknowledged with it`;
      faults.push({ cart, rule: 'stale answer', sentence });
    }
    if (answer.quantity > most) {
      const sentence = `${write.key} shows ${answer.quantity}, and only ${most} had been sent`;
      faults.push({ cart, rule: 'answer from the future', sentence });
    }
  }
  return faults;
}
