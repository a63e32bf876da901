import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '#platform/service/metrics.ts';

/** Dependencies of an outbox. */
interface OutboxDeps<One> {
  /** Sends entries. After an error, the outbox sends the same entries again. */
  readonly send: (some: readonly One[]) => Promise<void>;
  /** Called for each entry that the outbox drops because the outbox is full or closed. */
  readonly dropped: () => void;
  /** Maximum number of waiting entries. */
  readonly most: number;
  /** Maximum number of entries in one call of `send`. */
  readonly atOnce: number;
  /** Milliseconds between retries. */
  readonly pauseMs?: number;
}

/** Milliseconds that `close` waits until the remaining entries are sent. */
const finalSendMs = 1_000;

/**
 * Sends entries in the background, so that requests never wait for `send`. After an error of `send`, the
 * entries wait. A full outbox drops further entries.
 */
export class Outbox<One> {
  readonly #deps: OutboxDeps<One>;
  readonly #queue: One[] = [];
  #running: Promise<void> | null = null;
  readonly #ended = new AbortController();

  constructor(deps: OutboxDeps<One>) {
    this.#deps = deps;
  }

  put(one: One): void {
    if (this.#queue.length >= this.#deps.most || this.#ended.signal.aborted) {
      this.#deps.dropped();
      return;
    }
    this.#queue.push(one);
    this.#running ??= this.#run();
  }

  /** Closes the outbox. Waits at most a second until the remaining entries are sent. */
  async close(): Promise<void> {
    await Promise.race([this.#running, sleep(finalSendMs, undefined, { ref: false })]);
    this.#ended.abort();
  }

  async #run(): Promise<void> {
    const { send, atOnce, pauseMs = 1_000 } = this.#deps;
    const { signal } = this.#ended;
    // Waits until the caller has put all its entries into the queue, so that one `send` gets these entries
    // together.
    await Promise.resolve();
    while (this.#queue.length > 0 && !signal.aborted) {
      const some = this.#queue.slice(0, atOnce);
      try {
        await send(some);
        this.#queue.splice(0, some.length);
      } catch {
        await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#running = null;
  }
}

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

/** Adds a metric with the used share of each outbox. */
export function measureOutboxes(alarms: readonly OutboxAlarm[], metrics: Metrics): void {
  metrics.gauges('event_outbox_used', 'Used share of the limit of an outbox', 'outbox', () =>
    alarms.map(({ outbox, used }) => [outbox, used] as const),
  );
}
