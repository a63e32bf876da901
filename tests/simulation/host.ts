import type { Clock } from './clock.ts';

/** One process of a replica: it may be stopped for a while, or killed. */
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

  /** What happens to the process: a message, a reply, a timer. Later while it is stopped, never once it is dead. */
  do(what: () => void): void {
    if (this.#isDead) return;
    if (this.#stopped) this.#stopped.push(what);
    else what();
  }

  /** As by SIGSTOP; after so long it goes on with all that came meanwhile. */
  stop(milliseconds: number): void {
    this.#stopped ??= [];
    this.#clock.after(milliseconds, () => {
      const waiting = this.#stopped ?? [];
      this.#stopped = null;
      for (const what of waiting) this.#clock.after(0, () => this.do(what));
    });
  }

  /** As by kill -9. What it has sent off goes on its way. */
  kill(): void {
    this.#isDead = true;
  }
}
