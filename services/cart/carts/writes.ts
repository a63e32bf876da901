import type { Cart } from '#contracts/cart.ts';
import type { Notice } from '#contracts/notices.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { CartWrite } from '../domain/commands.ts';
import type { ChangeResult } from '../model/outcome.ts';

/** Maximum number of tasks that one call of `Run` gets. */
const maxAtOnce = 64;

/** Processes the waiting tasks of one key, and calls `resolve` or `reject` of each task. */
type Run<Task, Result> = (key: string, writes: readonly Queued<Task, Result>[]) => Promise<void>;

/** A task with its own promise, so that the refusal of one task does not stop other tasks. */
interface Queued<Task, Result> {
  readonly task: Task;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Queues tasks by key. Each key has one run at a time, which gets up to 64 waiting tasks of the key, so that
 * simultaneous writes share one commit (docs/reference/rules.md#changes-at-the-same-time). Runs of different keys do
 * not wait for each other.
 */
export class WriteQueue<Task = WriteRequest, Result = WriteResult> {
  readonly #run: Run<Task, Result>;
  readonly #queues = new Map<string, Queued<Task, Result>[]>();

  constructor(run: Run<Task, Result>) {
    this.#run = run;
  }

  /** Queues a task and returns its result. */
  push(key: string, task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key);
      if (!queue) {
        this.#queues.set(key, [{ task, resolve, reject }]);
        void this.#drain(key);
      } else queue.push({ task, resolve, reject });
    });
  }

  async #drain(key: string): Promise<void> {
    const queue = this.#queues.get(key);
    while (queue && queue.length > 0) {
      const taken = queue.splice(0, maxAtOnce);
      try {
        await this.#run(key, taken);
      } catch (error) {
        // Rejecting a settled promise has no effect, so tasks that the run has settled keep their results.
        for (const one of taken) one.reject(error);
      }
    }
    this.#queues.delete(key);
  }
}

/** A write is refused if its deadline is less than this many milliseconds away. */
const minMs = 20;

/** A write and the context of the request that contains the write. */
export interface WriteRequest {
  readonly write: CartWrite;
  readonly context: Context;
}

/** The result of a write for its caller. */
export interface WriteResult {
  readonly cart: Cart;
  /** Keys of the lines that the write changed. */
  readonly lineKeys: readonly string[];
  /** The result of each change; null if the write has a single change. */
  readonly results: readonly ChangeResult[] | null;
  readonly replayed: boolean;
  /** Notices for the shopper about this write. */
  readonly notices: readonly Notice[];
}

/** A write whose caller waits for its commit. */
export type PendingWrite = Queued<WriteRequest, WriteResult>;

/** Returns the writes whose deadline is at least `minMs` away. Refuses all other writes. */
export function withinDeadline(writes: readonly PendingWrite[], now: number): readonly PendingWrite[] {
  return writes.filter(({ task, reject }) => {
    const hasTime = task.context.deadline > now + minMs;
    if (!hasTime) reject(unavailable('the deadline has passed'));
    return hasTime;
  });
}

export function longestContext(writes: readonly PendingWrite[]): Context {
  const all = writes.map(({ task }) => task.context);
  return all.reduce((one, other) => (other.deadline > one.deadline ? other : one));
}

export function onceKeysOf(writes: readonly PendingWrite[]): string[] {
  return writes.flatMap(({ task: { write } }) => (write.conditions ? [write.conditions.once.key] : []));
}
