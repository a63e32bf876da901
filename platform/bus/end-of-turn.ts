/**
 * Runs tasks together at the end of the turn of the event loop in which they were added. What is published in one go, the
 * NATS client writes with one system call, which wakes up the server and the receivers once. With a write for each
 * message, a read of a cart or of a product that is not cached would take 1.5 times the CPU time.
 */
export class EndOfTurn {
  #tasks: (() => void)[] = [];

  /** Adds a task, which must not throw. */
  add(task: () => void): void {
    if (this.#tasks.push(task) > 1) return;
    setImmediate(() => {
      const tasks = this.#tasks;
      this.#tasks = [];
      for (const one of tasks) one();
    });
  }
}
