/** An outbox counts as nearly full from this share of its limit. */
const warnAt = 0.8;
const logAgainMs = 60_000;

/** The method of the logger that alarms use. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** Warns operators when an outbox is nearly full, because a full outbox loses its oldest events. */
export class OutboxAlarm {
  readonly #outbox: string;
  readonly #bound: string;
  readonly #log: Log;
  #used = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  /** `outbox` is the name of the outbox, `bound` its limit. Both are texts for operators. */
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

  /** A sentence for operators while the used share is 80 % or more; otherwise null. */
  get problem(): string | null {
    if (this.#used < warnAt) return null;
    return `events of ${this.#outbox} fill ${Math.floor(this.#used * 100)} % of their outbox (${this.#bound}); beyond it the oldest are lost`;
  }

  /** Records the used share. Logs the problem once a minute while the share is 80 % or more. */
  note(used: number): void {
    this.#used = used;
    const { problem } = this;
    if (!problem || performance.now() - this.#loggedAt < logAgainMs) return;
    this.#loggedAt = performance.now();
    this.#log.warn({ outbox: this.#outbox, used }, problem);
  }
}
