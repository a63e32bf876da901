import { type Answer, type Operation, operationInWords } from './history.ts';
import { runSchedule } from './schedule.ts';
import type { Mutation } from './shop.ts';

/** A schedule (one random simulation) in which the cart service made a fault. The seed repeats the schedule. */
interface Counterexample {
  readonly seed: number;
  readonly faults: readonly string[];
}

/** Statistics of many random simulations. */
class Tally {
  /** Number of commands by kind. A read counts as a command of the kind `read`. */
  readonly asked = new Map<string, number>();
  /** Number of answers by result: `done`, `replayed`, or the code of an error. */
  readonly answers = new Map<string, number>();

  add(operations: readonly Operation[]): void {
    for (const { asked, requests } of operations) {
      for (const { kind } of asked?.commands ?? [{ kind: 'read' }]) plus(this.asked, kind);
      for (const { answer } of requests) if (answer) plus(this.answers, answerKind(answer));
    }
  }
}

function plus(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function answerKind(answer: Answer): string {
  if (!answer.ok) return answer.code;
  return answer.replayed ? 'replayed' : 'done';
}

/** Number of schedules between two pauses in which the event loop handles other events. */
const schedulesPerTurn = 500;

/**
 * Runs `count` schedules (random simulations) with consecutive seeds. Stops at the first schedule with a fault.
 * Returns this schedule and statistics.
 */
export async function runMany(
  from: number,
  count: number,
  mutation: Mutation = {},
): Promise<{ counterexample: Counterexample | null; tally: Tally }> {
  const tally = new Tally();
  for (let seed = from; seed < from + count; seed += 1) {
    const { faults, operations } = await runSchedule(seed, mutation);
    if (faults.length > 0) return { counterexample: { seed, faults }, tally };
    tally.add(operations);
    if (seed % schedulesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { counterexample: null, tally };
}

/** Returns the events of a schedule with all answers. */
export async function traced(seed: number, mutation: Mutation = {}): Promise<string> {
  const events: string[] = [];
  const { faults, operations } = await runSchedule(seed, mutation, (event) => events.push(event));
  const lines = [`schedule ${seed}`, ...events, ...operations.map(operationInWords), ...faults];
  return lines.join('\n');
}
