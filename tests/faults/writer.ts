import { Client } from 'undici';
import type { Planned } from './commands.ts';
import { type Attempt, outcomeOf, type Write } from './history.ts';
import { send } from './requests.ts';

interface WriterOptions {
  /** Base URL of the gateways. */
  readonly url: string;
  /** Number of keep-alive sockets. Each socket has one open request. */
  readonly sockets: number;
}

/** `attemptMs`: time limit of one attempt. `pauseMs`: pause after a failed attempt. */
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
  readonly #waiters = new Set<Waiter>();
  /** Repetitions that are sent later. */
  readonly #later = new Set<Promise<void>>();
  #inFlight = 0;
  #acknowledged = 0;
  #stopped = false;
  /** Milliseconds of retries after which a write counts as unanswered. */
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

  /** Starts to send. Each socket takes the next write when its previous write is done. */
  start(planned: Iterable<Planned>): void {
    const source = planned[Symbol.iterator]();
    const sockets = Array.from({ length: this.#options.sockets }, () => this.#runSocket(source));
    this.#running = Promise.all(sockets).then(() => undefined);
  }

  /**
   * Sends groups of writes one after the other. The writes of a group are sent at the same time, each over its
   * own socket.
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

  /** Stops taking planned writes. Resolves when the current writes are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.finished();
  }

  /** Stops repeating unanswered writes and taking planned writes. Resolves when no request is open. */
  async abandon(): Promise<void> {
    this.#patienceMs = 0;
    await this.stop();
  }

  /**
   * Resolves when a condition about this writer holds. The writer checks the condition at every request and
   * answer.
   */
  async until(condition: () => boolean, limitMs = 60_000): Promise<void> {
    if (condition()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { condition, resolve };
    this.#waiters.add(waiter);
    const timer = setTimeout(() => reject(new Error(`the load never met: ${condition}`)), limitMs);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    });
  }

  #changed(): void {
    for (const { condition, resolve } of this.#waiters) if (condition()) resolve();
  }

  #socket(): Client {
    const timeouts = { headersTimeout: attemptMs, bodyTimeout: attemptMs, connectTimeout: attemptMs };
    return new Client(this.#options.url, { pipelining: 1, ...timeouts });
  }

  async #runSocket(source: Iterator<Planned>): Promise<void> {
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
    const duplicate = planned.twice ? this.#sendOnOtherSocket(write) : null;
    await this.#sendUntilAnswered(socket, write);
    await duplicate;
    if (outcomeOf(write) === 'acknowledged') this.#acknowledged += 1;
    this.#changed();
    if (planned.againAfterMs !== undefined) this.#repeatLater(write, planned.againAfterMs);
  }

  /** Sends a write over another socket. */
  async #sendOnOtherSocket(write: Open): Promise<void> {
    const socket = this.#socket();
    await this.#sendUntilAnswered(socket, write).finally(() => socket.destroy());
  }

  #repeatLater(write: Open, ms: number): void {
    const later = sleep(ms).then(() => this.#sendOnOtherSocket(write));
    this.#later.add(later);
    void later.finally(() => this.#later.delete(later));
  }

  /** Sends a write until it is answered. */
  async #sendUntilAnswered(socket: Client, write: Open): Promise<void> {
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

/** Returns whether a status leaves the outcome of a write unknown. */
function isOpen(status: number | null): boolean {
  return status === null || status >= 500 || status === 429;
}
