import { acknowledgedOf, type CartHistory, type Write } from './history.ts';
import { boundsFaults } from './rules/bounds.ts';
import type { Fault } from './rules/fault.ts';
import { finalFaults, outcomeOf } from './rules/final.ts';
import { serialFaults } from './rules/serial.ts';

/** What became of all writes. `lost` and `doubled` are units of the product, not writes. */
export interface Verdict {
  readonly carts: number;
  readonly writes: number;
  readonly acknowledged: number;
  /** Acknowledged writes that took more than one attempt. */
  readonly retried: number;
  /** Acknowledged by the outcome of an earlier attempt. */
  readonly replayed: number;
  /** Never acknowledged: they may or may not be in the cart. */
  readonly open: number;
  readonly lost: number;
  readonly doubled: number;
  readonly faults: readonly Fault[];
}

function refusals({ cart, writes }: CartHistory): Fault[] {
  const refused = writes.filter((write) => write.attempts.at(-1)?.outcome === 'refused');
  return refused.map((write) => {
    const { status, cause } = write.attempts.at(-1) ?? {};
    return { cart, rule: 'refused', sentence: `${write.key} was refused with ${status} ${cause}` };
  });
}

/** Faults of one cart's history; empty when some serial order of its writes explains every answer. */
export function faultsOf(history: CartHistory): Fault[] {
  return [...refusals(history), ...finalFaults(history), ...serialFaults(history), ...boundsFaults(history)];
}

const count = (writes: readonly Write[], test: (write: Write) => boolean) => writes.filter(test).length;

/** Runs every cart's history through the sequential model and counts what became of its writes. */
export function check(histories: readonly CartHistory[]): Verdict {
  const writes = histories.flatMap((history) => history.writes);
  const outcomes = histories.map(outcomeOf);
  return {
    carts: histories.length,
    writes: writes.length,
    acknowledged: acknowledgedOf(writes).length,
    retried: count(writes, (write) => write.answer !== null && write.attempts.length > 1),
    replayed: count(writes, (write) => write.answer?.replayed === true),
    open: count(writes, (write) => write.answer === null),
    lost: outcomes.reduce((sum, { lost }) => sum + lost, 0),
    doubled: outcomes.reduce((sum, { doubled }) => sum + doubled, 0),
    faults: histories.flatMap(faultsOf),
  };
}
