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

  /** Runs an event of the process: a message, a reply, a timer. Later while paused, never once dead. */
  do(what: () => void): void {
    if (this.#isDead) return;
    if (this.#stopped) this.#stopped.push(what);
    else what();
  }

  /** Pauses as by SIGSTOP; later it handles all pending events. */
  stop(milliseconds: number): void {
    this.#stopped ??= [];
    this.#clock.after(milliseconds, () => {
      const stopped = this.#stopped ?? [];
      this.#stopped = null;
      for (const what of stopped) this.#clock.after(0, () => this.do(what));
    });
  }

  /** Kills as by `kill -9`. Sent messages still arrive. */
  kill(): void {
    this.#isDead = true;
  }
}
