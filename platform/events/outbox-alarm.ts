/** With so much of its bound in use, an outbox is told of. */
const warnAt = 0.8;
const sayAgainMs = 60_000;

/** Where an outbox that fills up is told of: a logger of the process. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** Says when events that wait come near the bound beyond which the oldest are lost. */
export class OutboxAlarm {
  readonly #outbox: string;
  readonly #bound: string;
  readonly #log: Log;
  #used = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  /** `outbox` names it, and `bound` says what it holds at most, for an operator. */
  constructor(outbox: string, bound: string, log: Log) {
    this.#outbox = outbox;
    this.#bound = bound;
    this.#log = log;
  }

  get outbox(): string {
    return this.#outbox;
  }

  /** The part of the bound that is in use, from 0 to 1. */
  get used(): number {
    return this.#used;
  }

  /** A sentence for an operator while the bound is near; else null. */
  get problem(): string | null {
    if (this.#used < warnAt) return null;
    return `events of ${this.#outbox} fill ${Math.floor(this.#used * 100)} % of their outbox (${this.#bound}); beyond it the oldest are lost`;
  }

  /** Takes in how much of the bound is in use now. Logs once a minute while that is 80 % or more. */
  note(used: number): void {
    this.#used = used;
    const { problem } = this;
    if (!problem || performance.now() - this.#saidAt < sayAgainMs) return;
    this.#saidAt = performance.now();
    this.#log.warn({ outbox: this.#outbox, used }, problem);
  }
}
