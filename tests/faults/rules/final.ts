import type { CartHistory, Write } from '../history.ts';
import type { Fault } from './fault.ts';
import { fewestFor } from './subset.ts';

/** Units that the final cart has too few or too many. */
export interface Outcome {
  readonly lost: number;
  readonly doubled: number;
}

const units = (writes: readonly Write[]) => writes.reduce((sum, { command }) => sum + command.quantity, 0);

/**
 * Compares the final cart with the acknowledged adds. An add that never was acknowledged may be in it or not;
 * one that was refused may not.
 */
export function outcomeOf({ writes, final }: CartHistory): Outcome {
  const owed = units(writes.filter((write) => write.answer !== null));
  const open = writes.filter(
    (write) => write.answer === null && write.attempts.at(-1)?.outcome !== 'refused',
  );
  const extra = final.quantity - owed;
  if (extra < 0) return { lost: -extra, doubled: 0 };
  const reachable = fewestFor(
    open.map((write) => write.command.quantity),
    extra,
  );
  if (reachable[extra] !== undefined) return { lost: 0, doubled: 0 };
  const explained = reachable.findLastIndex((fewest) => fewest !== undefined);
  return { lost: 0, doubled: extra - explained };
}

/** Every acknowledged add is in the final cart exactly once, and no answer is newer than it. */
export function finalFaults(history: CartHistory): Fault[] {
  const { cart, writes, final } = history;
  const { lost, doubled } = outcomeOf(history);
  const faults: Fault[] = [];
  if (lost > 0) {
    const sentence = `${lost} acknowledged units are missing from the final ${final.quantity}`;
    faults.push({ cart, rule: 'acknowledged write lost', sentence });
  }
  if (doubled > 0) {
    const sentence = `${doubled} units of the final ${final.quantity} were never asked for`;
    faults.push({ cart, rule: 'write applied twice', sentence });
  }
  const newest = Math.max(0, ...writes.map((write) => write.answer?.revision ?? 0));
  if (newest > final.revision) {
    const sentence = `the final read shows revision ${final.revision} after an answer with ${newest}`;
    faults.push({ cart, rule: 'stale answer', sentence });
  }
  return faults;
}
