/** Lets so many milliseconds pass. */
export type Pause = (ms: number) => Promise<void>;

/** Spreads requests evenly, so that a shop with customers is not asked more often than it can take. */
export class Pace {
  readonly #gapMs: number;
  readonly #pause: Pause;
  readonly #now: () => number;
  #next = 0;

  /** `perSecond` requests at most; `now` gives milliseconds. */
  constructor(perSecond: number, pause: Pause, now: () => number = () => performance.now()) {
    this.#gapMs = 1_000 / perSecond;
    this.#pause = pause;
    this.#now = now;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const now = this.#now();
    const mine = Math.max(now, this.#next);
    this.#next = mine + this.#gapMs;
    if (mine > now) await this.#pause(mine - now);
  }
}
