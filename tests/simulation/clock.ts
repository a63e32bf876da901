/** Resolves when no promise callback waits. While promise callbacks run, Node delays callbacks of `nextTick`. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

/** A function that runs at the time `at`, except if `isOff` is true by then. */
export interface Task {
  readonly at: number;
  readonly run: () => void;
  isOff: boolean;
}

/** A virtual clock. The clock jumps to the time of the next task and runs the task, so that no test waits. */
export class Clock {
  #now: number;
  /** Tasks, latest first. */
  readonly #tasks: Task[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  /** The time in Unix milliseconds. Its fractions show the order of events within a millisecond. */
  get exact(): number {
    return this.#now;
  }

  /** The time in whole Unix milliseconds, as a process reads it. */
  readonly now = (): number => Math.floor(this.#now);

  after(milliseconds: number, run: () => void): Task {
    const at = this.#now + Math.max(0, milliseconds);
    const task = { at, run, isOff: false };
    let index = this.#tasks.length;
    while (index > 0 && (this.#tasks[index - 1] as Task).at <= at) index -= 1;
    this.#tasks.splice(index, 0, task);
    return task;
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Runs all tasks, one after the other, until none is left. */
  async run(): Promise<void> {
    await nextTick();
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      if (task.isOff) continue;
      this.#now = task.at;
      task.run();
      await nextTick();
    }
  }
}
