import { Client } from 'undici';
import type { Planned } from './commands.ts';
import { type Attempt, outcomeOf, type Write } from './history.ts';
import { send } from './requests.ts';

interface WriterOptions {
  /** Base URL of the gateways. */
  readonly url: string;
  /** Number of keep-alive sockets, with one request each at a time. */
  readonly sockets: number;
}

/** Time limit of one attempt, and the pause after a failed one. Milliseconds. */
const attemptMs = 5_000;
const pauseMs = 50;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Waiter {
  readonly condition: () => boolean;
  readonly resolve: () => void;
}

/** A write in progress. */
type Open = Omit<Write, 'attempts'> & { attempts: Attempt[] };

/**
 * Sends writes over many sockets and records every attempt. An unanswered write is repeated with its
 * `Idempotency-Key` until it is answered.
 */
export class Writer {
  readonly writes: Write[] = [];
  readonly #options: WriterOptions;
  readonly #waiter = new Set<Waiter>();
  /** Planned later repetitions. */
  readonly #later = new Set<Promise<void>>();
  #inFlight = 0;
  #acknowledged = 0;
  #stopped = false;
  /** Milliseconds of retries before a write counts as open. */
  #patienceMs = 60_000;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Number of unanswered requests. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Starts to send; each socket takes the next write when its last one is done. */
  start(planned: Iterable<Planned>): void {
    const source = planned[Symbol.iterator]();
    const sockets = Array.from({ length: this.#options.sockets }, () => this.#drive(source));
    this.#running = Promise.all(sockets).then(() => undefined);
  }

  /**
   * Sends groups of writes one after the other; the writes of a group at the same time, over one socket each.
   */
  startTogether(groups: readonly (readonly Planned[])[]): void {
    const sockets = Array.from({ length: this.#options.sockets }, () => this.#socket());
    const drive = async () => {
      for (const group of groups) {
        await Promise.all(group.map((planned, index) => this.#write(sockets[index] as Client, planned)));
      }
    };
    this.#running = drive().finally(() => Promise.all(sockets.map((socket) => socket.destroy())));
  }

  /** Resolves when all planned writes are done. */
  async finished(): Promise<void> {
    await this.#running;
    await Promise.all(this.#later);
  }

  /** Takes no further write; resolves when the current ones are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.finished();
  }

  /** Cancels unanswered requests; resolves when none is in flight. */
  async abandon(): Promise<void> {
    this.#patienceMs = 0;
    await this.stop();
  }

  /** Resolves as soon as a condition over this writer holds; checks it after every request and answer. */
  async until(condition: () => boolean, limitMs = 60_000): Promise<void> {
    if (condition()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { condition, resolve };
    this.#waiter.add(waiter);
    const timer = setTimeout(() => reject(new Error(`the load never met: ${condition}`)), limitMs);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#waiter.delete(waiter);
    });
  }

  #changed(): void {
    for (const { condition, resolve } of this.#waiter) if (condition()) resolve();
  }

  #socket(): Client {
    const timeouts = { headersTimeout: attemptMs, bodyTimeout: attemptMs, connectTimeout: attemptMs };
    return new Client(this.#options.url, { pipelining: 1, ...timeouts });
  }

  async #drive(source: Iterator<Planned>): Promise<void> {
    const socket = this.#socket();
    try {
      while (!this.#stopped) {
        const { value: planned, done } = source.next();
        if (done) return;
        await this.#write(socket, planned);
      }
    } finally {
      await socket.destroy();
    }
  }

  async #write(socket: Client, planned: Planned): Promise<void> {
    const { cart, key, command } = planned;
    const write: Open = { cart, key, command, attempts: [] };
    this.writes.push(write);
    const beside = planned.twice ? this.#elsewhere(write) : null;
    await this.#insist(socket, write);
    await beside;
    if (outcomeOf(write) === 'acknowledged') this.#acknowledged += 1;
    this.#changed();
    if (planned.againAfterMs !== undefined) this.#repeatLater(write, planned.againAfterMs);
  }

  /** Sends the same write over another socket. */
  async #elsewhere(write: Open): Promise<void> {
    const socket = this.#socket();
    await this.#insist(socket, write).finally(() => socket.destroy());
  }

  #repeatLater(write: Open, ms: number): void {
    const later = sleep(ms).then(() => this.#elsewhere(write));
    this.#later.add(later);
    void later.finally(() => this.#later.delete(later));
  }

  /** Sends until there is an answer. */
  async #insist(socket: Client, write: Open): Promise<void> {
    const begun = performance.now();
    for (;;) {
      const outcome = await this.#attempt(socket, write);
      this.#changed();
      if (outcome !== 'unanswered' || performance.now() - begun > this.#patienceMs) return;
      await sleep(pauseMs);
    }
  }

  async #attempt(socket: Client, write: Open): Promise<Attempt['outcome']> {
    const sentAt = performance.now();
    this.#inFlight += 1;
    this.#changed();
    const { status, cause, answer } = await send(socket, write);
    this.#inFlight -= 1;
    const outcome = answer ? 'acknowledged' : isOpen(status) ? 'unanswered' : 'refused';
    write.attempts.push({ sentAt, endedAt: performance.now(), outcome, status, cause, answer });
    return outcome;
  }
}

/** Whether a status leaves the outcome of the write open. */
function isOpen(status: number | null): boolean {
  return status === null || status >= 500 || status === 429;
}
