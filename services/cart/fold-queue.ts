import { unavailable } from '#platform/errors/errors.ts';

/** Most commands that one run takes, and that may wait for one key. */
const mostAtOnce = 64;
const mostWaiting = 256;

/** One run's work: settles every command it is given, by its own `resolve` or `reject`. */
type Run<Command, Result> = (key: string, waiting: readonly Waiting<Command, Result>[]) => Promise<void>;

/** A command and its own ending: a refusal of one does not stop the others. */
export interface Waiting<Command, Result> {
  readonly command: Command;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Queues the commands for one key and hands all that wait to one run at a time, so that what comes at once is
 * folded into one commit (design 7). Runs for different keys do not wait for each other.
 */
export class FoldQueue<Command, Result> {
  readonly #run: Run<Command, Result>;
  readonly #queues = new Map<string, Waiting<Command, Result>[]>();

  constructor(run: Run<Command, Result>) {
    this.#run = run;
  }

  /** The command's own result. @throws ServiceError `service_unavailable` when 256 wait for this key already */
  push(key: string, command: Command): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key);
      if (!queue) {
        this.#queues.set(key, [{ command, resolve, reject }]);
        void this.#drain(key);
      } else if (queue.length >= mostWaiting)
        reject(unavailable(`${queue.length} commands wait for this cart`));
      else queue.push({ command, resolve, reject });
    });
  }

  async #drain(key: string): Promise<void> {
    const queue = this.#queues.get(key);
    while (queue && queue.length > 0) {
      const taken = queue.splice(0, mostAtOnce);
      try {
        await this.#run(key, taken);
      } catch (error) {
        // Settling twice has no effect, so whatever the run had settled stays.
        for (const one of taken) one.reject(error);
      }
    }
    this.#queues.delete(key);
  }
}
