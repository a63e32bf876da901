/** Milliseconds between two ticks. The lateness of a tick is the delay of the event loop. */
const everyMs = 20;
/** Number of ticks without a request after which the ticks stop, so that an idle process sleeps. */
const maxIdleTicks = 100;
/** Weight of the last tick in the moving average of the event loop's utilization. */
const lastTickWeight = 1 / 8;

/** Milliseconds that the event loop was busy and idle since the process started. */
interface EventLoopTimes {
  readonly active: number;
  readonly idle: number;
}

// `loopTimes` is bound now, because tests later replace the global `performance`.
const loopTimes = performance.eventLoopUtilization.bind(performance);

/**
 * Measures the delay of the event loop: how long requests wait before they are read.
 *
 * The kernel does not report this wait, so a timer measures an upper bound: the lateness of the ticks.
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
  #isStarted = false;
  /** Value of `ticks` when the last request arrived. */
  #ticksAtRequest = 0;

  /**
   * `now` is a monotonic clock in milliseconds. `times` returns how long the event loop was busy and idle
   * since the process started.
   */
  constructor(now = () => performance.now(), times: () => EventLoopTimes = () => loopTimes()) {
    this.#now = now;
    this.#times = times;
    this.#timesBefore = times();
    this.#due = now() + everyMs;
  }

  /** Starts the ticks. The ticks stop after `maxIdleTicks` ticks without a request. */
  start(): void {
    this.#isStarted = true;
    this.requestArrived();
  }

  /** Notes that a request has arrived. If the ticks have stopped, starts the ticks again. */
  requestArrived(): void {
    this.#ticksAtRequest = this.#ticks;
    if (!this.#isStarted || this.#timer) return;
    this.#due = this.#now() + everyMs;
    this.#timesBefore = this.#times();
    this.#timer = setInterval(() => {
      this.tick();
      // Only requests that are read in this turn may have waited as long as `tick` measured. `turnEnded` therefore
      // resets the measured delay after this turn.
      setImmediate(() => this.turnEnded());
      if (this.#ticks - this.#ticksAtRequest > maxIdleTicks) this.#pause();
    }, everyMs).unref();
  }

  #pause(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#due = Number.POSITIVE_INFINITY;
    [this.#before, this.#last, this.#utilization] = [0, 0, 0];
  }

  close(): void {
    this.#isStarted = false;
    this.#pause();
  }

  /** Measures the delay. A timer calls this method fifty times a second, unless the process is idle. */
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
    if (all > 0) this.#utilization += lastTickWeight * (active / all - this.#utilization);
  }

  /** Share of the time in which the event loop was busy, from 0 to 1, as a moving average. */
  get utilization(): number {
    return this.#utilization;
  }

  /** Resets the measured delay. Called at the end of the event-loop turn that ran the last tick. */
  turnEnded(): void {
    this.#metNow = 0;
  }

  /** Number of ticks since the start. The number changes at most every 20 ms. */
  get ticks(): number {
    return this.#ticks;
  }

  /** The smaller of the last two delays in milliseconds. A single long pause does not raise this value. */
  get sustainedDelay(): number {
    return Math.min(this.#before, this.#last);
  }

  /** Milliseconds by which the next tick is late. */
  get overdue(): number {
    return Math.max(0, this.#now() - this.#due);
  }

  /** Upper bound for the milliseconds that a request has waited if the gateway reads the request now. */
  get longestWait(): number {
    return Math.max(this.#metNow, this.overdue);
  }
}
