/** Used share of its limit from which an outbox reports an alarm. */
const warnAt = 0.8;
const sayAgainMs = 60_000;

/** The process's logger, for alarms. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** Warns when pending events approach the limit beyond which the oldest are lost. */
export class OutboxAlarm {
  readonly #outbox: string;
  readonly #bound: string;
  readonly #log: Log;
  #used = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  /** `outbox` is its name and `bound` its limit, as text for an operator. */
  constructor(outbox: string, bound: string, log: Log) {
    this.#outbox = outbox;
    this.#bound = bound;
    this.#log = log;
  }

  get outbox(): string {
    return this.#outbox;
  }

  /** Used share of the limit, from 0 to 1. */
  get used(): number {
    return this.#used;
  }

  /** A sentence for an operator while the limit is near; else null. */
  get problem(): string | null {
    if (this.#used < warnAt) return null;
    return `events of ${this.#outbox} fill ${Math.floor(this.#used * 100)} % of their outbox (${this.#bound}); beyond it the oldest are lost`;
  }

  /** Records the used share. Logs once a minute while it is 80 % or more. */
  note(used: number): void {
    this.#used = used;
    const { problem } = this;
    if (!problem || performance.now() - this.#saidAt < sayAgainMs) return;
    this.#saidAt = performance.now();
    this.#log.warn({ outbox: this.#outbox, used }, problem);
  }
}
