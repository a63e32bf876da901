/** A function that resolves after a number of milliseconds. */
export type Pause = (ms: number) => Promise<void>;

/** Spreads requests evenly to limit the load on a live shop. */
export class Pace {
  readonly #gapMs: number;
  readonly #pause: Pause;
  readonly #now: () => number;
  #next = 0;

  /** `perSecond` is the maximum number of requests per second. `now` returns the time in milliseconds. */
  constructor(perSecond: number, pause: Pause, now: () => number = () => performance.now()) {
    this.#gapMs = 1_000 / perSecond;
    this.#pause = pause;
    this.#now = now;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const now = this.#now();
    const sendAt = Math.max(now, this.#next);
    this.#next = sendAt + this.#gapMs;
    if (sendAt > now) await this.#pause(sendAt - now);
  }
}
