import { answersOf, type CartHistory, outcomeOf, type Write } from './history.ts';
import { answerFaults } from './rules/answers.ts';
import { committedOrder } from './rules/committed-order.ts';
import type { Fault, Rule } from './rules/fault.ts';
import { orderFaults, repetitionFaults } from './rules/order.ts';
import { refusalFaults } from './rules/refusals.ts';

/** Counts of all writes by result, and the faults. */
export interface Verdict {
  readonly carts: number;
  readonly writes: number;
  readonly acknowledged: number;
  /** Writes that the service refused for a reason that the content of the cart explains. */
  readonly refused: number;
  /** Writes that were acknowledged or refused after an unanswered attempt. */
  readonly retried: number;
  /** Writes that were acknowledged only with the stored outcome of an earlier attempt. */
  readonly replayed: number;
  /** Writes without any answer. The cart may or may not contain their effect. */
  readonly open: number;
  /** `lost`: acknowledged writes without effect. `doubled`: effects that happened more than once. */
  readonly lost: number;
  readonly doubled: number;
  readonly faults: readonly Fault[];
}

/**
 * Returns the faults in the history of one cart; empty if the committed order of the writes explains every
 * answer.
 */
export function faultsOf(history: CartHistory): Fault[] {
  const order = committedOrder(history);
  return [
    ...order.faults,
    ...answerFaults(history, order),
    ...refusalFaults(history, order.moments),
    ...repetitionFaults(history),
    ...orderFaults(history),
  ];
}

const count = (writes: readonly Write[], test: (write: Write) => boolean) => writes.filter(test).length;

function sumOf(faults: readonly Fault[], rule: Rule): number {
  return faults.filter((fault) => fault.rule === rule).reduce((sum, { writes = 0 }) => sum + writes, 0);
}

/**
 * Checks every cart's history with the model in the committed order, and counts the results of the writes.
 *
 * @param gaps - the missing revisions of shards, as `shard:revision`
 */
export function check(histories: readonly CartHistory[], gaps: readonly string[] = []): Verdict {
  const writes = histories.flatMap((history) => history.writes);
  const missing = gaps.map((gap): Fault => {
    const [shard, revision] = gap.split(':');
    return {
      cart: `of shard ${shard}`,
      rule: 'revision missing',
      sentence: `no event has revision ${revision}`,
    };
  });
  const faults = [...histories.flatMap(faultsOf), ...missing];
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
    lost: sumOf(faults, 'acknowledged write lost'),
    doubled: sumOf(faults, 'write applied twice'),
    faults,
  };
}
