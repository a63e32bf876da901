import { answersOf, type CartHistory, outcomeOf, type Write } from './history.ts';
import { boundsFaults, isFlood, sumFaults } from './rules/bounds.ts';
import type { Fault, Rule } from './rules/fault.ts';
import { orderFaults, repetitionFaults } from './rules/order.ts';
import { refusalFaults } from './rules/refusals.ts';
import { serialOrder } from './rules/serial.ts';

/** What became of all writes. */
export interface Verdict {
  readonly carts: number;
  readonly writes: number;
  readonly acknowledged: number;
  /** Told that they cannot be done, as a cart of that moment has it. */
  readonly refused: number;
  /** Acknowledged or refused only after an attempt that was not answered. */
  readonly retried: number;
  /** Acknowledged by the outcome of an earlier attempt alone. */
  readonly replayed: number;
  /** Never answered: they may or may not be in the cart. */
  readonly open: number;
  /** Acknowledged writes whose effect is missing, and effects that nobody asked for once more. */
  readonly lost: number;
  readonly doubled: number;
  readonly faults: readonly Fault[];
}

/** From so many writes on whose answers tell no place, a flood of adds is judged by its sums: its orders are too many. */
const mostFloatingInFlood = 24;

/** Faults of one cart's history; empty when some serial order of its writes explains every answer. */
export function faultsOf(history: CartHistory): Fault[] {
  const rest = [...repetitionFaults(history), ...orderFaults(history), ...boundsFaults(history)];
  const isPlaced = (write: Write) => answersOf(write).some(({ answer }) => !answer.replayed);
  const floating = history.writes.filter((write) => !isPlaced(write));
  if (isFlood(history) && floating.length > mostFloatingInFlood) return [...sumFaults(history), ...rest];
  const { faults, moments } = serialOrder(history);
  return [...faults, ...refusalFaults(history, moments), ...rest];
}

const count = (writes: readonly Write[], test: (write: Write) => boolean) => writes.filter(test).length;

function sumOf(faults: readonly Fault[], rules: readonly Rule[]): number {
  return faults.filter(({ rule }) => rules.includes(rule)).reduce((sum, { writes = 0 }) => sum + writes, 0);
}

/** Runs every cart's history through the sequential model and counts what became of its writes. */
export function check(histories: readonly CartHistory[]): Verdict {
  const writes = histories.flatMap((history) => history.writes);
  const faults = histories.flatMap(faultsOf);
  const isRetried = (write: Write) => write.attempts[0]?.outcome === 'unanswered';
  const isReplayed = (write: Write) =>
    outcomeOf(write) === 'acknowledged' && answersOf(write).every(({ answer }) => answer.replayed);
  return {
    carts: histories.length,
    writes: writes.length,
    acknowledged: count(writes, (write) => outcomeOf(write) === 'acknowledged'),
    refused: count(writes, (write) => outcomeOf(write) === 'refused'),
    retried: count(writes, (write) => outcomeOf(write) !== 'unanswered' && isRetried(write)),
    replayed: count(writes, isReplayed),
    open: count(writes, (write) => outcomeOf(write) === 'unanswered'),
    lost: sumOf(faults, ['acknowledged write lost', 'revision given twice']),
    doubled: sumOf(faults, ['write applied twice']),
    faults,
  };
}
