/** Maximum number of tasks that one call of `Run` gets. */
const maxAtOnce = 64;

/** Processes the waiting tasks of one key, and calls `resolve` or `reject` of each task. */
type Run<Task, Result> = (key: string, writes: readonly Queued<Task, Result>[]) => Promise<void>;

/** A task with its own promise, so that the refusal of one task does not stop other tasks. */
export interface Queued<Task, Result> {
  readonly task: Task;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Queues tasks by key. Each key has one run at a time, which gets up to 64 waiting tasks of the key, so that
 * simultaneous writes share one commit (docs/reference/rules.md#changes-at-the-same-time). Runs of different keys do
 * not wait for each other.
 */
export class FoldQueue<Task, Result> {
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
