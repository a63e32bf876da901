/** Milliseconds between looks at the event loop. */
const everyMs = 20;
/** Weight of the last look in the utilization. */
const lastCounts = 1 / 8;

/** Milliseconds that an event loop has worked and waited. */
interface EventLoopTimes {
  readonly active: number;
  readonly idle: number;
}

// Bound here, since tests replace the global clock.
const loopTimes = performance.eventLoopUtilization.bind(performance);

/**
 * Measures the delay of this process's event loop: the time before a request is read. Bytes that arrive while
 * the loop is busy wait in the kernel, which does not report their age; the delay of a timer is an upper
 * bound.
 */
export class LoopDelay {
  readonly #now: () => number;
  #due: number;
  #before = 0;
  #last = 0;
  #metNow = 0;
  #ticks = 0;
  readonly #times: () => EventLoopTimes;
  #timesBefore: EventLoopTimes;
  #utilization = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `now` is a monotonic clock in milliseconds; `times` returns the times of the event loop since its start. */
  constructor(now = () => performance.now(), times: () => EventLoopTimes = () => loopTimes()) {
    this.#now = now;
    this.#times = times;
    this.#timesBefore = times();
    this.#due = now() + everyMs;
  }

  start(): void {
    this.#due = this.#now() + everyMs;
    this.#timer = setInterval(() => {
      this.tick();
      // Requests read in this turn of the loop waited as long as the timer; those of the next turn did not.
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
    this.#measure();
  }

  #measure(): void {
    const [before, times] = [this.#timesBefore, this.#times()];
    this.#timesBefore = times;
    const active = times.active - before.active;
    const all = active + times.idle - before.idle;
    if (all > 0) this.#utilization += lastCounts * (active / all - this.#utilization);
  }

  /** The share of time in which the event loop was busy, 0 to 1: a moving average over the last looks. */
  get utilization(): number {
    return this.#utilization;
  }

  /** The turn of the loop that began with the last tick is over. */
  turned(): void {
    this.#metNow = 0;
  }

  /** Number of looks at the clock; it changes at most every 20 ms. */
  get ticks(): number {
    return this.#ticks;
  }

  /** The smaller of the last two delays in milliseconds, because one long pause is no overload. */
  get standing(): number {
    return Math.min(this.#before, this.#last);
  }

  /** Milliseconds by which the next look at the clock is late. */
  get overdue(): number {
    return Math.max(0, this.#now() - this.#due);
  }

  /** Maximum milliseconds that a request that is read now may have waited. */
  get age(): number {
    return Math.max(this.#metNow, this.overdue);
  }
}
