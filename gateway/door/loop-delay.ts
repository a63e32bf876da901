/** Milliseconds between two ticks, which measure the delay of the event loop. */
const everyMs = 20;
/** Weight of the last tick in the moving average of the utilization. */
const lastCounts = 1 / 8;

/** Milliseconds that the event loop was busy and idle since the process started. */
interface EventLoopTimes {
  readonly active: number;
  readonly idle: number;
}

// The function is bound here, because tests replace the global clock.
const loopTimes = performance.eventLoopUtilization.bind(performance);

/**
 * Measures the delay of this process's event loop, which is the time before a request is read. Bytes
 * that arrive while the loop is busy wait in the kernel, which does not report how long; the delay of
 * a timer is an upper bound.
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
      // Requests read in this turn of the loop waited as long as the timer; requests of the next turn did not.
      setImmediate(() => this.turned());
    }, everyMs).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Measures the delay; `start` calls this fifty times a second. */
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

  /** Share of time in which the event loop was busy, 0 to 1, as a moving average over the last ticks. */
  get utilization(): number {
    return this.#utilization;
  }

  /** Ends the turn of the loop that began with the last tick. */
  turned(): void {
    this.#metNow = 0;
  }

  /** Number of ticks; it changes at most every 20 ms. */
  get ticks(): number {
    return this.#ticks;
  }

  /** The smaller of the last two delays in milliseconds, because one long pause is not an overload. */
  get standing(): number {
    return Math.min(this.#before, this.#last);
  }

  /** Milliseconds by which the next tick is late. */
  get overdue(): number {
    return Math.max(0, this.#now() - this.#due);
  }

  /** Maximum milliseconds that a request which is read now may have waited. */
  get age(): number {
    return Math.max(this.#metNow, this.overdue);
  }
}
