/** How often the event loop is looked at. Milliseconds. */
const everyMs = 20;

/**
 * How late the event loop of this process is: how long a request waits before anything looks at it. Bytes that arrive
 * while the loop is busy wait in the kernel, where their age cannot be read; the lateness of a timer bounds it.
 */
export class LoopDelay {
  readonly #now: () => number;
  #due: number;
  #before = 0;
  #last = 0;
  #metNow = 0;
  #ticks = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#due = now() + everyMs;
  }

  start(): void {
    this.#due = this.#now() + everyMs;
    this.#timer = setInterval(() => {
      this.tick();
      // What is read in this turn of the loop was waiting while the timer was; what the next one reads was not.
      setImmediate(() => this.turned());
    }, everyMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Looks at the clock, as `start` has it done fifty times a second. */
  tick(): void {
    const now = this.#now();
    this.#before = this.#last;
    this.#last = Math.max(0, now - this.#due);
    this.#metNow = this.#last;
    this.#due = now + everyMs;
    this.#ticks += 1;
  }

  /** The turn of the loop that began with the last tick is over. */
  turned(): void {
    this.#metNow = 0;
  }

  /** How often the clock was looked at: it changes once in 20 ms at most. */
  get ticks(): number {
    return this.#ticks;
  }

  /** By how many milliseconds the loop was late twice in a row: one long pause is no crowd. */
  get standing(): number {
    return Math.min(this.#before, this.#last);
  }

  /** By how many milliseconds the clock has not been looked at for too long. */
  get overdue(): number {
    return Math.max(0, this.#now() - this.#due);
  }

  /** How many milliseconds a request that is read now may have waited at most. */
  get age(): number {
    return Math.max(this.#metNow, this.overdue);
  }
}
