import type { Clock } from './clock.ts';

/** The process of a replica, which may be paused or killed. */
export class Host {
  readonly id: number;
  readonly #clock: Clock;
  #stopped: (() => void)[] | null = null;
  #isDead = false;

  constructor(id: number, clock: Clock) {
    this.id = id;
    this.#clock = clock;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /**
   * Runs an event of the process: a message, a reply or a timer. A paused process runs the event later; a dead
   * process never does.
   */
  do(what: () => void): void {
    if (this.#isDead) return;
    if (this.#stopped) this.#stopped.push(what);
    else what();
  }

  /** Pauses the process as SIGSTOP does. Afterwards the process handles all pending events. */
  stop(milliseconds: number): void {
    this.#stopped ??= [];
    this.#clock.after(milliseconds, () => {
      const stopped = this.#stopped ?? [];
      this.#stopped = null;
      for (const what of stopped) this.#clock.after(0, () => this.do(what));
    });
  }

  /** Kills the process as SIGKILL does. Messages that the process has sent still arrive. */
  kill(): void {
    this.#isDead = true;
  }
}
