import { Client } from 'undici';
import type { Planned } from './commands.ts';
import { type Attempt, outcomeOf, type Write } from './history.ts';
import { send } from './requests.ts';

interface WriterOptions {
  /** Base URL of the gateways. */
  readonly url: string;
  /** How many keep-alive sockets write at once, one request each at a time. */
  readonly sockets: number;
}

/** How long one attempt may take, and how long after a failed one the next begins. Milliseconds. */
const attemptMs = 5_000;
const pauseMs = 50;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Waiting {
  readonly condition: () => boolean;
  readonly resolve: () => void;
}

/** A write while it is being sent. */
type Open = Omit<Write, 'attempts'> & { attempts: Attempt[] };

/**
 * Sends writes over many sockets and records every attempt. What is not answered is sent again under its own
 * `Idempotency-Key` until it is.
 */
export class Writer {
  readonly writes: Write[] = [];
  readonly #options: WriterOptions;
  readonly #waiting = new Set<Waiting>();
  /** Repetitions that come later by plan. */
  readonly #later = new Set<Promise<void>>();
  #inFlight = 0;
  #acknowledged = 0;
  #stopped = false;
  /** How long a write is tried again before it is left open. */
  #patienceMs = 60_000;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Requests that were sent and not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Begins to send; each socket takes the next write when its last one is done. */
  start(planned: Iterable<Planned>): void {
    const source = planned[Symbol.iterator]();
    const sockets = Array.from({ length: this.#options.sockets }, () => this.#drive(source));
    this.#running = Promise.all(sockets).then(() => undefined);
  }

  /** Sends groups of writes one after the other, those of a group at the same moment, each over a socket of its own. */
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

  /** Takes no further write, and resolves when those that were begun are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.finished();
  }

  /** Gives up at once what is not answered yet, and resolves when nothing is in flight. */
  async abandon(): Promise<void> {
    this.#patienceMs = 0;
    await this.stop();
  }

  /** Resolves as soon as a condition over this writer holds; it is looked at whenever something is sent or answered. */
  async until(condition: () => boolean, limitMs = 60_000): Promise<void> {
    if (condition()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { condition, resolve };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => reject(new Error(`the load never met: ${condition}`)), limitMs);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    });
  }

  #changed(): void {
    for (const { condition, resolve } of this.#waiting) if (condition()) resolve();
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

  /** The same write over another socket. */
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

/** Whether a status leaves open what became of the write. */
function isOpen(status: number | null): boolean {
  return status === null || status >= 500 || status === 429;
}
