import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../errors/problem.ts';
import { requestsAtOnce } from './routes.ts';

/** The time, in milliseconds, as a pace measures it. Tests have a clock of their own. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}
const systemClock: Clock = { now: () => performance.now(), sleep };

/** How a client takes pauses that a shop asks for, in milliseconds. */
export interface Pauses {
  /** A longer pause is taken for one of this length. */
  readonly longestMs: number;
  /** Requests wait for the end of a pause if it is not further away. Otherwise they fail. */
  readonly longestWaitMs: number;
}
const defaultPauses: Pauses = { longestMs: 60_000, longestWaitMs: 60_000 };

/**
 * Decides when a request to a shop begins: at most three are under way at once, and none begins during a pause that the
 * shop has asked for. Measures the time of the answers, so that whoever reads a shop can rest in proportion to it.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #pauses: Pauses;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #spentMs = 0;
  #pausedUntil = 0;

  constructor(pauses = defaultPauses, clock: Clock = systemClock) {
    this.#pauses = pauses;
    this.#clock = clock;
  }

  /** The sum of the times of all answers, in milliseconds. */
  get spentMs(): number {
    return this.#spentMs;
  }

  /** Begins no request for some time, because the shop asks for it. */
  pause(milliseconds: number): void {
    const until = this.#clock.now() + Math.min(milliseconds, this.#pauses.longestMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** Waits before a request is repeated. */
  async rest(milliseconds: number): Promise<void> {
    await this.#clock.sleep(milliseconds);
  }

  /** Sends a request when its turn comes. @throws Problem during a long pause that the shop has asked for */
  async take<T>(request: () => Promise<T>): Promise<T> {
    if (this.#running >= requestsAtOnce) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#running += 1;
    try {
      await this.#afterPause();
      const begun = this.#clock.now();
      return await request().finally(() => {
        this.#spentMs += this.#clock.now() - begun;
      });
    } finally {
      // The next request takes the place of this one.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #afterPause(): Promise<void> {
    const waitMs = this.#pausedUntil - this.#clock.now();
    if (waitMs <= 0) return;
    if (waitMs > this.#pauses.longestWaitMs)
      throw new Problem(`the shop asks for a pause of ${Math.ceil(waitMs / 1_000)} s`, 'unavailable');
    await this.#clock.sleep(waitMs);
  }
}
